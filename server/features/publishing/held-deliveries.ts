import type { Outgoing } from '../../../shared/publishing/delivery.ts';
import type { PostDeliveriesRow } from '../../../shared/workspace/database.ts';
import type { Client } from '../../supabase/connection.ts';
import { dataOf } from '../../supabase/could-not.ts';
import { PAGE } from './post-times.ts';

/** A post that a platform holds and publishes at `until`, ISO 8601. */
export type Held = { id: string; until: string };

/** The fields of a held delivery that are needed to take it back. */
export type HeldDelivery = Pick<PostDeliveriesRow, 'id' | 'platform' | 'held_until'>;

/** Deliveries that platforms hold until they are due. AppError unavailable if Supabase fails. */
export type HeldDeliveries = {
  /** Makes held deliveries that are due for a check available to claimLost. */
  openHeld(): Promise<void>;
  /** The held deliveries of a post, or of an account. */
  heldDeliveries(of: { post: string } | { account: string }): Promise<HeldDelivery[]>;
  /** Claims a held delivery, to take it back or reschedule it. Null if it is in progress, or no longer held. */
  claimHeld(id: string): Promise<PostDeliveriesRow | null>;
  /** Stores the content before the call that hands it over. If false, the call must not be made. */
  beginHandingOver(id: string, outgoing: Outgoing, until: string): Promise<boolean>;
  /** Stores the post that the platform holds; null if it no longer holds one. */
  keepHeld(id: string, held: Held | null): Promise<void>;
};

/** `claim` identifies the agent and its lease; `at` returns the time of the call if a test sets one. */
export function heldDeliveries(
  client: Client,
  claim: { owner: string; agent: string; lease_seconds: number },
  at: () => { at?: string },
): HeldDeliveries {
  const { owner, agent, lease_seconds } = claim;
  return {
    async openHeld() {
      dataOf(await client.rpc('open_held_deliveries', { agent, ...at() }), 'look for posts that platforms hold');
    },
    async heldDeliveries(of) {
      const asked = client.from('post_deliveries').select('id, platform, held_until').not('held_until', 'is', null);
      const open = asked.in('state', ['handed_over', 'publishing']);
      const found = 'post' in of ? open.eq('scheduled_post_id', of.post) : open.eq('account_id', of.account);
      return dataOf(await found.order('id').limit(PAGE), 'read what platforms hold');
    },
    async claimHeld(id) {
      const answer = await client.rpc('claim_held_delivery', { delivery: id, ...claim, ...at() });
      return dataOf(answer, 'claim a post that a platform holds')[0] ?? null;
    },
    async beginHandingOver(id, outgoing, until) {
      const args = { delivery: id, owner, lease_seconds, ...at(), outgoing, until };
      return dataOf(await client.rpc('begin_handing_over', args), 'record that a post is being handed over');
    },
    async keepHeld(id, kept) {
      const change = { held_id: kept?.id ?? null, held_until: kept?.until ?? null };
      const own = client.from('post_deliveries').update(change).eq('id', id).eq('lease_owner', owner);
      dataOf(await own.select('id'), 'record what a platform holds');
    },
  };
}
