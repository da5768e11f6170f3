import { extname, parse } from 'node:path';

/** A file for the page's input. */
export type ReadyFile = { path: string; mimeType: string };

/** Whether a field contains only the name of one of the files. */
export function isFileName(text: string, files: readonly ReadyFile[]): boolean {
  return files.some(({ path }) => [parse(path).name, parse(path).base].includes(text.trim()));
}

/** Matches `accept` as browsers do: types, wildcard types, and extensions. If it is empty, everything matches. */
export function isAccepted({ path, mimeType }: ReadyFile, accept: string): boolean {
  const tokens = accept
    .toLowerCase()
    .split(',')
    .map((token) => token.trim())
    .filter(Boolean);
  const [family] = mimeType.split('/');
  return tokens.length === 0 || tokens.some((token) => [mimeType, `${family}/*`, '*/*', extname(path)].includes(token));
}
