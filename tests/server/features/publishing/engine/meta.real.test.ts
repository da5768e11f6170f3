import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leftoversRemover } from '../../../../../server/features/publishing/leftovers.ts';
import { platformCalls } from '../../../../../server/features/publishing/platform-calls.ts';
import { facebookPublisher } from '../../../../../server/features/publishing/platforms/facebook/publisher.ts';
import { LINKED_SCOPES } from '../../../../../server/features/publishing/platforms/instagram/account.ts';
import { instagramPublisher } from '../../../../../server/features/publishing/platforms/instagram/publisher.ts';
import type { Publisher } from '../../../../../server/features/publishing/publisher.ts';
import { MEDIA_BUCKET } from '../../../../../shared/posts/media-bucket.ts';
import { platformApi } from '../../../../../shared/publishing/platform-apis.ts';
import { type MetaServer, startMetaServer } from '../../../../helpers/meta/imitation.ts';
import { INSTAGRAM_SCOPES } from '../../../../helpers/meta/publishing.ts';
import { graphError } from '../../../../helpers/meta/world.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

/** Deliveries to Facebook and Instagram through the engine, from the database and the storage to the platform. */
const stage = publishingStage();
const IG_ID = '17841400';

let meta: MetaServer;
let facebook: Publisher;
let instagram: Publisher;
beforeEach(async () => {
  meta = await startMetaServer({ now: () => stage.now().epochMilliseconds, processingMs: 0 });
  meta.world.professionals.push({ id: IG_ID, username: 'ada.bakes', type: 'BUSINESS' });
  meta.addPage('Ada Bakes', { igId: IG_ID });
  const api = { ...platformApi('facebook', {}), origin: meta.origin };
  facebook = facebookPublisher(api);
  instagram = instagramPublisher({ ...platformApi('instagram', {}), origin: meta.origin }, api);
});
afterEach(() => meta.close());

const calls = () => platformCalls({ signal: AbortSignal.timeout(60_000) });
async function connect(platform: 'facebook' | 'instagram', accessToken: string): Promise<string> {
  const publisher = platform === 'facebook' ? facebook : instagram;
  return await stage.addAccount(platform, (await publisher.connect({ platform, accessToken }, calls())).secret);
}
async function store(name: string) {
  const bytes = readFileSync(new URL(`../../../../fixtures/pictures/${name}`, import.meta.url));
  const contentType = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
  await stage.admin.storage.from(MEDIA_BUCKET).upload(name, bytes, { contentType, upsert: true });
  return { path: name, url: '', kind: 'image' as const, alt: 'A loaf' };
}
const engine = () => stage.engine({ publishers: { facebook, instagram } });

test('the pictures that Instagram has fetched do not stay on the Page, whatever became of the post', async () => {
  const account = await connect('instagram', meta.userToken(LINKED_SCOPES).value);
  const media = [await store('small.jpg'), await store('small.png')];
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
  /** Those of an agent that has just started: it knows what is in the database. */
  const remover = () =>
    leftoversRemover({
      agentId: engine().agentId,
      openSession: async (id, given) => instagram.open(stage.secrets.get(id)?.secret, given, async () => undefined),
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

test('a picture without a public address is the person’s turn with a token of Instagram', async () => {
  const account = await connect('instagram', meta.instagramToken(IG_ID, INSTAGRAM_SCOPES).value);
  const media = [await store('small.jpg')];
  const post = await stage.addPostFor(account, 'instagram', { caption: 'Bread', media });
  await engine().sendDue();
  expect(await stage.delivery(post)).toMatchObject({
    state: 'waiting',
    waits_for: 'by_hand',
    error_text: expect.stringContaining('public address'),
  });
  expect(meta.world.containers).toEqual([]);
});

test('a picture goes out with a token of Instagram where the files are public', async () => {
  const account = await connect('instagram', meta.instagramToken(IG_ID, INSTAGRAM_SCOPES).value);
  const media = [await store('small.jpg')];
  const post = await stage.addPostFor(account, 'instagram', { caption: 'Bread', media });
  const publicMediaUrl = 'https://pictures.example/library';
  await stage.engine({ publishers: { instagram }, publicMediaUrl }).sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
  expect(meta.world.containers).toMatchObject([{ imageUrl: 'https://pictures.example/library/small.jpg' }]);
  // What is converted lies nowhere.
  const converted = await stage.addPostFor(account, 'instagram', {
    caption: 'Cake',
    media: [await store('small.png')],
  });
  await stage.engine({ publishers: { instagram }, publicMediaUrl }).sendDue();
  expect(await stage.delivery(converted)).toMatchObject({ state: 'waiting', waits_for: 'by_hand' });
});
