import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { TimeChoice } from '../../../shared/learning/choice.ts';
import { hoursOfAccounts } from '../../../shared/posts/account-times.ts';
import { EMPTY_POST, type PostFields } from '../../../shared/posts/compose.ts';
import type { PlannedDestination } from '../../../shared/posts/dry-run.ts';
import { findNextSlot } from '../../../shared/posts/next-slot.ts';
import type { PostProblem } from '../../../shared/posts/post-problem.ts';
import type { ComposedPost, Moment, Preflight, PreflightRequest } from '../../../shared/posts/posts-api.ts';
import { postingHours } from '../../../shared/posts/scheduling.ts';
import type { Database, GeneratedContentRow, Json } from '../../../shared/workspace/database.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { dataOf } from '../../supabase/could-not.ts';
import { slotSources } from '../../supabase/slot-sources.ts';
import { type FoundPost, findPost, readPostOf } from './find-post.ts';
import { inThePast, NO_PLATFORM, NO_SLOT, refused, stands } from './messages.ts';

type Destinations = Database['public']['Functions']['destinations']['Returns'];
type CheckedContent = Pick<GeneratedContentRow, keyof PostFields | 'media_url'> & { id?: string };

const EPOCH = new Date(0).toISOString();

export type ComposeDeps = {
  client: Client;
  /** Determines a post's destinations and problems. */
  check(
    content: CheckedContent,
    scheduledTime: string | null,
    client: Client,
  ): Promise<{ destinations: Destinations; problems: PostProblem[] }>;
  /** Makes the publishing loop check at once. */
  checkNow(): void;
  now(): Temporal.Instant;
};

/** The destinations and problems of a post with these fields. Writes nothing. */
export async function preflight(deps: ComposeDeps, { fields, at, id }: PreflightRequest): Promise<Preflight> {
  return (await inspect(deps, { ...EMPTY_POST, ...fields, media_url: null, ...(id && { id }) }, at ?? null)).shown;
}

/**
 * Makes a draft or scheduled post. AppError bad_input, with nothing written, when the time has passed, or when one of
 * the agent's accounts would certainly reject it.
 */
export async function newPost(
  deps: ComposeDeps,
  { id = randomUUID(), fields, at }: { id?: string | undefined; fields: Partial<PostFields>; at: Moment | null },
): Promise<ComposedPost> {
  const content = { ...EMPTY_POST, ...fields, media_url: null };
  const chosen = at === null ? null : await timeOf(deps, at, content);
  if (chosen) await assertFit(deps, content, chosen.moment);
  await save(deps, id, null, fields);
  if (chosen) await schedule(deps, id, chosen);
  return describe(deps, await readPostOf(deps.client, id));
}

/** Changes a post. AppError not_found, or conflict when its state does not allow it. */
export async function editPost(
  deps: ComposeDeps,
  id: string,
  fields: Partial<PostFields>,
  ifUpdatedAt: string | undefined,
): Promise<ComposedPost> {
  const { content, place } = await findPost(deps.client, id);
  await save(deps, content.id, ifUpdatedAt ?? content.updated_at, fields);
  return describe(deps, await readPostOf(deps.client, content.id, place?.id ?? null));
}

export async function duplicatePost(deps: ComposeDeps, id: string): Promise<ComposedPost> {
  const { content } = await findPost(deps.client, id);
  const copy = randomUUID();
  const answer = dataOf(await deps.client.rpc('duplicate_content', { content: content.id, new_id: copy }), 'copy it');
  if (answer !== 'done') throw new AppError('conflict', stands(answer));
  return describe(deps, await readPostOf(deps.client, copy));
}

/** Moves a scheduled or cancelled post to another time, or schedules a draft. Throws like newPost and editPost. */
export async function movePost(deps: ComposeDeps, id: string, to: Moment): Promise<ComposedPost> {
  const { client } = deps;
  const { content, place } = await findPost(client, id);
  const chosen = await timeOf(deps, to, content);
  const { moment } = chosen;
  if (place?.status === 'scheduled') {
    const moves = [{ id: place.id, seen: place.scheduled_time, time: moment }];
    // EPOCH, since `timeOf` has compared the time with this agent's clock: it may be the current instant.
    const moved = dataOf(await client.rpc('move_posts', { moves, at: EPOCH }), 'move the post');
    if (moved.state !== 'done') throw new AppError('conflict', stands('changed'));
    await explain(client, content.id, chosen);
    deps.checkNow();
  } else if (place?.status === 'cancelled') {
    await assertFit(deps, content, moment);
    const answer = dataOf(await client.rpc('restore_post', { post: place.id, moment }), 'schedule the post');
    if (answer !== 'done') throw new AppError('conflict', stands(answer));
    await explain(client, content.id, chosen);
    deps.checkNow();
  } else {
    if (place) throw new AppError('conflict', stands(place.status));
    await assertFit(deps, content, moment);
    await schedule(deps, content.id, chosen);
  }
  return describe(deps, await readPostOf(client, content.id, place?.id ?? null));
}

