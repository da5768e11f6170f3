import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Notification } from '../../../../shared/agent/notifications.ts';
import type { Reply } from '../../../../shared/answers/answers.ts';
import { answerApi } from '../../../../shared/api/answers.ts';
import { textLength } from '../../../../shared/posts/platform-limits.ts';
import { type Platform, platformOf } from '../../../../shared/posts/platforms.ts';
import { firstCommentLimit } from '../../../../shared/publishing/post-parts.ts';
import { isPaidByCall } from '../../../../shared/publishing/prices.ts';
import { AppError } from '../../../errors.ts';
import type { Answering } from '../../../generation/writers/model/reply.ts';
import { routesOf } from '../../../http/operations.ts';
import type { Routes } from '../../../http/zod-compiler.ts';
import { type Loop, startLoop } from '../../../runs/loop.ts';
import type { Client } from '../../../supabase/connection.ts';
import { couldNot, dataOf } from '../../../supabase/could-not.ts';
import type { DatabaseClock } from '../../../supabase/database-clock.ts';
import type { ChannelsFeature } from '../channels/feature.ts';
import { answerActions } from './actions.ts';
import { collectAnswers } from './collect.ts';
import { cannotReply, NEEDS_SECRET_KEY, NO_ANSWER, NO_REPLY, notInState, SENT_BEFORE, tooLong } from './messages.ts';
import { tellOfAnswers } from './notice.ts';
import { createReplies } from './replies.ts';
import { listSources } from './sources.ts';
import { answerStore, changeSettings, markAnswers } from './store.ts';

/** Interval between checks for accounts and posts that are due. */
const COLLECT_MS = 10_000;
/** How long a request waits for its reply to be sent. */
const WAIT_MS = 20_000;

/** Maximum age of the posts that are checked at the user's request. */
const RECENT_MS = 3 * 24 * 60 * 60_000;

export type AnswersOptions = {
  /** With the service key; null in hosted mode without one, where nothing is collected or sent. */
  admin: Client | null;
  clientFor(request: FastifyRequest): Client | null;
  agentId: string;
  channels: Pick<ChannelsFeature, 'openSession' | 'refuse'>;
  /** A picture on the web as a small data: URL; null if it cannot be read. */
  readPicture(url: string, signal: AbortSignal): Promise<string | null>;
  /** Drafts a reply with the chosen writer. AppError with the remedy on failure. */
  draftReply(answering: Answering, client: Client): Promise<{ text: string; by: string }>;
  notify(notification: Notification): Promise<void>;
  log: FastifyBaseLogger;
  clock: DatabaseClock;
};

export type AnswersFeature = {
  routes: Routes;
  /** One round of collecting, for tests. */
  collect(): Promise<void>;
  start(): void;
  close(): Promise<void>;
};

