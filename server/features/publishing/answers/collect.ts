import type { FastifyBaseLogger } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { nextBelow, nextIncoming } from '../../../../shared/answers/answer-times.ts';
import { type Platform, platformOf } from '../../../../shared/posts/platforms.ts';
import { isPaidByCall } from '../../../../shared/publishing/prices.ts';
import { parseUrl } from '../../../../shared/web/parse-url.ts';
import { AppError } from '../../../errors.ts';
import type { Client } from '../../../supabase/connection.ts';
import { couldNot, dataOf } from '../../../supabase/could-not.ts';
import { readsLeft } from '../budget.ts';
import { platformCalls } from '../platform-calls.ts';
import { PublishError, type Session } from '../publisher.ts';
import { budgetUsed } from './messages.ts';
import type { AnswersSession, ToldComment } from './session.ts';
import { answerStore } from './store.ts';

/** Accounts, and posts, that each round queries at most: platforms limit the number of calls. */
const ASKED_AT_ONCE = 5;
/** Retry delay after a failed query. */
const ASK_AGAIN_MINUTES = 30;
/** Comments recorded from one query. */
const TOLD_MAX = 2000;
/** Limited because ids are part of a request's URL. */
const KNOWN_MAX = 300;
/** Lengths in characters. Longer texts are cut; comments with a longer id, and longer addresses, are dropped. */
const TEXT_MAX = 10_000;
const NAME_MAX = 200;
const HANDLE_MAX = 500;
const ID_MAX = 1000;
const ADDRESS_MAX = 2048;

export type CollectDeps = {
  agentId: string;
  openSession(accountId: string, calls: ReturnType<typeof platformCalls>): Promise<Session>;
  now(): Temporal.Instant;
  signal: AbortSignal;
  log: FastifyBaseLogger;
};

/**
 * Queries the platforms of this agent's accounts for answers: a few accounts and posts that are due per call, none
 * while collecting is switched off or all work is paused. Errors of single queries are not thrown; they are retried
 * later.
 */
export async function collectAnswers(client: Client, deps: CollectDeps): Promise<void> {
  const settings = await answerStore(client).settings();
  if (!settings.collect || settings.isPaused) return;
  const at = deps.now();
  for (const account of await dueAccounts(client, deps.agentId, at)) {
    if (deps.signal.aborted) return;
    await askAccount(client, account, settings, deps, at);
  }
  for (const post of await duePosts(client, deps.agentId, at)) {
    if (deps.signal.aborted) return;
    await askBelow(client, post, deps, at);
  }
}

type DueAccount = {
  account_id: string;
  platform: Platform;
  answers_cursor: string | null;
  answers_since: string | null;
};

async function dueAccounts(client: Client, agentId: string, at: Temporal.Instant): Promise<DueAccount[]> {
  const answer = await client
    .from('channels')
    .select('account_id, platform, answers_cursor, answers_since')
    .eq('agent_id', agentId)
    .eq('state', 'ready')
    .lte('answers_due', at.toString())
    .order('answers_due')
    .limit(ASKED_AT_ONCE);
  return dataOf(answer, 'look for accounts whose answers are due to be read');
}

