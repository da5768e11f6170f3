import { z } from 'zod';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Found, type OutgoingPost, PublishError, type PublishedPart } from '../../publisher.ts';
import { isSuccess } from '../kit/api.ts';
import { type Gate, gatesOf } from './gates.ts';
import type { Authorized, Login } from './login.ts';
import { recordKey } from './record-key.ts';
import { POSTS, type PostRecord, recordOf, type StrongRef } from './records.ts';
import { answerOf, errorName, methodUrl } from './xrpc.ts';

const WEB_APP = 'https://bsky.app';
/** How far before the due time a matching post's creation time may be: clients set it themselves. */
const MARGIN_MS = 60 * 60_000;
const PAGE_SIZE = 100;
const PAGES_MAX = 10;

const cidSchema = z.string().regex(/^[a-zA-Z0-9]{8,200}$/);
const createdSchema = z.object({ cid: cidSchema });
const appliedSchema = z.object({ results: z.array(z.object({ cid: cidSchema })).min(1) });
const storedSchema = z.object({ cid: cidSchema, value: z.object({ text: z.string(), createdAt: z.string() }) });
/** `remoteId` is the record's at:// URI and its CID, which replies need. */
const REMOTE_ID =
  /^(at:\/\/did:[a-zA-Z0-9._:%-]+\/app\.bsky\.feed\.post\/([a-zA-Z0-9._:~-]{1,512})) ([a-zA-Z0-9]{8,200})$/;

/** Creates a part, with its gates if it has any, unless it exists already. */
export async function createPart(
  record: PostRecord,
  post: OutgoingPost,
  part: number,
  account: Authorized,
  calls: PlatformCalls,
): Promise<PublishedPart> {
  const uri = `at://${account.login().did}/${POSTS}/${recordKey(post, part)}`;
  const gates = gatesOf(post, part, uri);
  return gates.length === 0
    ? await putPost(record, post, part, account, calls)
    : await createGated(record, gates, post, part, account, calls);
}

/**
 * Creates the record and its gates in one commit, the record first, so that neither exists without the other. Servers
 * refuse a second attempt, some with a generic error (500); then the record is read back.
 * https://docs.bsky.app/docs/api/com-atproto-repo-apply-writes
 */
async function createGated(
  record: PostRecord,
  gates: readonly Gate[],
  post: OutgoingPost,
  part: number,
  account: Authorized,
  calls: PlatformCalls,
): Promise<PublishedPart> {
  const rkey = recordKey(post, part);
  const writes = [record, ...gates].map((value) => ({
    $type: 'com.atproto.repo.applyWrites#create',
    collection: value.$type,
    rkey,
    value,
  }));
  const answer = await account.send(({ pds, did }) => ({
    step: `create part ${part + 1}`,
    url: methodUrl(pds, 'com.atproto.repo.applyWrites'),
    json: { repo: did, writes },
    isIrreversible: true,
  }));
  const created = isSuccess(answer) ? appliedSchema.safeParse(answer.json).data?.results[0] : undefined;
  if (created) return publishedPart(account.login(), rkey, created.cid);
  // Older servers do not return what they created.
  const mayExist = isSuccess(answer) || answer.status >= 500 || answer.status === 400 || answer.status === 409;
  const stored = mayExist ? await readPost(post, part, account, calls) : null;
  if (stored && 'part' in stored && stored.part) return stored.part;
  return answerOf(answer, z.never(), { now: calls.now(), isIrreversible: true });
}

/**
 * Creates the record if it does not exist: with putRecord and `swapRecord: null`, which writes only to a free key. A
 * server answers an identical record with the first one's CID, a different one with InvalidSwap. With createRecord the
 * second attempt would be a generic server error (500).
 */
async function putPost(
  record: PostRecord,
  post: OutgoingPost,
  part: number,
  account: Authorized,
  calls: PlatformCalls,
): Promise<PublishedPart> {
  const rkey = recordKey(post, part);
  const answer = await account.send(({ pds, did }) => ({
    step: `create part ${part + 1}`,
    url: methodUrl(pds, 'com.atproto.repo.putRecord'),
    json: { repo: did, collection: POSTS, rkey, record, swapRecord: null },
    isIrreversible: true,
  }));
  if (errorName(answer) === 'InvalidSwap') {
    const stored = await readPost(post, part, account, calls);
    if ('why' in stored) throw new PublishError('unknown', stored.why);
    if (stored.part) return stored.part;
  }
  const { cid } = answerOf(answer, createdSchema, { now: calls.now(), isIrreversible: true });
  return publishedPart(account.login(), rkey, cid);
}

/** Reads a part back; null if it certainly does not exist. Returns `why` if the answer proves nothing. */
export async function readPost(
  post: OutgoingPost,
  part: number,
  account: Authorized,
  calls: PlatformCalls,
): Promise<{ part: PublishedPart | null } | { why: string }> {
  const rkey = recordKey(post, part);
  const { createdAt, text } = recordOf(post, part, new Map(), null);
  try {
    const answer = await getRecord(rkey, account, calls);
    if (errorName(answer) === 'RecordNotFound') return { part: null };
    const { cid, value } = answerOf(answer, storedSchema, { now: calls.now() });
    if (value.text !== text || value.createdAt !== createdAt) return { why: 'Another post has the key of this one.' };
    return { part: publishedPart(account.login(), rkey, cid) };
  } catch (error) {
    if (error instanceof PublishError && error.errorClass !== 'rate_limit') return { why: error.message };
    throw error;
  }
}

