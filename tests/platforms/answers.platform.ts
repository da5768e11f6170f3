import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answered, OutgoingReply } from '../../server/features/publishing/answers/session.ts';
import { platformCalls } from '../../server/features/publishing/platform-calls.ts';
import { createBlueskyPublisher } from '../../server/features/publishing/platforms/bluesky/publisher.ts';
import { startAppView } from './bluesky/app-view.ts';
import { type Account, type BlueskyServer, startBlueskyServer } from './bluesky/server.ts';

let server: BlueskyServer;
let appView: Awaited<ReturnType<typeof startAppView>>;
let ada: Account;
let grace: Account;

beforeAll(async () => {
  appView = await startAppView(() => ({ url: server.url, accounts: [ada, grace] }));
  server = await startBlueskyServer({ appView: appView.origin });
  ada = await server.createAccount();
  grace = await server.createAccount();
});
afterAll(async () => {
  await server?.close();
  await appView?.close();
});

const calls = platformCalls({ signal: new AbortController().signal });
async function openSession() {
  const publisher = createBlueskyPublisher({ appView: appView.origin });
  const entry = {
    platform: 'bluesky' as const,
    identifier: ada.handle,
    appPassword: ada.appPassword,
    server: server.url,
  };
  const { secret } = await publisher.connect(entry, calls);
  const session = publisher.open(secret, calls, async () => undefined);
  if (!session.answers) throw new Error('Bluesky has answers.');
  return { session, answers: session.answers };
}

/** Writes a record as the second account, through the server's own API. */
async function asGrace(collection: string, record: object): Promise<{ uri: string; cid: string }> {
  const body = {
    repo: grace.did,
    collection,
    record: { $type: collection, createdAt: new Date().toISOString(), ...record },
  };
  return (await server.call('com.atproto.repo.createRecord', { body, token: grace.accessToken })) as {
    uri: string;
    cid: string;
  };
}

it('figures and answers are read back as they are; a reply is sent once, liked, hidden and deleted', async () => {
  const { session, answers } = await openSession();
  const post = { key: randomUUID(), dueAt: new Date().toISOString(), parts: ['A loaf'], media: [] };
  const parts = await (await session.prepare(post)).publish([], async () => undefined);
  const [uri = '', cid = ''] = parts[0]?.remoteId.split(' ') ?? [];
  const subject = { uri, cid };
  await asGrace('app.bsky.feed.like', { subject });
  await asGrace('app.bsky.feed.repost', { subject });
  const comment = await asGrace('app.bsky.feed.post', {
    text: 'Which flour?',
    reply: { root: subject, parent: subject },
  });

  expect(await session.figures(parts)).toEqual({ likes: 1, comments: 1, shares: 1 });
  const told = {
    remoteId: comment.uri,
    parentId: uri,
    posts: [`${uri} ${cid}`, `${uri} ${cid}`],
    kind: 'comment',
    text: 'Which flour?',
    author: { id: grace.did, handle: grace.handle },
    isOwn: false,
    liked: false,
    can: ['reply', 'like', 'hide'],
  };
  const incoming = await answers.incoming?.(null);
  expect(incoming?.comments).toMatchObject([told]);
  expect(await answers.below?.(parts)).toMatchObject({
    isWhole: true,
    comments: [{ ...told, kind: 'comment', hidden: false }],
  });

  const to: Answered = {
    remoteId: comment.uri,
    parentId: uri,
    kind: 'comment',
    author: { id: grace.did, handle: grace.handle },
    likeRef: null,
    post: parts,
  };
  const reply: OutgoingReply = {
    key: randomUUID(),
    text: `Rye, @${grace.handle}`,
    to,
    createdAt: new Date().toISOString(),
    clock: () => new Date(),
    taken: async () => [],
  };
  expect(await answers.findReply(reply)).toEqual({ found: 'no' });
  const begin = async () => undefined;
  const [part, again] = await Promise.all([answers.reply(reply, begin), answers.reply(reply, begin)]);
  expect(again).toEqual(part);
  expect(await answers.findReply(reply)).toEqual({ found: 'yes', part });
  const records = await server.posts(ada);
  expect(records.map(({ value }) => value.text)).toEqual(['A loaf', reply.text]);
  expect(records[1]?.value).toMatchObject({ reply: { root: subject, parent: { uri: comment.uri, cid: comment.cid } } });

  const like = await answers.like?.(to, true);
  expect(await answers.like?.(to, true)).toBe(like);
  expect((await answers.below?.(parts))?.comments.find(({ remoteId }) => remoteId === comment.uri)).toMatchObject({
    liked: true,
    likeRef: like,
  });
  await answers.like?.({ ...to, likeRef: like ?? null }, false);
  await answers.hide?.(to, true);
  await answers.hide?.(to, true);
  const [hidden] = (await answers.below?.(parts))?.comments ?? [];
  expect(hidden).toMatchObject({ liked: false, hidden: true });
  await answers.hide?.(to, false);

  await answers.removeReply?.(part);
  await answers.removeReply?.(part);
  expect((await server.posts(ada)).map(({ value }) => value.text)).toEqual(['A loaf']);
  expect(await answers.findReply(reply)).toEqual({ found: 'no' });
  const body = { repo: grace.did, collection: 'app.bsky.feed.post', rkey: comment.uri.split('/').at(-1) };
  await server.call('com.atproto.repo.deleteRecord', { body, token: grace.accessToken });
  expect(await answers.below?.(parts)).toEqual({ isWhole: true, comments: [] });
  await expect(answers.reply({ ...reply, key: randomUUID() }, begin)).rejects.toMatchObject({ errorClass: 'rejected' });
});