async function askAccount(
  client: Client,
  { account_id: accountId, platform, answers_cursor: cursor, answers_since: since }: DueAccount,
  { collectPaid }: { collectPaid: boolean },
  deps: CollectDeps,
  at: Temporal.Instant,
): Promise<void> {
  const keep = async (change: {
    answers_due: string;
    answers_cursor?: string | null;
    answers_since?: string;
    answers_problem?: string | null;
  }) => {
    const { error } = await client.from('channels').update(change).eq('account_id', accountId);
    if (error) throw couldNot('save when the answers of an account are read next', error);
  };
  const postpone = (until: Temporal.Instant) => keep({ answers_due: until.toString() });
  const told = platformOf(platform).answers;
  // Checked again tomorrow, since a later version may support it.
  if (!told || (isPaidByCall(platform) && !collectPaid)) return await postpone(at.add({ hours: 24 }));
  const isByPost = told.from === 'posts';
  const begun = { answers_since: since ?? at.toString() };
  const askPosts = () => keep({ answers_due: at.add({ hours: 24 }).toString(), ...begun });
  if (isByPost && !told.mentions) return await askPosts();
  try {
    const left = await readsLeft(client, accountId, platform, at);
    const answers = await openAnswers(deps, accountId);
    const incoming = answers?.incoming;
    if (left && left.reads < (answers?.fewest ?? 1))
      return await keep({ answers_due: left.until.toString(), answers_problem: budgetUsed(platform, left.until) });
    if (!incoming) return await (isByPost ? askPosts() : postpone(at.add({ hours: 24 })));
    const { comments, cursor: next, reads } = await incoming(cursor, left?.reads);
    const fresh = isByPost ? await withoutKnown(client, accountId, comments) : comments;
    await record(client, accountId, fresh, { isFirst: isByPost ? cursor === null : since === null, at });
    if (reads > 0 && isPaidByCall(platform)) await countReads(client, accountId, reads, at);
    const quiet = await quietSince(client, accountId, at);
    await keep({
      answers_due: nextIncoming(platform, quiet, at).toString(),
      answers_cursor: next,
      ...begun,
      ...(!isByPost && { answers_problem: null }),
    });
  } catch (failure) {
    if (deps.signal.aborted) return;
    deps.log.info({ err: failure, accountId }, 'the answers to an account could not be read');
    await keep({
      answers_due: later(failure, at).toString(),
      ...(isByPost ? begun : { answers_problem: wordsOf(failure) }),
    });
  }
}

/** Drops comments that are already recorded: queries below their posts return more about them. */
async function withoutKnown(client: Client, accountId: string, comments: readonly ToldComment[]) {
  const ids = comments.map(({ remoteId }) => remoteId).slice(0, KNOWN_MAX);
  if (ids.length === 0) return comments;
  const known = client.from('post_comments').select('remote_id').eq('account_id', accountId).in('remote_id', ids);
  const there = new Set(dataOf(await known, 'check which answers are known').map(({ remote_id }) => remote_id));
  return comments.filter(({ remoteId }) => !there.has(remoteId));
}

type DuePost = {
  id: string;
  platform: Platform;
  account_id: string | null;
  parts: { remoteId: string; url: string }[];
  published_at: string | null;
  answers_due: string | null;
};

async function duePosts(client: Client, agentId: string, at: Temporal.Instant): Promise<DuePost[]> {
  const answer = await client
    .from('post_deliveries')
    .select(
      'id, platform, account_id, parts, published_at, answers_due, channels:social_accounts!inner(channels!inner(agent_id, state))',
    )
    .lte('answers_due', at.toString())
    .eq('channels.channels.agent_id', agentId)
    .eq('channels.channels.state', 'ready')
    .order('answers_due')
    .limit(ASKED_AT_ONCE);
  return dataOf(answer, 'look for posts that may have answers');
}

async function askBelow(client: Client, post: DuePost, deps: CollectDeps, at: Temporal.Instant): Promise<void> {
  const { id, platform, account_id: accountId, parts, published_at, answers_due: due } = post;
  if (accountId === null || published_at === null) return;
  const publishedAt = Temporal.Instant.from(published_at);
  const keep = async (next: Temporal.Instant | null) => {
    const change = { answers_due: next?.toString() ?? null };
    const { error } = await client
      .from('post_deliveries')
      .update(change)
      .eq('id', id)
      .eq('answers_due', due ?? '');
    if (error) throw couldNot('save when a post is checked next', error);
  };
  const next = nextBelow(platform, publishedAt, at);
  try {
    const isAsked = platformOf(platform).answers !== undefined && !isPaidByCall(platform);
    const below = isAsked ? (await openAnswers(deps, accountId))?.below : undefined;
    if (!below) return await keep(null);
    const told = await below(parts);
    if (told) await record(client, accountId, told.comments, { whole: told.isWhole ? id : null, isFirst: false, at });
    if (platformOf(platform).answers?.from === 'posts') await noteProblem(client, accountId, null);
    // Null for a deleted post, which is not queried again.
    await keep(told && next);
  } catch (failure) {
    if (deps.signal.aborted) return;
    deps.log.info({ err: failure, accountId }, 'the answers to a post could not be read');
    if (platformOf(platform).answers?.from === 'posts') await noteProblem(client, accountId, wordsOf(failure));
    const again = later(failure, at);
    await keep(next && (Temporal.Instant.compare(again, next) > 0 ? again : next));
  }
}