/** Deletes a post, which can be restored for a day. AppError not_found, or conflict while it is being published. */
export async function deletePost({ client }: Pick<ComposeDeps, 'client'>, id: string): Promise<void> {
  const { content } = await findPost(client, id);
  const answer = dataOf(await client.rpc('delete_content', { content: content.id }), 'delete the post');
  if (answer === 'publishing') throw new AppError('conflict', stands(answer));
}

async function save({ client }: ComposeDeps, id: string, expected: string | null, fields: Partial<PostFields>) {
  const args = { content: id, expected, fields: fields as Json };
  const { state } = dataOf(await client.rpc('save_content', args), 'save the post');
  if (state !== 'saved') throw new AppError('conflict', stands(state));
}

/** A post that is already scheduled was scheduled by an earlier try of the same call, whose response was lost. */
async function schedule({ client, checkNow }: ComposeDeps, content: string, chosen: ChosenTime): Promise<void> {
  const { moment } = chosen;
  const answer = dataOf(await client.rpc('schedule_content', { content, moment }), 'schedule the post');
  if (answer !== 'done' && answer !== 'scheduled') throw new AppError('conflict', stands(answer));
  await explain(client, content, chosen);
  checkNow();
}

/** Stores why learning chose the time. If that fails, the post is scheduled anyway. */
async function explain(client: Client, content: string, { moment, choice }: ChosenTime): Promise<void> {
  if (!choice) return;
  const places = client.from('scheduled_posts').update({ time_choice: choice }).eq('content_id', content);
  await places.eq('scheduled_time', moment).eq('status', 'scheduled');
}

/** AppError bad_input when it has no destination, or publishing would fail. */
async function assertFit(deps: ComposeDeps, content: CheckedContent, moment: string): Promise<void> {
  if (content.platforms.length === 0) throw new AppError('bad_input', NO_PLATFORM);
  const { refusals } = await inspect(deps, content, moment);
  if (refusals.length > 0) throw new AppError('bad_input', refused(refusals.map(({ text }) => text)));
}

/** `refusals` ignores manual posts, and expired log-ins, which may be renewed in time. */
async function inspect({ check, client }: ComposeDeps, content: CheckedContent, at: string | null) {
  const { destinations, problems } = await check(content, at, client);
  const direct = new Set(destinations.flatMap(({ account_id, agent_id }) => (agent_id ? (account_id ?? []) : [])));
  const refusals = problems.filter(
    ({ isWarning, mend, accountId }) =>
      !isWarning && mend !== 'reconnect' && accountId !== null && direct.has(accountId),
  );
  return { refusals, shown: { destinations: await named(client, destinations), problems } };
}

async function named(client: Client, destinations: Destinations): Promise<PlannedDestination[]> {
  const ids = destinations.flatMap(({ account_id }) => account_id ?? []).slice(0, 100);
  const asked = client.from('social_accounts').select('id, account_label').in('id', ids);
  const labels = ids.length > 0 ? dataOf(await asked, 'read the accounts') : [];
  return destinations.map(({ platform, account_id, agent_id }) => ({
    platform,
    account: labels.find(({ id }) => id === account_id)?.account_label ?? null,
    isDirect: agent_id !== null,
  }));
}

/** A post with its destinations and problems. */
export async function describe(deps: ComposeDeps, { content, place }: FoundPost): Promise<ComposedPost> {
  const { shown } = await inspect(deps, content, place?.scheduled_time ?? null);
  const { id, status, updated_at } = content;
  return { id, status, updated_at, post: place, ...shown };
}

type Goal = Pick<PostFields, 'platforms' | 'account_ids'>;

/** A time in ISO 8601, and why learning chose it, if it did. */
type ChosenTime = { moment: string; choice: TimeChoice | null };

async function timeOf({ client, now }: ComposeDeps, moment: Moment, goal: Goal): Promise<ChosenTime> {
  if (moment === 'now') return { moment: now().toString(), choice: null };
  if (moment === 'next') return nextSlot(client, now(), goal);
  const time = Temporal.Instant.from(moment);
  if (Temporal.Instant.compare(time, now()) < 0) throw new AppError('bad_input', inThePast(moment));
  return { moment: time.toString(), choice: null };
}

/** The next free slot or, if learning is on, the time that it chooses. */
async function nextSlot(client: Client, now: Temporal.Instant, goal: Goal): Promise<ChosenTime> {
  const [settings] = dataOf(await client.from('app_settings').select('*'), 'read the settings');
  const asked = client.rpc('post_accounts', { platforms: goal.platforms, accounts: goal.account_ids });
  const accounts = dataOf(await asked, 'read the posting times');
  const hours = hoursOfAccounts(postingHours(settings ?? DEFAULT_SETTINGS), accounts);
  const mode = settings?.learning === 'on' ? 'on' : 'off';
  const slot = await findNextSlot({ now, hours, accounts, mode }, slotSources(client, hours));
  if (!slot) throw new AppError('conflict', NO_SLOT);
  return { moment: slot.learned?.at ?? slot.time, choice: slot.learned };
}
