import { createHash } from 'node:crypto';
import { type Incoming, Refusal } from '../publishing/imitation.ts';

type Json = Record<string, unknown>;
type StoredRecord = { cid: string; value: Json };
type Ref = { uri: string; cid: string };

const POSTS = 'app.bsky.feed.post';
const LIKE = 'app.bsky.feed.like';
const THREADGATE = 'app.bsky.feed.threadgate';
const OTHER = { did: 'did:plc:grace', handle: 'grace.test', displayName: 'Grace Hopper' };
/** The common beginning of keys that are TIDs, and their possible last characters. */
const KEY = '3l6zs4w7fh33';
const ENDS = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * What the AppView shows an account: notifications, threads and posts, by app.bsky.notification.listNotifications and
 * app.bsky.feed.getPostThread. All others are one person, who writes, edits and deletes.
 */
export function blueskyAnswers(
  own: { did: string; handle: string },
  posts: Map<string, StoredRecord>,
  gates: Map<string, Json>,
) {
  const others = new Map<string, StoredRecord & { indexedAt: string; reason: string }>();
  /** The account's likes, by their record key. */
  const liked = new Map<string, Json>();
  let count = 0;

  const cidOf = (value: Json) => `bafyrei${createHash('sha256').update(JSON.stringify(value)).digest('hex')}`;
  const keyOf = (uri: string) => uri.split('/').at(-1) ?? '';
  const ownUri = (key: string) => `at://${own.did}/${POSTS}/${key}`;
  const find = (uri: string) => (uri.startsWith(`at://${own.did}/`) ? posts.get(keyOf(uri)) : others.get(uri));
  const all = () => [
    ...[...posts].map(([key, one]) => ({ uri: ownUri(key), ...one })),
    ...[...others].map(([uri, one]) => ({ uri, ...one })),
  ];
  const below = (uri: string) =>
    all().filter(({ value }) => (value.reply as { parent: Ref } | undefined)?.parent.uri === uri);
  const view = (uri: string): Json => {
    const { cid, value } = find(uri) ?? { cid: '', value: {} };
    const like = [...liked].find(([, { subject }]) => (subject as Ref).uri === uri)?.[0];
    const gate = gates.get(`${THREADGATE}/${keyOf(uri)}`);
    return {
      uri,
      cid,
      author: uri.startsWith(`at://${own.did}/`) ? own : OTHER,
      record: value,
      indexedAt: others.get(uri)?.indexedAt ?? value.createdAt,
      replyCount: below(uri).length,
      viewer: like ? { like: `at://${own.did}/${LIKE}/${like}` } : {},
      ...(gate && { threadgate: { record: gate } }),
    };
  };
  const thread = (uri: string): Json => ({ post: view(uri), replies: below(uri).map((one) => thread(one.uri)) });

  const methods: Record<string, (call: Incoming) => Json> = {
    'app.bsky.notification.listNotifications': () => ({
      notifications: [...others]
        .map(([uri, { indexedAt, reason }]) => ({ ...view(uri), indexedAt, reason, isRead: false }))
        .reverse(),
    }),
    'app.bsky.feed.getPostThread': ({ query }) => {
      const uri = query.get('uri') ?? '';
      if (!find(uri)) throw new Refusal({ status: 400, body: { error: 'NotFound', message: 'Post not found' } });
      return { thread: thread(uri) };
    },
  };

  return {
    methods,
    liked,
    find,
    view: (uri: string) => (find(uri) ? view(uri) : null),
    /** Another user writes below a post of the account, or replies to an answer. Returns its address. */
    write(text: string, parent: string | null): string {
      const above = parent === null ? null : find(parent);
      const at = above && parent !== null ? { uri: parent, cid: above.cid } : null;
      const root = (above?.value.reply as { root: Ref } | undefined)?.root ?? at;
      count += 1;
      const uri = `at://${OTHER.did}/${POSTS}/${KEY}${ENDS[count % ENDS.length]}`;
      const createdAt = new Date(Date.now() + count).toISOString();
      const value = { $type: POSTS, text, createdAt, ...(at && { reply: { root, parent: at } }) };
      others.set(uri, { cid: cidOf(value), value, indexedAt: createdAt, reason: parent ? 'reply' : 'mention' });
      return uri;
    },
    edit(uri: string, text: string) {
      const one = others.get(uri);
      if (one) others.set(uri, { ...one, value: { ...one.value, text }, cid: cidOf({ ...one.value, text }) });
    },
    erase: (uri: string) => others.delete(uri),
  };
}
