import type { Outgoing } from '../../../shared/publishing/delivery.ts';
import type { PostDeliveriesRow } from '../../../shared/workspace/database.ts';
import type { Client } from '../../supabase/connection.ts';
import { dataOf } from '../../supabase/could-not.ts';
import { PAGE } from './post-times.ts';

/** A post at a platform that publishes it at `until`, ISO 8601. */
export type Held = { id: string; until: string };

/** A delivery that a platform holds, as far as taking it back needs it. */
export type HeldDelivery = Pick<PostDeliveriesRow, 'id' | 'platform' | 'held_until'>;

/** What platforms hold until it is due. AppError unavailable when Supabase fails. */
export type HeldDeliveries = {
  /** Has what platforms hold looked for by claimLost, where it is time. */
  openHeld(): Promise<void>;
  /** What platforms hold of a post, or of an account. */
  heldDeliveries(of: { post: string } | { account: string }): Promise<HeldDelivery[]>;
  /** Claims what a platform holds, to be taken back or moved. Null: it is under way, or no longer held. */
  claimHeld(id: string): Promise<PostDeliveriesRow | null>;
  /** Stores the content before the call that hands it over. False: the call must not be made. */
  beginHandingOver(id: string, outgoing: Outgoing, until: string): Promise<boolean>;
  /** Stores what the platform holds; null: nothing any more. */
  keepHeld(id: string, held: Held | null): Promise<void>;
};

/** `claim` is what the agent claims with, `at` the time of the call where a test gives one. */
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
