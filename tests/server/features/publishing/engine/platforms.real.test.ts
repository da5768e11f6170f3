import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../../../../server/errors.ts';
import { budgetLeft } from '../../../../../server/features/publishing/budget.ts';
import { fetchFigures } from '../../../../../server/features/publishing/figures.ts';
import { leftoversRemover } from '../../../../../server/features/publishing/leftovers.ts';
import { platformCalls } from '../../../../../server/features/publishing/platform-calls.ts';
import { LINKED_SCOPES } from '../../../../../server/features/publishing/platforms/instagram/account.ts';
import { instagramPublisher } from '../../../../../server/features/publishing/platforms/instagram/publisher.ts';
import { createXPublisher } from '../../../../../server/features/publishing/platforms/x/publisher.ts';
import type { Publisher } from '../../../../../server/features/publishing/publisher.ts';
import { MEDIA_BUCKET } from '../../../../../shared/posts/media-bucket.ts';
import type { ChannelEntry } from '../../../../../shared/publishing/channel-entries.ts';
import { platformApi } from '../../../../../shared/publishing/platform-apis.ts';
import { type MetaServer, startMetaServer } from '../../../../helpers/meta/imitation.ts';
import { INSTAGRAM_SCOPES } from '../../../../helpers/meta/publishing.ts';
import { graphError } from '../../../../helpers/meta/world.ts';
import type { TestEngineOptions } from '../../../../helpers/publishing/engine-setting.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';
import { startXServer, type XServer } from '../../../../helpers/x/imitation.ts';

/** The engine's platform-specific behaviour, with the database and the storage. */
const stage = publishingStage({ hasAccounts: false });
const now = () => stage.now().epochMilliseconds;
const IG_ID = '17841400';
let x: XServer;
let meta: MetaServer;
let publishers: { twitter: Publisher; instagram: Publisher };
beforeEach(async () => {
  [x, meta] = await Promise.all([startXServer({ now }), startMetaServer({ now, processingMs: 0 })]);
  meta.world.professionals.push({ id: IG_ID, username: 'ada.bakes', type: 'BUSINESS' });
  meta.addPage('Ada Bakes', { igId: IG_ID });
  publishers = {
    twitter: createXPublisher({ ...platformApi('twitter'), origin: x.origin }),
    instagram: instagramPublisher(
      { ...platformApi('instagram', {}), origin: meta.origin },
      { ...platformApi('facebook', {}), origin: meta.origin },
    ),
  };
});
afterEach(async () => {
  await Promise.all([x.close(), meta.close()]);
});

const engine = (options: Partial<TestEngineOptions> = {}) => stage.engine({ publishers, ...options });

async function connect(entry: ChannelEntry & { platform: keyof typeof publishers }): Promise<string> {
  const { platform } = entry;
  const calls = platformCalls({ signal: AbortSignal.timeout(60_000), now: () => new Date(now()) });
  return stage.addAccount(platform, (await publishers[platform].connect(entry, calls)).secret);
}
const onX = async (content: object) => {
  const account = await connect({ platform: 'twitter', ...x.addUser('ada').keys });
  return { account, post: await stage.addPostFor(account, 'twitter', content) };
};
const onInstagram = ({ value: accessToken }: { value: string }) => connect({ platform: 'instagram', accessToken });

/** Stores a fixture picture in the Media Library. */
async function store(name: string) {
  const bytes = readFileSync(new URL(`../../../../fixtures/pictures/${name}`, import.meta.url));
  const contentType = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
  await stage.admin.storage.from(MEDIA_BUCKET).upload(name, bytes, { contentType, upsert: true });
  return { path: name, url: '', kind: 'image' as const, alt: 'A loaf' };
}

