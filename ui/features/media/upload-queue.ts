import type { UploadControl } from '@/domain/media/upload.ts';

/** Maximum concurrent uploads; the others wait. */
export const UPLOADS_AT_ONCE = 2;

/** The file can never be stored; the message is for users. */
export class FileRefusedError extends Error {}

/** An upload. A `refused` file was not sent and cannot be; a `failed` one may be retried. */
export type Upload = { id: number; file: File } & (
  | { state: 'waiting' }
  | { state: 'sending'; sent: number }
  | { state: 'failed' | 'refused'; reason: string }
);

type QueueTasks = {
  /** Why the file cannot be sent, or null. */
  check: (file: File) => string | null;
  /** Sends one file. Rejects on abort, or with an Error whose message is for users. */
  send: (file: File, control: UploadControl) => Promise<void>;
  onStored: () => void;
  /** Called when no upload is pending, with the results since the last call. */
  onSettled: (result: { stored: number; failed: number }) => void;
};

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Uploads to the media bucket, UPLOADS_AT_ONCE at a time. Stored and cancelled files leave the list. */
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
    retry(id: number) {
      const upload = uploads.find((candidate) => candidate.id === id);
      if (upload?.state !== 'failed') return;
      replace(id, { id, file: upload.file, state: 'waiting' });
      proceed();
    },
    /** Aborts an upload, or removes a failed file from the list. */
    remove(id: number) {
      aborts.get(id)?.abort();
      drop(id);
    },
    /** Aborts pending uploads, or clears the list when there are none. */
    clear() {
      const open = uploads.filter(isOpen);
      const dropped = new Set((open.length > 0 ? open : uploads).map(({ id }) => id));
      for (const abort of aborts.values()) abort.abort();
      change(uploads.filter(({ id }) => !dropped.has(id)));
    },
    /** Aborts everything and clears the list. */
    reset() {
      for (const abort of aborts.values()) abort.abort();
      stored = 0;
      failed = 0;
      change([]);
    },
  };
}

export function isOpen({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending';
}
