import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import type { Secrets } from './channels/vault.ts';
import type { UploadNote } from './publisher.ts';

const noteSchema = z.object({ attempt: z.string(), value: z.unknown() });

/** Those that are asked about in one query: ids stand in its address. */
const ASKED_AT_ONCE = 50;

/** The uploads of deliveries that are on their way from this machine, by the keys of their deliveries. */
export type Uploads = {
  /** `attempt` tells the attempt that writes, or the latest that may have written, from all others of the delivery. */
  noteOf(key: string, attempt: string): UploadNote;
  forget(key: string): Promise<void>;
  /** Forgets those whose delivery has ended, however it did: published, cancelled, marked, or gone with its post. */
  forgetEnded(client: Client): Promise<void>;
};

/** `secrets` are the vault's. */
export function uploadsIn(secrets: Secrets): Uploads {
  return {
    noteOf: (key, attempt) => ({
      async read() {
        const kept = await secrets.read(key).catch((error: unknown) => {
          // As good as none: what was uploaded is sent once more, or looked for by its words.
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

/** While a post is in doubt, its upload tells what became of it. What the person publishes by hand is over. */
const UNDER_WAY = 'state.in.(pending,preparing,publishing,needs_review),and(state.eq.waiting,waits_for.neq.by_hand)';
