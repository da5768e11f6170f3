import { Temporal } from 'temporal-polyfill';
import type { PostOrigin } from '../../../shared/posts/link-tags.ts';
import type { DeliveryAttempt, ErrorClass, Outgoing, WaitsFor } from '../../../shared/publishing/delivery.ts';
import type {
  AppSettingsRow,
  DeliveryState,
  GeneratedContentRow,
  PostDeliveriesRow,
  PostStatus,
} from '../../../shared/workspace/database.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot, dataOf } from '../../supabase/could-not.ts';
import { databaseTime } from '../../supabase/database-clock.ts';
import { type Held, type HeldDeliveries, heldDeliveries } from './held-deliveries.ts';
import { OPEN_AT_ONCE, PAGE, type PostTimes, postTimes } from './post-times.ts';
import type { PublishedPart } from './publisher.ts';

/** How long a lease lasts without a renewal, and the renewal interval. */
export const LEASE_SECONDS = 60;
export const RENEW_MS = 15_000;
/** How long after its expiry a lease may wait for the next check; see leasesAt. */
const LEASE_GRACE_SECONDS = 60;
/** Changes started this long before the latest one seen may become visible only later. */
const OVERLAP_SECONDS = 60;

/** The settings that publishing depends on. */
export type PublishingSettings = Pick<
  AppSettingsRow,
  | 'publishing_paused'
  | 'automation_paused'
  | 'late_posts'
  | 'late_grace_minutes'
  | 'timezone'
  | 'posting_hours_start'
  | 'posting_hours_end'
  | 'posting_times'
  | 'restored_from'
  | 'restored_at'
>;

/** How an attempt ended. `log` completes its stored log. */
export type AttemptEnd = {
  state: Exclude<DeliveryState, 'preparing'>;
  waitsFor?: WaitsFor;
  parts?: readonly PublishedPart[];
  errorClass?: ErrorClass | null;
  /** The platform's message, or ours. */
  words?: string | null;
  retryAt?: Temporal.Instant | null;
  /** The platform certainly holds nothing of it: it counts as never handed over. */
  isReleased?: true;
  /** The post that the platform holds. */
  held?: Held;
  log: Omit<DeliveryAttempt, 'kind' | 'startedAt' | 'endedAt' | 'state'>;
};

/** The content of a post in the workspace. */
export type PostContent = Pick<
  GeneratedContentRow,
  | 'id'
  | 'caption'
  | 'hashtags'
  | 'alternatives'
  | 'account_versions'
  | 'first_comment'
  | 'as_document'
  | 'link_card'
  | 'options'
  | 'media'
  | 'media_url'
  | 'platforms'
> &
  PostOrigin;

/** A post that needs the user, for a notification. */
export type WaitingDelivery = {
  id: string;
  postId: string;
  platform: PostDeliveriesRow['platform'];
  waitsFor: WaitsFor;
  label: string | null;
};

/**
 * The deliveries of one agent, with the service key. `owner` is this process. AppError unavailable if Supabase fails.
 */
