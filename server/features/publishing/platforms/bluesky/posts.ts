import { z } from 'zod';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type OutgoingPost, PublishError, type PublishedPart } from '../../publisher.ts';
import type { Authorized, Login } from './login.ts';
import { recordKey } from './record-key.ts';
import { POSTS, type PostRecord, recordOf, type StrongRef } from './records.ts';
import { answerOf, errorName, methodUrl } from './xrpc.ts';

const WEB_APP = 'https://bsky.app';

const cidSchema = z.string().regex(/^[a-zA-Z0-9]{8,200}$/);
const createdSchema = z.object({ cid: cidSchema });
const storedSchema = z.object({ cid: cidSchema, value: z.object({ text: z.string(), createdAt: z.string() }) });
/** `remoteId` is the record's at:// address and the hash of its contents (CID), which replies need. */
const REMOTE_ID =
  /^(at:\/\/did:[a-zA-Z0-9._:%-]+\/app\.bsky\.feed\.post\/([a-zA-Z0-9._:~-]{1,512})) ([a-zA-Z0-9]{8,200})$/;

/**
 * Makes the record unless it is there: by putRecord with `swapRecord: null`, which writes only where the key is free.
 * A server answers the identical record with the first one's CID, another one with InvalidSwap. By createRecord the
 * second try would be an error of the server (500), like any other.
 */
export async function putPost(
  record: PostRecord,
  post: OutgoingPost,
  part: number,
  account: Authorized,
  calls: PlatformCalls,
): Promise<PublishedPart> {
  const rkey = recordKey(post, part);
  const answer = await account.send(({ pds, did }) => ({
    step: `create part ${part + 1}`,
    method: 'POST',
    url: methodUrl(pds, 'com.atproto.repo.putRecord'),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ repo: did, collection: POSTS, rkey, record, swapRecord: null }),
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

/** Reads a part back; null when it is surely absent. `why` where the answer proves nothing. */
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

/** Whether the account's own server has a record no longer. */
export async function isGone({ rkey }: { rkey: string }, account: Authorized, calls: PlatformCalls) {
  const answer = await getRecord(rkey, account, calls);
  if (errorName(answer) === 'RecordNotFound') return true;
  answerOf(answer, z.unknown(), { now: calls.now() });
  return false;
}

/** Needs no log-in: records are public. */
function getRecord(rkey: string, account: Authorized, calls: PlatformCalls) {
  const { pds, did } = account.login();
  return calls.send({
    step: 'read back',
    url: methodUrl(pds, 'com.atproto.repo.getRecord', { repo: did, collection: POSTS, rkey }),
  });
}

/** What a part replies to: the first part and the one before it; null for the first. */
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

/** PublishError `rejected` for a text that names no post. */
export function remoteIdOf({ remoteId }: PublishedPart): StrongRef & { rkey: string } {
  const [, uri, rkey, cid] = REMOTE_ID.exec(remoteId) ?? [];
  if (!uri || !rkey || !cid) throw new PublishError('rejected', `"${remoteId}" is no post of Bluesky.`);
  return { uri, rkey, cid };
}

/** A handle that its domain no longer confirms is shown as handle.invalid; the DID still works. */
export function profileUrl({ handle, did }: Login): string {
  return `${WEB_APP}/profile/${handle === 'handle.invalid' ? did : handle}`;
}
