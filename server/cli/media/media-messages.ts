export const NO_FILES = 'The Media Library is empty. Add files with `local-agent media add <files…>`.';
export const NO_FILES_FOUND = 'No matching files. Try other words or another tag.';
export const notAdded = (file: string, reason: string) => `Not added: ${file}. ${reason}`;
export const removed = (name: string, uses: number) =>
  `Removed ${name}${uses === 0 ? '' : `; ${uses} ${uses === 1 ? 'post or project keeps' : 'posts and projects keep'} it`}. Restore it within 24 hours with \`local-agent media restore\`.`;
