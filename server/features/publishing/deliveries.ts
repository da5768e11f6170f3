import type { PostProblem } from '../../../shared/posts/post-problem.ts';
import type { Delivery } from '../../../shared/publishing/publishing-api.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { NEEDS_SECRET_KEY, NO_CHANNEL, NO_DELIVERY, NO_POST, stands } from './messages.ts';

/**
 * The user's actions on deliveries, with one client's rights. AppError unavailable if Supabase fails, not_found, and
 * conflict if the state does not allow the action.
 */
export type Deliveries = {
  /** The deliveries of a post, by platform. None before the post is due. */
  list(postId: string): Promise<Delivery[]>;
  read(id: string): Promise<Delivery>;
  /** Deliveries that wait for the user to publish them manually, earliest due first. */
  turns(): Promise<Delivery[]>;
  /** How many posts of an account its platform holds. */
  countHeld(accountId: string): Promise<number>;
  /** Makes a scheduled post due now, or starts a late one. */
  publish(postId: string): Promise<Delivery[]>;
  /** Cancels unsent deliveries. */
  cancelPost(postId: string): Promise<Delivery[]>;
  retry(id: string): Promise<Delivery>;
  cancel(id: string): Promise<Delivery>;
  mark(id: string, url: string | null): Promise<Delivery>;
  /** Undoes `mark`, within an hour of it. */
  unmark(id: string): Promise<Delivery>;
  problems(postId: string): Promise<PostProblem[]>;
};

const COLUMNS = `id, scheduled_post_id, platform, account_id, account_label, state, waits_for, published_at, remote_url, by_hand,
  error_class, error_text, retry_after, held_until, attempts, marks, figures, scheduled_posts!inner(scheduled_time), social_accounts(account_label)`;

/** Limits of the list "Your turn". */
const TURNS_MAX = 100;
const TURNS_LOOK_BACK_MS = 14 * 24 * 60 * 60 * 1000;

/** AppError unavailable for null: a hosted project without its secret key. */
export function deliveriesOf(client: Client | null): Deliveries {
  if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
  const select = () => client.from('post_deliveries').select(COLUMNS);
  const rows = (column: 'id' | 'scheduled_post_id', id: string): Promise<Delivery[]> =>
    found(select().eq(column, id).order('platform').order('id'));
  const found = async (query: ReturnType<typeof select>): Promise<Delivery[]> => {
    const { data, error } = await query;
    if (error) throw couldNot('read the state of the post', error);
    return data.map((row) => ({
      id: row.id,
      postId: row.scheduled_post_id,
      platform: row.platform,
      accountId: row.account_id,
      account: row.social_accounts?.account_label ?? row.account_label,
      state: row.state,
      waitsFor: row.waits_for,
      dueAt: row.scheduled_posts.scheduled_time,
      publishedAt: row.published_at,
      url: row.remote_url,
      byHand: row.by_hand,
      errorClass: row.error_class,
      error: row.error_text,
      retryAt: row.retry_after,
      heldUntil: row.held_until,
      attempts: row.attempts,
      marks: (row.marks ?? []).map(({ at, undone_at }) => ({ at, undoneAt: undone_at })),
      figures: row.figures,
    }));
  };
  const read = async (id: string) => {
    const [delivery] = await rows('id', id);
    if (!delivery) throw new AppError('not_found', NO_DELIVERY);
    return delivery;
  };
  /** `answer` is the result of the database's function. */
  const done = (answer: { data: string | null; error: { message: string } | null }, missing: string): void => {
    if (answer.error) throw couldNot('change the post', answer.error);
    if (answer.data === 'gone') throw new AppError('not_found', missing);
    if (answer.data === 'no_channel') throw new AppError('conflict', NO_CHANNEL);
    if (answer.data !== 'done') throw new AppError('conflict', stands(answer.data ?? ''));
  };
  return {
    list: (postId) => rows('scheduled_post_id', postId),
    turns: () =>
      found(
        select()
          .eq('state', 'waiting')
          .eq('waits_for', 'by_hand')
          .gte('scheduled_posts.scheduled_time', new Date(Date.now() - TURNS_LOOK_BACK_MS).toISOString())
          .order('scheduled_posts(scheduled_time)')
          .order('scheduled_post_id')
          .order('platform')
          .order('id')
          .limit(TURNS_MAX),
      ),
    read,
    async countHeld(accountId) {
      const held = client
        .from('post_deliveries')
        .select('id', { count: 'exact', head: true })
        .not('held_until', 'is', null);
      const { count, error } = await held.eq('account_id', accountId).in('state', ['handed_over', 'publishing']);
      if (error) throw couldNot('read what platforms hold', error);
      return count ?? 0;
    },
    async publish(postId) {
      const late = (await rows('scheduled_post_id', postId)).filter(({ waitsFor }) => waitsFor === 'late');
      if (late.length === 0) done(await client.rpc('publish_post', { post: postId }), NO_POST);
      for (const { id } of late) done(await client.rpc('retry_delivery', { delivery: id }), NO_DELIVERY);
      return rows('scheduled_post_id', postId);
    },
    async cancelPost(postId) {
      done(await client.rpc('cancel_post', { post: postId }), NO_POST);
      return rows('scheduled_post_id', postId);
    },
    async retry(id) {
      done(await client.rpc('retry_delivery', { delivery: id }), NO_DELIVERY);
      return read(id);
    },
    async cancel(id) {
      done(await client.rpc('cancel_delivery', { delivery: id }), NO_DELIVERY);
      return read(id);
    },
    async mark(id, url) {
      done(await client.rpc('mark_delivery', { delivery: id, url }), NO_DELIVERY);
      return read(id);
    },
    async unmark(id) {
      done(await client.rpc('unmark_delivery', { delivery: id }), NO_DELIVERY);
      return read(id);
    },
    async problems(postId) {
      const { data, error } = await client.from('scheduled_posts').select('problems').eq('id', postId).maybeSingle();
      if (error) throw couldNot('read the post', error);
      if (!data) throw new AppError('not_found', NO_POST);
      return data.problems;
    },
  };
}
