import { z } from 'zod';
import type { Answered, AnswersSession, OutgoingReply, Part, ToldComment } from '../../answers/session.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type OutgoingPost, PublishError } from '../../publisher.ts';
import { THREADGATE } from './gates.ts';
import type { Authorized } from './login.ts';
import { accountsMentioned } from './people.ts';
import * as posts from './posts.ts';
import * as records from './records.ts';
import { answerOf, errorName, methodUrl } from './xrpc.ts';

const LIKE = 'app.bsky.feed.like';
const PAGE_SIZE = 100;
/** Pages of notifications read at a time. Older answers are found below their post. */
const PAGES_MAX = 5;
/** How deep below a post answers are read, and how many. */
const DEPTH = 20;
const NODES_MAX = 2000;
const TID = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;
const HIDE_TRIES = 3;

const uriSchema = z.string().regex(/^at:\/\/did:[a-zA-Z0-9._:%-]+\/[a-zA-Z.]+\/[a-zA-Z0-9._:~-]{1,512}$/);
const cidSchema = z.string().regex(/^[a-zA-Z0-9]{8,200}$/);
const refSchema = z.object({ uri: uriSchema, cid: cidSchema });
const authorSchema = z.object({
  did: z.string().max(2048),
  handle: z.string().max(253),
  displayName: z.string().optional().catch(undefined),
  avatar: z.string().optional().catch(undefined),
});
const recordSchema = z.object({
  text: z.string().catch(''),
  createdAt: z.string().catch(''),
  reply: z.object({ root: refSchema, parent: refSchema }).optional().catch(undefined),
  embed: z
    .object({ record: z.union([refSchema, z.object({ record: refSchema })]) })
    .optional()
    .catch(undefined),
});
type PostRecord = z.infer<typeof recordSchema>;
const postSchema = z.object({
  uri: uriSchema,
  cid: cidSchema,
  author: authorSchema,
  record: recordSchema,
  indexedAt: z.string(),
  replyCount: z.number().optional().catch(undefined),
  viewer: z.object({ like: z.string().optional(), replyDisabled: z.boolean().optional() }).optional().catch(undefined),
  threadgate: z
    .object({ record: z.object({ hiddenReplies: z.array(z.string()).catch([]) }) })
    .optional()
    .catch(undefined),
});
type PostView = z.infer<typeof postSchema>;
const notificationSchema = postSchema.extend({ reason: z.string() });
const listSchema = z.object({ cursor: z.string().max(1000).optional(), notifications: z.array(z.unknown()) });
const nodeSchema = z.object({ post: postSchema, replies: z.array(z.unknown()).catch([]) });
const threadSchema = z.object({ thread: z.unknown() });
const gateSchema = z.object({ cid: cidSchema, value: z.record(z.string(), z.unknown()) });

/**
 * Answers to an account. Methods of the AppView are called through the account's own server.
 * https://docs.bsky.app/docs/api/app-bsky-notification-list-notifications and app-bsky-feed-get-post-thread
 */
