import { Temporal } from 'temporal-polyfill';
import { knownPostsSchema, RIPE_DAYS } from '../../shared/learning/learner.ts';
import type { SlotSources } from '../../shared/posts/next-slot.ts';
import type { PostingHours } from '../../shared/posts/scheduling.ts';
import type { Client } from './connection.ts';
import { dataOf } from './could-not.ts';

/** The data for the search for the next free slot, read as the caller. Throws AppError unavailable. */
export function slotSources(client: Client, { accounts }: PostingHours): SlotSources {
  return {
    async takenBetween({ start, end }) {
      const ids = accounts?.map(({ id }) => id) ?? null;
      const span = { since: start.toString(), until: end.toString(), accounts: ids };
      const taken = dataOf(await client.rpc('taken_times', span), 'read the schedule');
      return taken.map((time) => Temporal.Instant.from(time));
    },
    async knownPosts(of) {
      const asked = { ripe_days: RIPE_DAYS, accounts: of && [...of] };
      return knownPostsSchema.parse(dataOf(await client.rpc('learned_posts', asked), 'read what worked'));
    },
  };
}
