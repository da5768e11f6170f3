import { createHash, randomUUID } from 'node:crypto';
import { parseUrl } from '../../shared/web/parse-url.ts';
import { blueskyAnswers } from './bluesky/answers.ts';
import { FOLLOWERS } from './publishing/followers.ts';
import { type Fault, type Incoming, instead, Refusal, send, startImitation } from './publishing/imitation.ts';

export { send };

type Json = Record<string, unknown>;
type StoredRecord = { cid: string; value: Json };

export type PdsImitation = Awaited<ReturnType<typeof startPds>>;

const POSTS = 'app.bsky.feed.post';
const THREADGATE = 'app.bsky.feed.threadgate';
const LIKE = 'app.bsky.feed.like';
const POSTGATE = 'app.bsky.feed.postgate';
const TID = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const refusal = (status: number, error: string, message: string) =>
  new Refusal({ status, body: { error, message } }, message);

/**
 * A personal data server on loopback, following the lexicons of com.atproto, with one account, and the AppView's count
 * of likes. It accepts a post only if its key, its text, its facets, its blobs and the post that it replies to are
 * valid.
 */
export async function startPds(options: { didDoc?: (origin: string) => unknown } = {}) {
  const account = {
    did: 'did:plc:abcdefghijklmnopqrstuvwx',
    handle: 'ada.test',
    appPassword: 'abcd-efgh-ijkl-mnop',
    status: null as string | null,
  };
  const handles = new Map([
    [account.handle, account.did],
    ['grace.test', 'did:plc:grace'],
  ]);
  /** The people that the AppView behind the server finds, by app.bsky.actor.defs#profileViewBasic. */
  const people: Json[] = [
    { did: 'did:plc:grace', handle: 'grace.test', displayName: 'Grace Hopper' },
    { did: 'did:plc:gracie', handle: 'gracie.bsky.social', displayName: '' },
    { did: 'did:plc:lost', handle: 'handle.invalid', displayName: 'Grace Lost' },
  ];
  const access = new Map<string, { hasEnded: boolean }>();
  const refresh = new Set<string>();
  const blobs = new Map<string, number>();
  const posts = new Map<string, StoredRecord>();
  /** Who may reply to a post or quote it, by collection and the post's key. */
  const gates = new Map<string, Json>();
  const likes = new Map<string, Json>();
  /** The video service's remaining quota; null if the network has no such service. */
  const video = { limits: null as Json | null };
  const answers = blueskyAnswers(account, posts, gates);
  const grants = new Map<string, { aud: string; lxm: string }>();
  const world = { origin: '' };
  let revision = 0;

  const session = (): Json => {
    revision += 1;
    const accessJwt = `access-${revision}-${randomUUID()}`;
    const refreshJwt = `refresh-${revision}-${randomUUID()}`;
    access.set(accessJwt, { hasEnded: false });
    refresh.add(refreshJwt);
    return { ...about(), accessJwt, refreshJwt };
  };
  const about = (): Json => ({
    did: account.did,
    handle: account.handle,
    active: account.status === null,
    ...(account.status && { status: account.status }),
    ...(options.didDoc && { didDoc: options.didDoc(world.origin) }),
  });
  const authorize = (bearer: string | undefined) => {
    const token = access.get(bearer ?? '');
    if (!token) throw refusal(401, 'AuthMissing', 'Authentication Required');
    if (token.hasEnded) throw refusal(400, 'ExpiredToken', 'Token has expired');
    if (account.status) throw refusal(401, 'AccountDeactivated', 'Account is deactivated');
  };
  const checkPost = (rkey: string, value: Json) => {
    const text = String(value.text);
    const bytes = Buffer.byteLength(text);
    if (!TID.test(rkey)) throw refusal(400, 'InvalidRequest', 'Invalid record key');
    if ([...segmenter.segment(text)].length > 300 || bytes > 3000) {
      throw refusal(400, 'InvalidRequest', 'Invalid app.bsky.feed.post record: text is too long');
    }
    const { langs = [], labels } = value as { langs?: string[]; labels?: { $type: string; values: { val: string }[] } };
    if (langs.length > 3 || langs.some((one) => !/^[a-z]{2,3}(-\w{2,8})*$/.test(one)))
      throw refusal(400, 'InvalidRequest', 'Invalid app.bsky.feed.post record: langs');
    if (labels && (labels.$type !== 'com.atproto.label.defs#selfLabels' || labels.values.some(({ val }) => !val)))
      throw refusal(400, 'InvalidRequest', 'Invalid app.bsky.feed.post record: labels');
    for (const { index } of (value.facets ?? []) as { index: { byteStart: number; byteEnd: number } }[]) {
      if (index.byteStart >= index.byteEnd || index.byteEnd > bytes) {
        throw refusal(400, 'InvalidRequest', 'Invalid facet');
      }
    }
    for (const link of JSON.stringify(value.embed ?? {}).match(/"\$link":"([^"]*)"/g) ?? []) {
      if (!blobs.has(link.slice(9, -1))) throw refusal(400, 'BlobNotFound', `Could not find blob: ${link}`);
    }
    const { external } = (value.embed ?? {}) as { external?: { uri: string; thumb?: { size: number } } };
    if (external && (!parseUrl(external.uri) || (external.thumb?.size ?? 0) > 1_000_000)) {
      throw refusal(400, 'InvalidRequest', 'Invalid app.bsky.feed.post record: embed/external');
    }
    const { captions = [] } = (value.embed ?? {}) as {
      captions?: { lang: string; file: { mimeType: string; size: number } }[];
    };
    if (captions.some(({ lang, file }) => !lang || file.mimeType !== 'text/vtt' || file.size > 20_000)) {
      throw refusal(400, 'InvalidRequest', 'Invalid app.bsky.feed.post record: embed/captions');
    }
    const reply = value.reply as Record<'root' | 'parent', { uri: string; cid: string }> | undefined;
    for (const { uri, cid } of reply ? [reply.root, reply.parent] : []) {
      if (answers.find(uri)?.cid !== cid) throw refusal(400, 'InvalidRequest', 'No such post');
    }
  };
  /**
   * Checks a gate against the lexicons of threadgate and postgate; its `post` must be the one with the gate's own key.
   */
  const checkGate = (collection: string, rkey: string, value: Json) => {
    // Without `allow`, everyone may reply.
    const rules = { [THREADGATE]: value.allow ?? [], [POSTGATE]: value.quotepostRules }[collection];
    if (value.$type !== collection || !Array.isArray(rules) || rules.length > 5 || !value.createdAt)
      throw refusal(400, 'InvalidRequest', `Invalid ${collection} record`);
    const known = collection === THREADGATE ? ['mentionRule', 'followerRule', 'followingRule'] : ['disableRule'];
    if (rules.some(({ $type }) => !known.some((rule) => $type === `${collection}#${rule}`)))
      throw refusal(400, 'InvalidRequest', `Invalid ${collection} record: rule`);
    if (value.post !== `at://${account.did}/${POSTS}/${rkey}`)
      throw refusal(400, 'InvalidRequest', 'Creator and rkey of the gate do not match its post');
  };
  const checkRecord = (collection: string, rkey: string, value: Json) =>
    collection === POSTS ? checkPost(rkey, value) : checkGate(collection, rkey, value);
  const stored = (rkey: string, { cid, value }: StoredRecord): Json => ({
    uri: `at://${account.did}/${POSTS}/${rkey}`,
    cid,
    value,
  });

  /** Stores a like or a gate. */
  const putOther = (collection: string, rkey: string, value: Json, swap: unknown): Json => {
    const uri = `at://${account.did}/${collection}/${rkey}`;
    const cid = cidOf(JSON.stringify(value));
    if (collection === LIKE) {
      const subject = value.subject as { uri: string; cid: string };
      if (answers.find(subject.uri)?.cid !== subject.cid) throw refusal(400, 'InvalidRequest', 'No such subject');
      answers.liked.set(rkey, value);
      return { uri, cid };
    }
    checkGate(collection, rkey, value);
    const current = gates.get(`${collection}/${rkey}`);
    if (swap !== undefined && swap !== (current ? cidOf(JSON.stringify(current)) : null))
      throw refusal(400, 'InvalidSwap', 'Record was at another');
    gates.set(`${collection}/${rkey}`, value);
    return { uri, cid };
  };

  const methods: Record<string, (call: Incoming) => Json> = {
    ...answers.methods,
    'com.atproto.server.createSession': ({ fields: body }) => {
      if (![account.handle, account.did].includes(String(body.identifier)) || body.password !== account.appPassword) {
        throw refusal(401, 'AuthenticationRequired', 'Invalid identifier or password');
      }
      return session();
    },
    'com.atproto.server.refreshSession': ({ bearer }) => {
      if (!refresh.delete(bearer ?? '')) throw refusal(400, 'ExpiredToken', 'Token has been revoked');
      return session();
    },
    'com.atproto.server.deleteSession': ({ bearer }) => {
      if (!refresh.delete(bearer ?? '')) throw refusal(400, 'InvalidToken', 'Token could not be verified');
      return {};
    },
    'com.atproto.server.getSession': ({ bearer }) => {
      const status = account.status;
      account.status = null;
      try {
        authorize(bearer);
      } finally {
        account.status = status;
      }
      return about();
    },
    'com.atproto.repo.putRecord': ({ fields: body, bearer }) => {
      authorize(bearer);
      const rkey = String(body.rkey);
      const value = body.record as Json;
      if (body.collection !== POSTS) return putOther(String(body.collection), rkey, value, body.swapRecord);
      checkPost(rkey, value);
      const cid = cidOf(JSON.stringify(value));
      const current = posts.get(rkey);
      if (current && current.cid !== cid && body.swapRecord === null) {
        throw refusal(400, 'InvalidSwap', `Record was at ${current.cid}`);
      }
      posts.set(rkey, { cid, value });
      return stored(rkey, { cid, value });
    },
    'com.atproto.repo.applyWrites': ({ fields: body, bearer }) => {
      authorize(bearer);
      const writes = body.writes as { $type: string; collection: string; rkey: string; value: Json }[];
      for (const { $type, collection, rkey, value } of writes) {
        if ($type !== 'com.atproto.repo.applyWrites#create') throw refusal(400, 'InvalidRequest', 'Not imitated');
        checkRecord(collection, rkey, value);
        // Like the reference server, which does not treat this as a refusal.
        if (collection === POSTS ? posts.has(rkey) : gates.has(`${collection}/${rkey}`))
          throw refusal(500, 'InternalServerError', 'Internal Server Error');
      }
      const results = writes.map(({ collection, rkey, value }) => {
        const cid = cidOf(JSON.stringify(value));
        if (collection === POSTS) posts.set(rkey, { cid, value });
        else gates.set(`${collection}/${rkey}`, value);
        return { uri: `at://${account.did}/${collection}/${rkey}`, cid };
      });
      return { results };
    },
    'com.atproto.repo.uploadBlob': ({ bearer, file, headers }) => {
      authorize(bearer);
      const { size = 0, sha256 = '', mimeType = '' } = file ?? {};
      if (String(size) !== headers['content-length']) throw refusal(400, 'InvalidRequest', 'Wrong size');
      blobs.set(`bafkrei${sha256}`, size);
      return { blob: { $type: 'blob', ref: { $link: `bafkrei${sha256}` }, mimeType, size } };
    },
    'com.atproto.repo.getRecord': ({ query }) => {
      const rkey = query.get('rkey') ?? '';
      const collection = query.get('collection') ?? POSTS;
      const gate = gates.get(`${collection}/${rkey}`);
      if (gate) {
        const uri = `at://${account.did}/${collection}/${rkey}`;
        return { uri, cid: cidOf(JSON.stringify(gate)), value: gate };
      }
      const record = collection === POSTS ? posts.get(rkey) : undefined;
      if (!record) throw refusal(400, 'RecordNotFound', 'Could not locate record');
      return stored(rkey, record);
    },
    'com.atproto.repo.listRecords': ({ query }) => {
      const limit = Number(query.get('limit') ?? 50);
      const before = query.get('cursor');
      const newest = [...posts].sort(([one], [other]) => (one < other ? 1 : -1));
      const page = newest.filter(([rkey]) => before === null || rkey < before).slice(0, limit);
      return {
        records: page.map(([rkey, record]) => stored(rkey, record)),
        ...(page.length === limit && { cursor: page.at(-1)?.[0] }),
      };
    },
    'com.atproto.repo.deleteRecord': ({ fields: body, bearer }) => {
      authorize(bearer);
      if (body.collection === POSTS) posts.delete(String(body.rkey));
      else if (body.collection === LIKE) answers.liked.delete(String(body.rkey));
      else gates.delete(`${body.collection}/${body.rkey}`);
      return {};
    },
    'com.atproto.server.getServiceAuth': ({ query, bearer }) => {
      authorize(bearer);
      const token = `service-${randomUUID()}`;
      grants.set(token, { aud: query.get('aud') ?? '', lxm: query.get('lxm') ?? '' });
      return { token };
    },
    'app.bsky.video.getUploadLimits': ({ bearer }) => {
      const granted = grants.get(bearer ?? '');
      const own = `did:web:127.0.0.1%3A${new URL(world.origin).port}`;
      if (granted?.aud !== own || granted.lxm !== 'app.bsky.video.getUploadLimits') {
        throw refusal(401, 'AuthMissing', 'No such service token');
      }
      if (!video.limits) throw refusal(501, 'MethodNotImplemented', 'Method Not Implemented');
      return video.limits;
    },
    'com.atproto.identity.resolveHandle': ({ query }) => {
      const did = handles.get(query.get('handle') ?? '');
      if (!did) throw refusal(400, 'HandleNotFound', 'Unable to resolve handle');
      return { did };
    },
    'app.bsky.actor.getProfile': ({ query }) => ({ did: query.get('actor'), followersCount: FOLLOWERS }),
    'app.bsky.actor.searchActorsTypeahead': ({ query, bearer }) => {
      authorize(bearer);
      const [q, limit] = [query.get('q') ?? '', Number(query.get('limit'))];
      if (q === '' || !(limit >= 1 && limit <= 100)) throw refusal(400, 'InvalidRequest', 'Error: q or limit');
      const begins = (text: unknown) => String(text).toLowerCase().startsWith(q.toLowerCase());
      return {
        actors: people.filter(({ handle, displayName }) => begins(handle) || begins(displayName)).slice(0, limit),
      };
    },
    'app.bsky.feed.getPosts': ({ query }) => {
      const uri = query.get('uris') ?? '';
      const counted = likes.get(uri);
      const view = uri.startsWith(`at://${account.did}/`) ? null : answers.view(uri);
      return { posts: counted || view ? [{ uri, ...view, ...counted }] : [] };
    },
  };

  const server = await startImitation({
    world,
    now: Date.now,
    nameOf: (_, { pathname }) => pathname.replace('/xrpc/', ''),
    perform(call) {
      const run = methods[call.name];
      if (!run) throw refusal(501, 'MethodNotImplemented', 'Method Not Implemented');
      return { status: 200, body: run(call) };
    },
    trouble: { error: 'InternalServerError', message: 'Internal Server Error' },
  });
  return {
    ...server,
    world,
    account,
    posts,
    gates,
    answers,
    blobs,
    likes,
    video,
    /** The called methods, in order. */
    called: () => server.requests.map(({ name }) => name.split('.').at(-1)),
    /** Sets a different response to the next call of a method. */
    fault: server.failNext,
    expireAccess: () => {
      for (const token of access.values()) token.hasEnded = true;
    },
    revokeRefresh: () => refresh.clear(),
  };
}

/** Refuses with a status and an error, like a server of the AT Protocol. */
export function refusing(status: number, error: string, headers?: Record<string, string>): Fault {
  return instead(status, { error, message: `${error} in words` }, headers);
}

function cidOf(text: string): string {
  return `bafyrei${createHash('sha256').update(text).digest('hex')}`;
}