export type DeliveryStore = PostTimes &
  HeldDeliveries & {
    settings(): Promise<PublishingSettings>;
    /** The database's time. */
    time(): Promise<Temporal.Instant>;
    /**
     * Opens the deliveries of due posts; those due before `late` wait for the user. Returns the number of posts; -1
     * while another agent is opening all that are due.
     */
    openDue(late: Temporal.Instant): Promise<number>;
    /** Claims due deliveries, except those in progress in this process and others of their accounts. */
    claimDue(most: number, underWay?: readonly string[]): Promise<PostDeliveriesRow[]>;
    /** Claims deliveries whose result has to be found out. */
    claimLost(most: number, underWay?: readonly string[]): Promise<PostDeliveriesRow[]>;
    /** Claims deliveries to hand over now, with the exceptions of claimDue. */
    claimEarly(most: number, underWay?: readonly string[]): Promise<PostDeliveriesRow[]>;
    /** A post's content, its status and due time, and when it was first scheduled. Null if it was deleted. */
    readPost(
      postId: string,
    ): Promise<{ content: PostContent; status: PostStatus; dueAt: string; createdAt: string } | null>;
    /** The ids of parts that other deliveries of the account published after `since`. */
    takenBy(accountId: string, options: { except: string; since: Temporal.Instant }): Promise<string[]>;
    /** Renews the lease. Returns false if another agent has claimed the delivery, or the lease has expired. */
    renew(id: string): Promise<boolean>;
    /** Stores the content before the first call that creates the post. If false, the call must not be made. */
    begin(id: string, outgoing: Outgoing): Promise<boolean>;
    keepParts(id: string, parts: readonly PublishedPart[]): Promise<boolean>;
    /** Stores the leftovers to remove once the attempt is over. */
    keepLeftovers(id: string, leftovers: readonly string[]): Promise<void>;
    finish(id: string, end: AttemptEnd): Promise<boolean>;
    /**
     * Deliveries waiting for the user that changed since shortly before `time`, by the database's clock; null for its
     * latest change. Pass `until` as the next call's `time`.
     */
    waitingSince(time: string | null): Promise<{ waiting: WaitingDelivery[]; until: string }>;
  };

export type DeliveryStoreOptions = {
  client: Client;
  owner: string;
  agentId: string;
  /** For tests, the time of every call; by default the database's. */
  now?: (() => Temporal.Instant) | undefined;
};

export function deliveryStore({ client, owner, agentId, now }: DeliveryStoreOptions): DeliveryStore {
  const at = () => (now ? { at: now().toString() } : {});
  const claim = { owner, agent: agentId, lease_seconds: LEASE_SECONDS };
  const withLease = (delivery: string) => ({ delivery, owner, lease_seconds: LEASE_SECONDS, ...at() });
  const holding = heldDeliveries(client, claim, at);
  return {
    ...postTimes(client),
    ...holding,
    async settings() {
      const { data, error } = await client.from('app_settings').select('*').maybeSingle();
      if (error) throw couldNot('read the settings', error);
      return data ?? { ...DEFAULT_SETTINGS, automation_paused: false, posting_times: [], ...PUBLISHING_DEFAULTS };
    },
    time: async () => (now ? now() : databaseTime(client)),
    async openDue(late) {
      return dataOf(
        await client.rpc('open_due_posts', { most: OPEN_AT_ONCE, late: late.toString(), ...at() }),
        'look for posts that are due',
      );
    },
    async claimDue(most, underWay = []) {
      const args = { ...claim, most, under_way: [...underWay], ...at() };
      return dataOf(await client.rpc('claim_due_deliveries', args), 'claim posts that are due');
    },
    async claimLost(most, underWay = []) {
      const args = { ...claim, most, under_way: [...underWay], ...at() };
      return dataOf(await client.rpc('claim_lost_deliveries', args), 'claim interrupted posts');
    },
    async claimEarly(most, underWay = []) {
      const args = { ...claim, most, under_way: [...underWay], ...at() };
      return dataOf(await client.rpc('claim_early_deliveries', args), 'claim posts to hand over');
    },
    async readPost(postId) {
      const answer = await client
        .from('scheduled_posts')
        .select(
          'status, scheduled_time, created_at, generated_content!inner(id, caption, hashtags, alternatives, account_versions, first_comment, as_document, link_card, options, media, media_url, platforms, template_name, content_projects(niche_name))',
        )
        .eq('id', postId)
        .maybeSingle();
      if (answer.error) throw couldNot('read a post', answer.error);
      return (
        answer.data && {
          content: answer.data.generated_content,
          status: answer.data.status,
          dueAt: answer.data.scheduled_time,
          createdAt: answer.data.created_at,
        }
      );
    },
    async takenBy(accountId, { except, since }) {
      const answer = await client
        .from('post_deliveries')
        .select('parts')
        .eq('account_id', accountId)
        .neq('id', except)
        .filter('parts', 'neq', '[]')
        .or(`published_at.is.null,published_at.gte.${since}`)
        .order('published_at', { ascending: false, nullsFirst: true })
        .limit(PAGE);
      return dataOf(answer, 'read what the account has posted').flatMap(({ parts }) =>
        parts.map((part) => part.remoteId),
      );
    },
    async renew(id) {
      return dataOf(await client.rpc('renew_delivery', withLease(id)), 'renew the claim of a post');
    },
    async begin(id, outgoing) {
      return dataOf(
        await client.rpc('begin_publishing', { ...withLease(id), outgoing }),
        'record that a post is being sent',
      );
    },
    async keepParts(id, parts) {
      const args = { delivery: id, owner, parts: parts.map((part) => ({ ...part })) };
      return dataOf(await client.rpc('keep_delivery_parts', args), 'record a part of a post');
    },
    async keepLeftovers(id, leftovers) {
      const change = client.from('post_deliveries').update({ leftovers: [...leftovers] });
      dataOf(await change.eq('id', id).eq('lease_owner', owner).select('id'), 'record what is left on the platform');
    },
    async finish(id, { state, waitsFor, parts, errorClass, words, retryAt, isReleased, held, log }) {
      if (isReleased) {
        const released = { delivery: id, owner, error_text: words ?? null, retry_after: retryAt?.toString() ?? null };
        const args = { ...released, log: JSON.parse(JSON.stringify(log)), ...at() };
        return dataOf(await client.rpc('release_delivery', args), 'release a post');
      }
      if (held) await holding.keepHeld(id, held);
      const args = {
        delivery: id,
        owner,
        state,
        waits_for: waitsFor ?? null,
        parts: parts ? parts.map((part) => ({ ...part })) : null,
        error_class: errorClass ?? null,
        error_text: words ?? null,
        retry_after: retryAt?.toString() ?? null,
        log: JSON.parse(JSON.stringify(log)),
        ...at(),
      };
      return dataOf(await client.rpc('finish_delivery', args), 'save the result of a post');
    },
    async waitingSince(time) {
      const since = time ?? (await latestChange(client));
      const answer = await client
        .from('post_deliveries')
        .select('id, scheduled_post_id, platform, waits_for, updated_at, social_accounts(account_label)')
        .eq('state', 'waiting')
        .gte('updated_at', Temporal.Instant.from(since).subtract({ seconds: OVERLAP_SECONDS }).toString())
        .order('updated_at')
        .limit(PAGE);
      const rows = dataOf(answer, 'look for posts that need you');
      return {
        until: rows.at(-1)?.updated_at ?? since,
        waiting: rows.map(({ id, scheduled_post_id: postId, platform, waits_for, social_accounts }) => ({
          id,
          postId,
          platform,
          waitsFor: waits_for ?? 'by_hand',
          label: social_accounts?.account_label ?? null,
        })),
      };
    },
  };
}