/** Assembles answers. Nothing is collected or sent automatically before `start`. Close it before the connection. */
export function openAnswers(options: AnswersOptions): AnswersFeature {
  const { admin, agentId, channels, clock, log } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const { openSession } = channels;
  const replies =
    admin &&
    createReplies({
      client: admin,
      agentId,
      openSession,
      onReconnect: (accountId, words) => channels.refuse(accountId, words, admin),
      clock,
      log,
    });
  const collect = async () => {
    if (!admin) return;
    await clock.read();
    await collectAnswers(admin, { agentId, openSession, now: clock.now, signal, log });
  };
  let loop: Loop | undefined;

  const storeFor = (request: FastifyRequest) => answerStore(clientOf(request));
  const clientOf = (request: FastifyRequest) => {
    const client = options.clientFor(request);
    if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    return client;
  };
  const able = () => {
    if (!admin || !replies) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    const store = answerStore(admin);
    const actions = answerActions({ client: admin, agentId, openSession, signal });
    return { client: admin, store, replies, actions };
  };
  /** Sends the replies that are due, then returns this one with its new state. */
  const sent = async (id: string): Promise<Reply> => {
    const { store, replies: sending } = able();
    await sending.sendDue(WAIT_MS);
    return store.reply(id);
  };
  const settings = async (client: Client) => {
    const { isPaused: _, ...rest } = await answerStore(client).settings();
    return rest;
  };

  const routes = routesOf(answerApi, {
    async listAnswers(request) {
      const store = storeFor(request);
      const [page, unread] = await Promise.all([store.list(request.query), store.unread()]);
      return { ...page, unread };
    },
    countAnswers: async (request) => ({ unread: await storeFor(request).unread() }),
    async checkAnswers() {
      const { client } = able();
      await makeDue(client, agentId, await clock.read(), (platform) => !isPaidByCall(platform));
      await collect();
      return listSources(client, agentId);
    },
    listAnswerSources: (request) => listSources(clientOf(request), agentId),
    getAnswerSettings: (request) => settings(clientOf(request)),
    async changeAnswerSettings({ body }) {
      const { client } = able();
      await changeSettings(client, body);
      if (body.collectPaid === true) await makeDue(client, agentId, await clock.read(), isPaidByCall);
      return settings(client);
    },
    async markAnswers({ body: { ids, state } }) {
      const { client, store } = able();
      await markAnswers(client, ids, state);
      return store.several(ids);
    },
    async getAnswer(request) {
      const client = clientOf(request);
      const store = answerStore(client);
      const row = await store.row(request.params.id);
      const [{ answers, replies: written }, answer, maxLength] = await Promise.all([
        store.thread(row),
        store.read(row.id),
        longestReply(client, row.account_id, row.platform),
      ]);
      return { answer, postText: row.post_id ? row.post_text : null, answers, replies: written, maxLength };
    },
    async getAnswerPicture(request) {
      const { author_picture: url } = await storeFor(request).row(request.params.id);
      return { picture: url === null ? null : await options.readPicture(url, signal) };
    },
    async sendReply({ params, body }) {
      const { client, store } = able();
      const { account_id: account, platform } = await store.row(params.id);
      const most = await longestReply(client, account, platform);
      const length = textLength(body.text, platform);
      if (length > most) throw new AppError('bad_input', tooLong(platform, length, most));
      const id = body.id ?? randomUUID();
      const at = (await clock.read()).toString();
      const opened = await client.rpc('open_reply', { reply: id, comment: params.id, words: body.text, at });
      switch (dataOf(opened, 'save a reply')) {
        case 'gone':
          throw new AppError('not_found', NO_ANSWER);
        case 'cannot':
          throw new AppError('conflict', cannotReply(platform));
        case 'same':
          throw new AppError('conflict', SENT_BEFORE);
      }
      return sent(id);
    },
    async writeReply({ params: { id }, body: { wish = '' } }) {
      const { client, store } = able();
      const { account_id: account, platform, post_id: post, post_text, text, author_name } = await store.row(id);
      const limit = await longestReply(client, account, platform);
      const count = (words: string) => textLength(words, platform);
      const answering = {
        post: post ? post_text : null,
        comment: text,
        author: author_name,
        wish,
        limit,
        count,
        signal,
      };
      const written = await options.draftReply(answering, client);
      await keepDraft(client, id, written.text);
      return written;
    },
    async keepReplyDraft({ params, body }) {
      await keepDraft(able().client, params.id, body.text);
    },
    async likeAnswer({ params: { id } }) {
      const { actions, store } = able();
      await actions.like(id, true);
      return store.read(id);
    },
    async unlikeAnswer({ params: { id } }) {
      const { actions, store } = able();
      await actions.like(id, false);
      return store.read(id);
    },
    async hideAnswer({ params: { id } }) {
      const { actions, store } = able();
      await actions.hide(id, true);
      return store.read(id);
    },
    async unhideAnswer({ params: { id } }) {
      const { actions, store } = able();
      await actions.hide(id, false);
      return store.read(id);
    },
    async retryReply({ params: { id } }) {
      const { client } = able();
      const retried = dataOf(
        await client.rpc('retry_reply', { reply: id, at: (await clock.read()).toString() }),
        'send a reply again',
      );
      if (retried === 'gone') throw new AppError('not_found', NO_REPLY);
      if (retried !== 'done') throw new AppError('conflict', notInState(retried));
      return sent(id);
    },
    async removeReply({ params: { id } }) {
      const { actions, store } = able();
      const before = await store.reply(id);
      await actions.remove(id);
      return { ...before, state: 'removed' as const, canRemove: false };
    },
  });

  return {
    routes,
    collect,
    start() {
      if (!replies || signal.aborted) return;
      replies.start();
      const look = async () => {
        await collect();
        if (admin) await tellOfAnswers(admin, options.notify, clock.now());
        return COLLECT_MS;
      };
      const failure = 'answers are collected later';
      loop ??= startLoop(look, { atLeastMs: COLLECT_MS, atMostMs: COLLECT_MS, failure, log });
    },
    async close() {
      closing.abort();
      await Promise.all([replies?.close(), loop?.end()]);
    },
  };
}

/** Makes this agent's accounts on these platforms, and their recent posts, due for the next round. */
async function makeDue(
  client: Client,
  agentId: string,
  at: Temporal.Instant,
  isAsked: (platform: Platform) => boolean,
): Promise<void> {
  const channels = client.from('channels').select('account_id, platform').eq('agent_id', agentId).eq('state', 'ready');
  const ids = dataOf(await channels, 'list the connected accounts').flatMap(({ account_id, platform }) =>
    platformOf(platform).answers && isAsked(platform) ? [account_id] : [],
  );
  if (ids.length === 0) return;
  const now = { answers_due: at.toString() };
  const accounts = await client.from('channels').update(now).in('account_id', ids);
  const posts = await client
    .from('post_deliveries')
    .update(now)
    .in('account_id', ids)
    .not('answers_due', 'is', null)
    .gt('published_at', at.subtract({ milliseconds: RECENT_MS }).toString());
  const error = accounts.error ?? posts.error;
  if (error) throw couldNot('look for answers', error);
}

/** AppError not_found. */
async function keepDraft(client: Client, answerId: string, words: string): Promise<void> {
  const kept = await client.rpc('keep_reply_draft', { comment: answerId, words });
  if (!dataOf(kept, 'save a draft')) throw new AppError('not_found', NO_ANSWER);
}

async function longestReply(client: Client, accountId: string, platform: Platform): Promise<number> {
  const { data, error } = await client.from('channels').select('limits').eq('account_id', accountId).maybeSingle();
  if (error) throw couldNot('read a channel', error);
  return firstCommentLimit(platform, data?.limits ?? {});
}
