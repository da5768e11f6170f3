import { addressesIn, xLength } from '../../../shared/posts/x-length.ts';
import { attachable } from './media.ts';
import { ApiError, nextId, type World, type XPost, type XUser } from './world.ts';

const DUPLICATE_MS = 12 * 3_600_000;
const forbidden = (detail: string) => new ApiError(403, 'Forbidden', detail);

type Told = { world: World; user: XUser };
export type NewPost = {
  text?: string;
  media?: { media_ids: string[] };
  reply?: { in_reply_to_tweet_id: string };
  made_with_ai?: boolean;
  poll?: { options: string[] };
  community_id?: string;
  share_with_followers?: boolean;
};

export function createPost({ world, user }: Told, asked: NewPost): object {
  const { text = '', media, reply, made_with_ai = false, poll } = asked;
  if (poll && media) throw new ApiError(400, 'Invalid Request', 'Poll and media are mutually exclusive.');
  if (asked.share_with_followers && !asked.community_id)
    throw new ApiError(400, 'Invalid Request', 'share_with_followers needs a community_id.');
  const files = media ? attachable({ world, user }, media.media_ids) : [];
  if (text.trim() === '' && files.length === 0) throw forbidden('Tweet text is empty.');
  if (xLength(text) > (/^Premium/.test(user.subscription) ? 25_000 : 280))
    throw forbidden('Your Tweet text is too long.');
  const replyTo = reply?.in_reply_to_tweet_id ?? null;
  if (replyTo !== null && !world.posts.some(({ id }) => id === replyTo))
    throw forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.');
  const same = world.posts.some(
    (one) => one.author === user && one.text === text.trim() && world.now() - one.createdAt < DUPLICATE_MS,
  );
  if (same && files.length === 0) throw forbidden('You are not allowed to create a Tweet with duplicate content.');
  const post = addPost(world, user, { text: text.trim(), replyTo, media: files, isMadeWithAi: made_with_ai });
  return { data: { id: post.id, text: shown(world, post).text, edit_history_tweet_ids: [post.id] } };
}

export function addPost(world: World, author: XUser, more: Partial<XPost>): XPost {
  const post: XPost = {
    id: nextId(world),
    author,
    createdAt: world.now(),
    text: '',
    replyTo: null,
    media: [],
    isMadeWithAi: false,
    likes: 0,
    ...more,
  };
  world.posts.push(post);
  return post;
}

/** Newest first, in pages; only posts that are already listed. */
export function listPosts({ world, user }: Told, id: string, query: URLSearchParams): object {
  if (id !== user.id) throw forbidden('You may read your own posts only, here.');
  const size = Number(query.get('max_results') ?? 10);
  if (!(size >= 5 && size <= 100))
    throw new ApiError(400, 'Invalid Request', 'The `max_results` query parameter value is not between 5 and 100');
  const from = Number(query.get('pagination_token') ?? 0);
  const since = Date.parse(query.get('start_time') ?? '2010-11-06T00:00:00Z');
  const all = world.posts
    .filter(({ author, createdAt }) => author === user && createdAt >= since)
    .filter(({ createdAt }) => createdAt + world.listedAfterMs <= world.now())
    .reverse();
  const page = all.slice(from, from + size);
  const next = from + size < all.length ? { next_token: String(from + size) } : {};
  const fields = query.get('tweet.fields')?.split(',') ?? [];
  const data = page.map((post) => withNote(shown(world, post), fields.includes('note_tweet')));
  return { ...(data.length > 0 && { data }), meta: { result_count: page.length, ...next } };
}