async function openAnswers(deps: CollectDeps, accountId: string): Promise<AnswersSession | undefined> {
  const session = await deps.openSession(accountId, platformCalls({ signal: deps.signal }));
  return session.answers;
}

async function noteProblem(client: Client, accountId: string, words: string | null): Promise<void> {
  const { error } = await client.from('channels').update({ answers_problem: words }).eq('account_id', accountId);
  if (error) throw couldNot('save why answers could not be read', error);
}

/** Records comments, within the limits of the database. */
async function record(
  client: Client,
  accountId: string,
  comments: readonly ToldComment[],
  { whole = null, isFirst, at }: { whole?: string | null; isFirst: boolean; at: Temporal.Instant },
): Promise<void> {
  const told = comments
    .slice(0, TOLD_MAX)
    .filter(({ remoteId, at: writtenAt }) => remoteId.length <= ID_MAX && !Number.isNaN(Date.parse(writtenAt)))
    .map((one) => ({
      ...one,
      parentId: one.parentId?.slice(0, ID_MAX) ?? null,
      author: {
        id: clean(one.author.id, HANDLE_MAX),
        name: oneLine(one.author.name, NAME_MAX),
        handle: oneLine(one.author.handle, HANDLE_MAX),
        url: address(one.author.url),
        picture: address(one.author.picture),
      },
      text: clean(one.text, TEXT_MAX),
      url: address(one.url),
    }));
  if (told.length === 0 && whole === null) return;
  const { error } = await client.rpc('record_comments', {
    account: accountId,
    told: JSON.parse(JSON.stringify(told)),
    whole: comments.length > TOLD_MAX ? null : whole,
    is_first: isFirst,
    at: at.toString(),
  });
  if (error) throw couldNot('save the answers', error);
}

function clean(text: string, most: number): string {
  return [...text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD')].slice(0, most).join('').slice(0, most);
}

/** On one line, without control characters, which could change how the text around it reads. */
function oneLine(text: string, most: number): string {
  return clean(text.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim(), most);
}

/** An HTTP or HTTPS address; null for any other, such as one that runs code. */
function address(url: string | null): string | null {
  const parsed = url === null || url.length > ADDRESS_MAX ? null : parseUrl(url);
  if (!parsed || !['https:', 'http:'].includes(parsed.protocol) || parsed.href.length > ADDRESS_MAX) return null;
  return parsed.href;
}

async function countReads(client: Client, accountId: string, reads: number, at: Temporal.Instant): Promise<void> {
  const { error } = await client.rpc('count_answer_reads', { account: accountId, read: reads, at: at.toString() });
  if (error) throw couldNot('add up what answers have cost', error);
}

/** The time of the account's latest post or answer; the epoch if there is none. */
async function quietSince(client: Client, accountId: string, now: Temporal.Instant): Promise<Temporal.Instant> {
  const [comment, post] = await Promise.all([
    client
      .from('post_comments')
      .select('at:written_at')
      .eq('account_id', accountId)
      .order('written_at', { ascending: false })
      .limit(1),
    client
      .from('post_deliveries')
      .select('at:published_at')
      .eq('account_id', accountId)
      .not('published_at', 'is', null)
      .order('published_at', { ascending: false })
      .limit(1),
  ]);
  const error = comment.error ?? post.error;
  if (error) throw couldNot('read when something last happened', error);
  const times = [...(comment.data ?? []), ...(post.data ?? [])].flatMap(({ at }) =>
    at === null ? [] : [Date.parse(at)],
  );
  const latest = Math.min(Math.max(0, ...times), now.epochMilliseconds);
  return Temporal.Instant.fromEpochMilliseconds(latest);
}

function later(failure: unknown, at: Temporal.Instant): Temporal.Instant {
  const again = at.add({ minutes: ASK_AGAIN_MINUTES });
  const retryAt = failure instanceof PublishError ? failure.retryAt : null;
  if (!retryAt) return again;
  const allowed = Temporal.Instant.fromEpochMilliseconds(retryAt.getTime());
  return Temporal.Instant.compare(allowed, again) > 0 ? allowed : again;
}

function wordsOf(failure: unknown): string | null {
  return failure instanceof PublishError || failure instanceof AppError ? failure.message.slice(0, 2000) : null;
}
