import type { UploadControl } from '@/domain/media/upload.ts';

/** How many files are sent at the same time; the others wait. */
export const UPLOADS_AT_ONCE = 2;

/** The file can never be stored, however often it is sent; the message is for people. */
export class FileRefusedError extends Error {}

/** A file on its way. `refused` was not sent at all and never will be, `failed` may be tried again. */
export type Upload = { id: number; file: File } & (
  | { state: 'waiting' }
  | { state: 'sending'; sent: number }
  | { state: 'failed' | 'refused'; reason: string }
);

type QueueTasks = {
  /** Why the file cannot be sent, or null. */
  check: (file: File) => string | null;
  /** Sends one file. Rejects with the signal's abort, or with an Error whose message is for people. */
  send: (file: File, control: UploadControl) => Promise<void>;
  /** A file has arrived. */
  onStored: () => void;
  /** Nothing is on its way any more: what came of the files since the last time. */
  onSettled: (result: { stored: number; failed: number }) => void;
};

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Files on their way to the media bucket, UPLOADS_AT_ONCE at a time. A stored or cancelled file leaves the list. */
export function createUploadQueue({ check, send, onStored, onSettled }: QueueTasks) {
  let uploads: readonly Upload[] = [];
  let lastId = 0;
  let stored = 0;
  let failed = 0;
  const aborts = new Map<number, AbortController>();
  const listeners = new Set<() => void>();

  function change(next: readonly Upload[]) {
    uploads = next;
    for (const listener of listeners) listener();
  }

  const replace = (id: number, next: Upload) => change(uploads.map((upload) => (upload.id === id ? next : upload)));
  const drop = (id: number) => change(uploads.filter((upload) => upload.id !== id));

  async function start({ id, file }: Upload) {
    const abort = new AbortController();
    aborts.set(id, abort);
    replace(id, { id, file, state: 'sending', sent: 0 });
    try {
      const onProgress: UploadControl['onProgress'] = ({ sent }) => replace(id, { id, file, state: 'sending', sent });
      await send(file, { onProgress, signal: abort.signal });
      stored += 1;
      drop(id);
      onStored();
    } catch (error) {
      if (!abort.signal.aborted) {
        failed += 1;
        const state = error instanceof FileRefusedError ? 'refused' : 'failed';
        replace(id, { id, file, state, reason: error instanceof Error ? error.message : String(error) });
      }
    } finally {
      aborts.delete(id);
      proceed();
    }
  }

  function proceed() {
    const waiting = uploads.filter(({ state }) => state === 'waiting');
    for (const upload of waiting.slice(0, UPLOADS_AT_ONCE - aborts.size)) void start(upload);
    if (aborts.size > 0 || stored + failed === 0) return;
    const result = { stored, failed };
    stored = 0;
    failed = 0;
    onSettled(result);
  }

  return {
    uploads: () => uploads,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(files: readonly File[]) {
      const added = files.map((file): Upload => {
        lastId += 1;
        const reason = check(file);
        return reason === null
          ? { id: lastId, file, state: 'waiting' }
          : { id: lastId, file, state: 'refused', reason };
      });
      change([...uploads, ...added]);
      proceed();
    },
    /** Tries a failed file again. */
    retry(id: number) {
      const upload = uploads.find((candidate) => candidate.id === id);
      if (upload?.state !== 'failed') return;
      replace(id, { id, file: upload.file, state: 'waiting' });
      proceed();
    },
    /** Calls an upload off, or takes a file that was not uploaded from the list. */
    remove(id: number) {
      aborts.get(id)?.abort();
      drop(id);
    },
    /** Calls off everything that is on its way, or empties the list when nothing is. */
    clear() {
      const open = uploads.filter(isOpen);
      const dropped = new Set((open.length > 0 ? open : uploads).map(({ id }) => id));
      for (const abort of aborts.values()) abort.abort();
      change(uploads.filter(({ id }) => !dropped.has(id)));
    },
    /** Calls everything off and forgets every file. */
    reset() {
      for (const abort of aborts.values()) abort.abort();
      stored = 0;
      failed = 0;
      change([]);
    },
  };
}

/** Whether the file is still to arrive. */
export function isOpen({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending';
}