/** Newest first; a reply mentions the author of its post. https://docs.x.com/x-api/users/get-mentions */
export function listMentions({ world, user }: Told, id: string, query: URLSearchParams): object {
  if (id !== user.id) throw forbidden('You may read your own mentions only, here.');
  const named = ({ author, text, replyTo }: XPost) =>
    author !== user &&
    (text.includes(`@${user.username}`) || world.posts.some((one) => one.id === replyTo && one.author === user));
  const from = Number(query.get('pagination_token') ?? 0);
  const since = BigInt(query.get('since_id') ?? 0);
  const all = world.posts.filter((one) => named(one) && BigInt(one.id) > since).reverse();
  const page = all.slice(from, from + Number(query.get('max_results') ?? 10));
  const next = from + page.length < all.length ? { next_token: String(from + page.length) } : {};
  const rootOf = (post: XPost): XPost => {
    const above = world.posts.find((one) => one.id === post.replyTo);
    return above ? rootOf(above) : post;
  };
  const data = page.map((post) => {
    const above = world.posts.find((one) => one.id === post.replyTo);
    const told = { author_id: post.author.id, conversation_id: rootOf(post).id };
    return { ...shown(world, post), ...told, ...(above && { in_reply_to_user_id: above.author.id }) };
  });
  const users = [...new Set(page.map(({ author }) => author))].map(({ id: userId, username }) => ({
    ...{ id: userId, username, name: username },
    profile_image_url: `https://pbs.twimg.com/${username}.jpg`,
  }));
  const meta = { result_count: page.length, ...(page[0] && { newest_id: page[0].id }), ...next };
  return { ...(page.length > 0 && { data, includes: { users } }), meta };
}

/** https://docs.x.com/x-api/posts/hide-reply */
export function hideReply({ world, user }: Told, id: string, isHidden: boolean): object {
  const post = world.posts.find((one) => one.id === id);
  const above = world.posts.find((one) => one.id === post?.replyTo);
  if (!post || above?.author !== user) throw forbidden('You may hide replies to your own posts only.');
  post.isHidden = isHidden;
  return { data: { hidden: isHidden } };
}

export function showPost({ world }: Told, id: string): object {
  const post = world.posts.find((one) => one.id === id);
  if (post) return { data: shown(world, post) };
  const detail = `Could not find tweet with id: [${id}].`;
  return { errors: [{ title: 'Not Found Error', detail, type: 'https://api.x.com/2/problems/resource-not-found' }] };
}

export function deletePost({ world, user }: Told, id: string): object {
  const index = world.posts.findIndex((one) => one.id === id);
  if (index >= 0 && world.posts[index]?.author !== user) throw forbidden('This post is not yours.');
  if (index >= 0) world.posts.splice(index, 1);
  return { data: { deleted: true } };
}

/** A post as X returns it: links shortened, those of media at the end, and three characters escaped as in HTML. */
function shown(world: World, { id, text, createdAt, media, replyTo, likes }: XPost) {
  const urls: object[] = [];
  let linked = '';
  let at = 0;
  for (const { start, end } of addressesIn(text)) {
    const url = `https://t.co/${id.slice(-6)}${urls.length}`;
    const address = text.slice(start, end);
    urls.push({ url, expanded_url: address.includes('://') ? address : `http://${address}`, display_url: address });
    linked += escaped(text.slice(at, start)) + url;
    at = end;
  }
  linked += escaped(text.slice(at));
  if (media.length > 0) {
    const url = `https://t.co/m${id.slice(-6)}`;
    linked = `${linked} ${url}`.trim();
    for (const one of media) urls.push({ url, expanded_url: `${world.origin}/photo/1`, media_key: `3_${one.id}` });
  }
  return {
    id,
    text: linked,
    created_at: new Date(createdAt).toISOString(),
    edit_history_tweet_ids: [id],
    ...(urls.length > 0 && { entities: { urls } }),
    ...(media.length > 0 && { attachments: { media_keys: media.map((one) => `3_${one.id}`) } }),
    ...(replyTo !== null && { referenced_tweets: [{ type: 'replied_to', id: replyTo }] }),
    public_metrics: {
      like_count: likes,
      retweet_count: 0,
      quote_count: 0,
      reply_count: world.posts.filter((one) => one.replyTo === id).length,
      bookmark_count: 0,
      impression_count: 90,
    },
    non_public_metrics: { impression_count: 90, url_link_clicks: 3, user_profile_clicks: 1 },
  };
}

/** A long post: the beginning of its text and, if requested, all of it. */
function withNote(post: ReturnType<typeof shown>, isAsked: boolean): object {
  if (xLength(post.text) <= 280) return post;
  const { text, entities, ...rest } = post;
  return { ...rest, text: `${text.slice(0, 270)}…`, ...(isAsked && { note_tweet: { text, entities } }) };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
