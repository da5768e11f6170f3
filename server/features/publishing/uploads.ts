import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import type { Secrets } from './channels/vault.ts';
import type { UploadNote } from './publisher.ts';

const noteSchema = z.object({ attempt: z.string(), value: z.unknown() });

/** Keys per query. Limited because they are part of a request's URL. */
const ASKED_AT_ONCE = 50;

/** Notes on this machine's unfinished uploads, by the keys of their deliveries. */
export type Uploads = {
  /** `attempt` identifies the delivery's attempt that writes or, to read only, the latest that may have written. */
  noteOf(key: string, attempt: string): UploadNote;
  forget(key: string): Promise<void>;
  /** Removes notes whose delivery has ended in any way: published, cancelled, marked, or deleted with its post. */
  forgetEnded(client: Client): Promise<void>;
};

/** `secrets` are the vault's. */
export function uploadsIn(secrets: Secrets): Uploads {
  return {
    noteOf: (key, attempt) => ({
      async read() {
        const kept = await secrets.read(key).catch((error: unknown) => {
          // An unreadable note counts as none: the upload is repeated, or the post looked up by its text.
          if (error instanceof AppError && error.code === 'no_session') return null;
          throw error;
        });
        const { data } = noteSchema.safeParse(kept);
        return data ? { value: data.value, isOfLatest: data.attempt === attempt } : null;
      },
      write: (value) => secrets.write(key, { attempt, value }),
    }),
    forget: (key) => secrets.remove(key),
    async forgetEnded(client) {
      const kept = await secrets.ids();
      for (let from = 0; from < kept.length; from += ASKED_AT_ONCE) {
        const keys = kept.slice(from, from + ASKED_AT_ONCE);
        const { data, error } = await client
          .from('post_deliveries')
          .select('idempotency_key')
          .in('idempotency_key', keys)
          .or(UNDER_WAY);
        if (error) throw couldNot('look for posts that have ended', error);
        const needed = new Set(data.map(({ idempotency_key }) => idempotency_key));
        for (const key of keys) if (!needed.has(key)) await secrets.remove(key);
      }
    },
  };
}

/** Deliveries whose note is still needed, since it may reveal an unknown result. Manual posts need none. */
const UNDER_WAY = 'state.in.(pending,preparing,publishing,needs_review),and(state.eq.waiting,waits_for.neq.by_hand)';