test('a thread on X that stopped halfway costs the rest alone when it goes on, and uploads no picture again', async () => {
  const caption = Array.from({ length: 17 }, (_, n) => `Sentence ${n + 10} of a post about bread.`).join(' ');
  const content = { caption, content_type: 'image', media: [await store('small.jpg')] };
  const { account, post } = await onX(content);
  x.fail('POST /2/tweets', { when: 'after', answer: { status: 503 } });
  // Three parts cost 15 mills each, the picture's alt text 5.
  const limits = { monthlyMills: 55 };
  await stage.admin.from('channels').update({ limits }).eq('account_id', account).throwOnError();
  const quota = () => budgetLeft(stage.admin, account, stage.now());
  const withBudget = () => engine({ wrap: (session) => ({ ...session, quota }) });
  await withBudget().sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'pending', parts: [{ remoteId: x.world.posts[0]?.id }] });
  expect(await quota()).toMatchObject([{ left: 55 - 15 - 5 }]);
  stage.pass({ minutes: 5 });
  await withBudget().sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published', error_text: null });
  expect(x.world.posts).toHaveLength(3);
  expect(x.requests.filter(({ name }) => name === 'POST /2/media/upload')).toHaveLength(1);
  expect(await quota()).toMatchObject([{ left: 5 }]);
});

const look = (agentId: string, onOpen = () => undefined) =>
  fetchFigures(stage.admin, {
    agentId,
    async openSession(id, calls) {
      onOpen();
      return publishers.twitter.open(stage.secrets.get(id)?.secret, calls, async () => undefined);
    },
    now: stage.now,
    signal: AbortSignal.timeout(60_000),
    log: pino({ level: 'silent' }),
  });
const askedOnX = () =>
  ['GET /2/tweets/:id', 'GET /2/users/me'].map((route) => x.requests.filter(({ name }) => name === route).length);

test('the figures of X, which cost money, are read seldom, and out of the budget of the month', async () => {
  const { account, post } = await onX({ caption: 'Bread' });
  const limits = { monthlyMills: 1000 };
  await stage.admin.from('channels').update({ limits }).eq('account_id', account).throwOnError();
  const { agentId, sendDue } = engine();
  await sendDue();
  // fetchFigures signs its calls by the machine's clock, and X compares that time with its own.
  x.world.now = Date.now;
  const [, before = 0] = askedOnX();
  const counts: number[][] = [];
  for (const hours of [1, 22, 2, 24, 100, 24, 24, 24 * 30, 24 * 30]) {
    stage.pass({ hours });
    await look(agentId);
    const [posts = 0, accounts = 0] = askedOnX();
    counts.push([posts, accounts - before]);
  }
  expect(counts.map(([posts]) => posts)).toEqual([0, 0, 1, 1, 1, 2, 2, 3, 3]);
  expect(counts.map(([, accounts]) => accounts)).toEqual([1, 1, 1, 1, 1, 2, 2, 3, 4]);
  const { id, figures } = await stage.delivery(post);
  expect(figures).toEqual({ impressions: 90, likes: 0, comments: 0, shares: 0, saves: 0, clicks: 3 });
  const series = stage.admin.from('post_figures').select('impressions, reach, clicks').eq('delivery_id', id);
  expect((await series.throwOnError()).data).toEqual(Array(3).fill({ impressions: 90, reach: null, clicks: 3 }));
  // Only the last read of the account falls into this month.
  expect(await budgetLeft(stage.admin, account, stage.now())).toMatchObject([{ left: 990 }]);
});

