/**
 * The files of an archive. What `open` returns is read once, in order; a name that is not among `names` is an error.
 */
export type Container = {
  /** Of files with text alone; those of pictures and videos are not kept. */
  names: readonly string[];
  /** Bytes of a file once unpacked, as the archive says. */
  sizeOf(name: string): number;
  open(name: string): AsyncIterable<Uint8Array>;
  /** The file itself, where it is no zip or tar. */
  single: string | null;
  close(): Promise<void>;
};

/** Nothing else is ever opened: pictures, videos, and whatever else lies in an archive. */
const TEXT = /\.(json|js|csv|html|txt)$/i;
/** What folders and files of messages are called in all archives. */
const MESSAGES = /^([\w-]*[_-])?(messages?|inbox|dms?|chats?)([_-][\w-]*)?$|^direct[ _-]messages?|^chat[ _]history/i;

/** Whether a file of an archive may be looked at, by its name: text, and no messages. The rest is not even listed. */
export function mayBeListed(name: string): boolean {
  if (!TEXT.test(name) || name.length > 1024 || name.includes('\0')) return false;
  const parts = name.replace(/\.\w+$/, '').split('/');
  return !parts.some((part) => MESSAGES.test(part));
}