/** Looks up a post by its text among the account's posts since its time, as it may have another key. */
export async function findByWords(post: OutgoingPost, account: Authorized, calls: PlatformCalls): Promise<Found> {
  const { records, reachesBack } = await recordsSince(Date.parse(post.dueAt) - MARGIN_MS, account, calls);
  const taken = new Set(await post.taken?.());
  const parts: PublishedPart[] = [...(post.known ?? [])];
  for (const index of [...post.parts.keys()].slice(parts.length)) {
    const { text } = recordOf(post, index, new Map(), null);
    const before = parts.at(-1);
    const parent = before ? remoteIdOf(before).uri : null;
    const found = records.find(
      ({ uri, cid, value }) =>
        value.text === text && (value.reply?.parent.uri ?? null) === parent && !taken.has(`${uri} ${cid}`),
    );
    if (!found) break;
    parts.push(publishedPart(account.login(), found.uri.slice(found.uri.lastIndexOf('/') + 1), found.cid));
  }
  if (parts.length > 0) return { found: parts.length === post.parts.length ? 'all' : 'some', parts };
  if (reachesBack) return { found: 'none' };
  return { found: 'unclear', why: `The account has posted more than ${PAGE_SIZE * PAGES_MAX} times since.` };
}

const listSchema = z.object({
  cursor: z.string().max(1000).optional(),
  records: z.array(
    z.object({
      uri: z.string().max(1000),
      cid: cidSchema,
      value: z.object({
        text: z.string().catch(''),
        createdAt: z.string().catch(''),
        reply: z
          .object({ parent: z.object({ uri: z.string() }) })
          .optional()
          .catch(undefined),
      }),
    }),
  ),
});

/** The account's records from `since` on, by their own creation times. `reachesBack` if none can be missing. */
async function recordsSince(since: number, account: Authorized, calls: PlatformCalls) {
  const { pds, did } = account.login();
  const records: z.infer<typeof listSchema>['records'] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = { repo: did, collection: POSTS, limit: String(PAGE_SIZE), ...(cursor !== undefined && { cursor }) };
    const answer = await calls.send({ step: 'list posts', url: methodUrl(pds, 'com.atproto.repo.listRecords', query) });
    const list = answerOf(answer, listSchema, { now: calls.now() });
    // Our keys sort by due time; those of other programs by creation time.
    const isRecent = ({ value }: (typeof records)[number]) => !(Date.parse(value.createdAt) < since);
    records.push(...list.records.filter(isRecent));
    if (list.cursor === undefined || (list.records.length > 0 && !list.records.some(isRecent)))
      return { records, reachesBack: true };
    cursor = list.cursor;
  }
  return { records, reachesBack: false };
}

/** Whether a record was deleted from the account's own server. */
export async function isGone({ rkey }: { rkey: string }, account: Authorized, calls: PlatformCalls) {
  const answer = await getRecord(rkey, account, calls);
  if (errorName(answer) === 'RecordNotFound') return true;
  answerOf(answer, z.unknown(), { now: calls.now() });
  return false;
}

/** Needs no login: records are public. */
function getRecord(rkey: string, account: Authorized, calls: PlatformCalls) {
  const { pds, did } = account.login();
  return calls.send({
    step: 'read back',
    url: methodUrl(pds, 'com.atproto.repo.getRecord', { repo: did, collection: POSTS, rkey }),
  });
}

/** The reply references of a part: the first part and the previous one; null for the first. */
export function replyTo(parts: readonly PublishedPart[]): { root: StrongRef; parent: StrongRef } | null {
  const refs = parts.map(remoteIdOf).map(({ uri, cid }) => ({ uri, cid }));
  const [root] = refs;
  const parent = refs.at(-1);
  return root && parent ? { root, parent } : null;
}

function publishedPart(login: Login, rkey: string, cid: string): PublishedPart {
  return {
    remoteId: `at://${login.did}/${POSTS}/${rkey} ${cid}`,
    url: `${profileUrl(login)}/post/${rkey}`,
  };
}

/** Throws PublishError `rejected` for an id that is not a post's. */
export function remoteIdOf({ remoteId }: PublishedPart): StrongRef & { rkey: string } {
  const [, uri, rkey, cid] = REMOTE_ID.exec(remoteId) ?? [];
  if (!uri || !rkey || !cid) throw new PublishError('rejected', `"${remoteId}" is not a post on Bluesky.`);
  return { uri, rkey, cid };
}

/** A handle that its domain no longer confirms is shown as handle.invalid; the DID still works. */
export function profileUrl({ handle, did }: Login): string {
  return `${WEB_APP}/profile/${handle === 'handle.invalid' ? did : handle}`;
}