export function answersOf(account: Authorized, calls: PlatformCalls): AnswersSession {
  const ask = async <T>(step: string, method: string, query: Record<string, string>, schema: z.ZodType<T>) => {
    const answer = await account.send(({ pds }) => ({ step, url: methodUrl(pds, method, query) }));
    return answerOf(answer, schema, { now: calls.now() });
  };
  const own = () => account.login().did;
  const isOurs = (uri: string) => uri.startsWith(`at://${own()}/`);

  /** The post's current state. Throws PublishError `rejected` if it was deleted, or is hidden by a block. */
  const readNow = async ({ remoteId }: Answered): Promise<PostView> => {
    const query = { uris: remoteId };
    const { posts: found } = await ask('read the answer', 'app.bsky.feed.getPosts', query, foundSchema);
    const post = found.find(({ uri }) => uri === remoteId);
    if (!post) throw new PublishError('rejected', GONE);
    return post;
  };

  return {
    async incoming(since) {
      const comments: ToldComment[] = [];
      let newest = since;
      let cursor: string | undefined;
      for (let page = 0; page < PAGES_MAX; page++) {
        const query = { limit: String(PAGE_SIZE), ...(cursor !== undefined && { cursor }) };
        const method = 'app.bsky.notification.listNotifications';
        const list = await ask('read what came in', method, query, listSchema);
        const told = list.notifications.flatMap((one) => notificationSchema.safeParse(one).data ?? []);
        const fresh = told.filter(({ indexedAt }) => since === null || indexedAt >= since);
        for (const { indexedAt } of fresh) if (newest === null || indexedAt > newest) newest = indexedAt;
        comments.push(
          ...fresh
            .filter(({ reason }) => ['reply', 'mention', 'quote'].includes(reason))
            .map((one) => toldOf(one, own(), one.reason)),
        );
        cursor = list.cursor;
        if (cursor === undefined || list.notifications.length === 0 || fresh.length < told.length) break;
      }
      return { comments, cursor: newest, reads: 0 };
    },

    async below(parts) {
      const [first] = parts.map(posts.remoteIdOf);
      if (!first) return null;
      const query = { uri: first.uri, depth: String(DEPTH), parentHeight: '0' };
      const answer = await account.send(({ pds }) => ({
        step: 'read the thread',
        url: methodUrl(pds, 'app.bsky.feed.getPostThread', query),
      }));
      if (errorName(answer) === 'NotFound') return (await posts.isGone(first, account, calls)) ? null : NOTHING;
      const { thread } = answerOf(answer, threadSchema, { now: calls.now() });
      const root = nodeSchema.safeParse(thread).data;
      if (!root) return NOTHING;
      const hidden = new Set(root.post.threadgate?.record.hiddenReplies);
      const ids = new Set(parts.map((part) => posts.remoteIdOf(part).uri));
      const { nodes, isWhole } = nodesBelow(root);
      const comments = nodes
        .filter(({ uri }) => !ids.has(uri))
        .map((post) => ({ ...toldOf(post, own(), 'reply'), hidden: hidden.has(post.uri) }));
      return { comments, isWhole };
    },

    async reply(reply, begin) {
      const post = await readNow(reply.to);
      if (post.viewer?.replyDisabled) throw new PublishError('rejected', NO_REPLIES);
      const parent = { uri: post.uri, cid: post.cid };
      const sent = asPost(reply);
      const dids = await accountsMentioned(sent, account, calls);
      const langs = await records.languagesOf(sent);
      const record = { ...records.recordOf(sent, 0, dids, null), ...langs };
      await begin();
      const at = { root: post.record.reply?.root ?? parent, parent };
      return await posts.createPart({ ...record, reply: at }, sent, 0, account, calls);
    },

    async findReply(reply) {
      const stored = await posts.readPost(asPost(reply), 0, account, calls);
      if ('why' in stored) return { found: 'unclear', why: stored.why };
      return stored.part ? { found: 'yes', part: stored.part } : { found: 'no' };
    },

    async removeReply(part: Part) {
      const { rkey } = posts.remoteIdOf(part);
      await deleteRecord(records.POSTS, rkey, account, calls);
    },

    async like(to, isLiked) {
      if (!isLiked) {
        const like = to.likeRef ?? (await readNow(to)).viewer?.like;
        if (like && isOurs(like)) await deleteRecord(LIKE, keyOf(like), account, calls);
        return null;
      }
      const { uri, cid, viewer } = await readNow(to);
      if (viewer?.like) return viewer.like;
      const rkey = keyOf(uri);
      // A like has the key of the liked post, so that a repeated like is the same record.
      const method = TID.test(rkey) ? 'putRecord' : 'createRecord';
      const record = { $type: LIKE, subject: { uri, cid }, createdAt: calls.now().toISOString() };
      const answer = await account.send(({ pds, did }) => ({
        step: 'like',
        url: methodUrl(pds, `com.atproto.repo.${method}`),
        json: { repo: did, collection: LIKE, ...(method === 'putRecord' && { rkey }), record },
      }));
      return answerOf(answer, z.object({ uri: uriSchema }), { now: calls.now() }).uri;
    },

    /** A thread's author hides answers in its threadgate, which has the key of the thread's first post. */
    async hide(to, isHidden) {
      const { uri, record } = await readNow(to);
      const root = record.reply?.root.uri;
      if (!root || !isOurs(root)) throw new PublishError('rejected', NOT_OUR_THREAD);
      for (let tries = 1; ; tries++) {
        const gate = await readGate(keyOf(root), account, calls);
        const hiddenNow = z.array(z.string()).catch([]).parse(gate?.value.hiddenReplies);
        if (hiddenNow.includes(uri) === isHidden) return;
        const hiddenReplies = isHidden ? [...hiddenNow, uri] : hiddenNow.filter((one) => one !== uri);
        const made = { $type: THREADGATE, post: root, createdAt: calls.now().toISOString() };
        const answer = await account.send(({ pds, did }) => ({
          step: isHidden ? 'hide' : 'show again',
          url: methodUrl(pds, 'com.atproto.repo.putRecord'),
          json: {
            repo: did,
            collection: THREADGATE,
            rkey: keyOf(root),
            record: { ...(gate?.value ?? made), hiddenReplies },
            swapRecord: gate?.cid ?? null,
          },
        }));
        // Another client has changed the gate; its change must not be lost.
        if (errorName(answer) === 'InvalidSwap' && tries < HIDE_TRIES) continue;
        answerOf(answer, z.unknown(), { now: calls.now() });
        return;
      }
    },
  };
}

