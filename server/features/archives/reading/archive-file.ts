/** The files of an archive. `open` accepts only names from `names`; its result can be read once, from start to end. */
export type Container = {
  /** The names of text files only: those of pictures and videos are not kept. */
  names: readonly string[];
  /** The unpacked size of a file in bytes, according to the archive. */
  sizeOf(name: string): number;
  open(name: string): AsyncIterable<Uint8Array>;
  /** The path of the file itself, if it is neither a zip nor a tar. */
  single: string | null;
  close(): Promise<void>;
};

/** The only files that are ever opened: no pictures, no videos, nor anything else in an archive. */
const TEXT = /\.(json|js|csv|html|txt)$/i;
/** Names of message folders and files in the archives of all platforms. */
const MESSAGES = /^([\w-]*[_-])?(messages?|inbox|dms?|chats?)([_-][\w-]*)?$|^direct[ _-]messages?|^chat[ _]history/i;

/** Whether a file of an archive may be read, by its name: text, but no messages. The others are not even listed. */
export function mayBeListed(name: string): boolean {
  if (!TEXT.test(name) || name.length > 1024 || name.includes('\0')) return false;
  const parts = name.replace(/\.\w+$/, '').split('/');
  return !parts.some((part) => MESSAGES.test(part));
}