test('figures wait while the budget is spent, while they are switched off, and after a refusal', async () => {
  const { account } = await onX({ caption: 'Bread' });
  const { agentId, sendDue } = engine();
  await sendDue();
  x.world.now = Date.now;
  await look(agentId);
  const [, asked = 0] = askedOnX();
  const change = (limits: object) =>
    stage.admin.from('channels').update({ limits }).eq('account_id', account).throwOnError();
  const settings = (row: object) => stage.admin.from('app_settings').update(row).not('id', 'is', null).throwOnError();
  await settings({ collect_figures: false });
  stage.pass({ hours: 24 * 8 });
  await look(agentId);
  await settings({ collect_figures: true, automation_paused: true });
  await look(agentId);
  await settings({ automation_paused: false });
  await change({ monthlyMills: 5 });
  await look(agentId);
  expect(askedOnX()).toEqual([0, asked]);
  await change({ monthlyMills: 1000 });
  stage.pass({ hours: 24 * 31 });
  x.fail('GET /2/users/me', { when: 'before', answer: { status: 503 } });
  await look(agentId);
  await look(agentId);
  expect(askedOnX()).toEqual([1, asked + 1]);
  stage.pass({ hours: 1 });
  await look(agentId);
  expect(askedOnX()).toEqual([1, asked + 2]);
  // An account whose login cannot be opened is put off, so that it does not hold up others.
  stage.pass({ hours: 24 * 8 });
  await look(agentId, () => {
    throw new AppError('unavailable', 'The keychain is locked.');
  });
  const due = await stage.admin
    .from('channels')
    .select('figures_due')
    .eq('account_id', account)
    .single()
    .throwOnError();
  expect(Date.parse(due.data.figures_due)).toBe(now() + 3_600_000);
});

test('the pictures that Instagram has fetched do not stay on the Page, whatever became of the post', async () => {
  const account = await onInstagram(meta.userToken(LINKED_SCOPES));
  const picture = await store('small.jpg');
  const media = [picture, picture];
  const published = await stage.addPostFor(account, 'instagram', { caption: 'Bread', media });
  await engine().sendDue();
  meta.fail('POST /:id/media', { when: 'before', answer: { status: 400, body: graphError(36_000, 'No') } });
  const failed = await stage.addPostFor(account, 'instagram', { caption: 'Cake', media: media.slice(0, 1) });
  await engine().sendDue();
  expect([(await stage.delivery(published)).state, (await stage.delivery(failed)).state]).toEqual([
    'published',
    'failed',
  ]);
  expect(meta.world.photos).toHaveLength(3);

  const logged: string[] = [];
  /** The remover of a freshly started agent, which only knows what is in the database. */
  const remover = () =>
    leftoversRemover({
      agentId: engine().agentId,
      openSession: async (id, given) =>
        publishers.instagram.open(stage.secrets.get(id)?.secret, given, async () => undefined),
      now: stage.now,
      signal: new AbortController().signal,
      log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    });
  const remove = remover();
  meta.fail('DELETE /:id', { when: 'before', answer: { status: 500 } });
  await remove(stage.admin);
  expect(logged.join()).toContain('could not be removed');
  const left = meta.world.photos.length;
  await remove(stage.admin);
  expect(meta.world.photos).toHaveLength(left);
  stage.pass({ hours: 1 });
  await remove(stage.admin);
  expect(meta.world.photos).toEqual([]);
  for (const post of [published, failed]) expect((await stage.delivery(post)).leftovers).toEqual([]);
  expect(meta.world.media).toMatchObject([{ caption: 'Bread' }]);
  const asked = meta.requests.length;
  await remover()(stage.admin);
  expect(meta.requests).toHaveLength(asked);
});

test('a picture goes out with a token of Instagram where the files are public, and by hand where it was converted', async () => {
  const account = await onInstagram(meta.instagramToken(IG_ID, INSTAGRAM_SCOPES));
  const send = async (name: string) => {
    const post = await stage.addPostFor(account, 'instagram', { caption: 'Bread', media: [await store(name)] });
    await engine({ publicMediaUrl: 'https://pictures.example/library' }).sendDue();
    return stage.delivery(post);
  };
  expect(await send('small.jpg')).toMatchObject({ state: 'published' });
  expect(meta.world.containers).toMatchObject([{ imageUrl: 'https://pictures.example/library/small.jpg' }]);
  expect(await send('small.png')).toMatchObject({ state: 'waiting', waits_for: 'by_hand' });
});
