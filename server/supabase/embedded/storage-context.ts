import { AsyncLocalStorage } from 'node:async_hooks';

/** What the mount and the file adapter tell each other past @supabase/lite, which passes neither byte ranges nor refusals on. */
export type StorageContext = {
  /** The request's Range header. */
  range: string | null;
  /** Why the adapter refused; the mount answers with it. */
  refusal: StorageRefusal | null;
};

export const storageContext = new AsyncLocalStorage<StorageContext>();

/**
 * The adapter's way to end a request with a status of its own. The code is that of a missing right, the one error that @supabase/lite neither
 * prints nor turns into a 500.
 */
export class StorageRefusal extends Error {
  readonly code = '42501';
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, message: string) {
    super(message);
    this.status = status;
    this.error = error;
    const context = storageContext.getStore();
    if (context) context.refusal = this;
  }
}