/**
 * The numbers of leases of posts that are being sent: those valid at that time, and those that expired more than
 * LEASE_GRACE_SECONDS before. Posts with a lease that expired only just now are taken up by the next check.
 */
export async function leasesAt(client: Client, now: Temporal.Instant): Promise<{ held: number; expired: number }> {
  const of = () => client.from('post_deliveries').select('*', { count: 'exact', head: true }).eq('state', 'publishing');
  const [held, expired] = await Promise.all([
    of().gte('lease_until', now.toString()),
    of()
      .lt('lease_until', now.subtract({ seconds: LEASE_GRACE_SECONDS }).toString())
      .is('retry_after', null),
  ]);
  const error = held.error ?? expired.error;
  if (error) throw couldNot('count the posts that are being sent', error);
  return { held: held.count ?? 0, expired: expired.count ?? 0 };
}

async function latestChange(client: Client): Promise<string> {
  const latest = client.from('post_deliveries').select('updated_at').order('updated_at', { ascending: false }).limit(1);
  return dataOf(await latest, 'look at the posts')[0]?.updated_at ?? new Date(0).toISOString();
}

/** The database's defaults. */
const PUBLISHING_DEFAULTS = {
  publishing_paused: false,
  late_posts: 'publish',
  late_grace_minutes: 120,
  restored_from: null,
  restored_at: null,
} as const;