const foundSchema = z.object({ posts: z.array(postSchema) });
const NOTHING = { comments: [], isWhole: false };

const GONE = 'The answer is no longer there: it was deleted, or its author has blocked this account.';
const NO_REPLIES = 'Replies are no longer allowed there.';
const NOT_OUR_THREAD = 'Only answers below the account’s own posts can be hidden.';

/** A reply as a post of one part, whose record key is derived from the reply's key. */
function asPost({ key, text, createdAt }: OutgoingReply): OutgoingPost {
  return { key, dueAt: createdAt, sentAt: createdAt, parts: [text], media: [] };
}

function toldOf(post: Omit<PostView, 'replyCount'>, own: string, reason: string): ToldComment {
  const { uri, author, record, viewer } = post;
  const { root, parent } = record.reply ?? {};
  const quoted = quotedBy(record);
  const about = reason === 'quote' ? [quoted] : [parent, root];
  const isOnOurs = root?.uri.startsWith(`at://${own}/`) === true;
  const kind = reason !== 'reply' ? 'mention' : parent?.uri === root?.uri ? 'comment' : 'reply';
  const createdAt = Date.parse(record.createdAt);
  return {
    remoteId: uri,
    parentId: parent?.uri ?? null,
    posts: about.flatMap((ref) => (ref ? [`${ref.uri} ${ref.cid}`] : [])),
    kind,
    isOwn: author.did === own,
    author: {
      id: author.did,
      name: author.displayName ?? '',
      handle: author.handle,
      url: `https://bsky.app/profile/${author.did}`,
      picture: author.avatar ?? null,
    },
    text: record.text,
    url: `https://bsky.app/profile/${author.did}/post/${keyOf(uri)}`,
    at: new Date(Number.isNaN(createdAt) ? post.indexedAt : createdAt).toISOString(),
    editedAt: null,
    liked: viewer ? viewer.like !== undefined : null,
    hidden: null,
    likeRef: viewer?.like ?? null,
    can: ['reply', 'like', ...(isOnOurs && author.did !== own ? (['hide'] as const) : [])],
  };
}

function quotedBy({ embed }: PostRecord): z.infer<typeof refSchema> | undefined {
  if (!embed) return undefined;
  return 'record' in embed.record ? embed.record.record : embed.record;
}

/** The posts below a post. `isWhole` if none can be missing. */
function nodesBelow(root: z.infer<typeof nodeSchema>): { nodes: PostView[]; isWhole: boolean } {
  const nodes: PostView[] = [];
  let isWhole = true;
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if ((node.post.replyCount ?? 0) > node.replies.length) isWhole = false;
    for (const one of node.replies) {
      const below = nodeSchema.safeParse(one).data;
      // Deleted, or hidden by a block.
      if (!below) continue;
      if (nodes.length >= NODES_MAX) return { nodes, isWhole: false };
      nodes.push(below.post);
      open.push(below);
    }
  }
  return { nodes, isWhole };
}

async function readGate(rkey: string, account: Authorized, calls: PlatformCalls) {
  const { pds, did } = account.login();
  const query = { repo: did, collection: THREADGATE, rkey };
  const answer = await calls.send({
    step: 'read who may reply',
    url: methodUrl(pds, 'com.atproto.repo.getRecord', query),
  });
  if (errorName(answer) === 'RecordNotFound') return null;
  return answerOf(answer, gateSchema, { now: calls.now() });
}

/** A missing record is not an error. */
async function deleteRecord(collection: string, rkey: string, account: Authorized, calls: PlatformCalls) {
  const answer = await account.send(({ pds, did }) => ({
    step: 'delete',
    url: methodUrl(pds, 'com.atproto.repo.deleteRecord'),
    json: { repo: did, collection, rkey },
  }));
  answerOf(answer, z.unknown(), { now: calls.now() });
}

function keyOf(uri: string): string {
  return uri.slice(uri.lastIndexOf('/') + 1);
}
