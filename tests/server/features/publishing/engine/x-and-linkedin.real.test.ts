import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { budgetLeft } from '../../../../../server/features/publishing/budget.ts';
import { fetchFigures } from '../../../../../server/features/publishing/figures.ts';
import { platformCalls } from '../../../../../server/features/publishing/platform-calls.ts';
import { createLinkedInPublisher } from '../../../../../server/features/publishing/platforms/linkedin/publisher.ts';
import { createXPublisher } from '../../../../../server/features/publishing/platforms/x/publisher.ts';
import type { Publisher } from '../../../../../server/features/publishing/publisher.ts';
import { MEDIA_BUCKET } from '../../../../../shared/posts/media-bucket.ts';
import type { ChannelEntry } from '../../../../../shared/publishing/channel-entries.ts';
import { platformApi } from '../../../../../shared/publishing/platform-apis.ts';
import { type LinkedInServer, startLinkedInServer } from '../../../../helpers/linkedin/imitation.ts';
import { readPdf } from '../../../../helpers/linkedin/pdf.ts';
import { PICTURE } from '../../../../helpers/publishing/platform-sessions.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';
import { workspacePosts } from '../../../../helpers/publishing/workspace-posts.ts';
import { startXServer, type XServer } from '../../../../helpers/x/imitation.ts';

const stage = publishingStage();
const now = () => stage.now().epochMilliseconds;
let x: XServer;
let linkedin: LinkedInServer;
let publishers: { twitter: Publisher; linkedin: Publisher };
beforeEach(async () => {
  [x, linkedin] = await Promise.all([startXServer({ now }), startLinkedInServer({ now, processingMs: 0 })]);
  publishers = {
    twitter: createXPublisher({ ...platformApi('twitter'), origin: x.origin }),
    linkedin: createLinkedInPublisher({ ...platformApi('linkedin'), origin: linkedin.origin }),
  };
});
afterEach(async () => {
  await Promise.all([x.close(), linkedin.close()]);
});

const agentId = randomUUID();
const engine = () => stage.engine({ publishers, agentId });

async function scheduled(entry: ChannelEntry & { platform: 'twitter' | 'linkedin' }, content: object) {
  const { platform } = entry;
  const account = await workspacePosts(stage.admin).account(platform, agentId);
  const calls = platformCalls({ signal: AbortSignal.timeout(60_000), now: () => new Date(now()) });
  const { secret } = await publishers[platform].connect(entry, calls);
  stage.secrets.set(account, { platform, secret });
  return workspacePosts(stage.admin).post([account], [platform], stage.at(), content);
}
const onX = (content: object) => scheduled({ platform: 'twitter', ...x.addUser('ada').keys }, content);
const onLinkedIn = (content: object) =>
  scheduled({ platform: 'linkedin', accessToken: linkedin.addMember('Ada').token }, content);

test('slides go out to LinkedIn as one document, whatever kind of picture they are', async () => {
  const media = [];
  for (const [name, type] of [
    ['small.jpg', 'image/jpeg'],
    ['small.png', 'image/png'],
  ] as const) {
    const bytes = readFileSync(new URL(`../../../../fixtures/pictures/${name}`, import.meta.url));
    await stage.admin.storage.from(MEDIA_BUCKET).upload(name, bytes, { contentType: type, upsert: true });
    media.push({ path: name, url: '', kind: 'image' as const, alt: 'A loaf' });
  }
  const post = await onLinkedIn({ caption: 'Five tips\nfor bread', media, as_document: true });
  await engine().sendDue();
  const { state, outgoing, attempts } = await stage.delivery(post);
  expect([state, outgoing?.document]).toEqual(['published', { title: 'Five tips' }]);
  expect(attempts.at(-1)?.changes).toEqual([expect.stringMatching(/^Picture 2: .*JPEG/)]);
  const [document] = linkedin.world.posts[0]?.media ?? [];
  expect(document).toEqual({ id: expect.stringContaining('urn:li:document:'), title: 'Five tips' });
  const { pages } = readPdf(linkedin.world.media.get(document?.id ?? '')?.parts[0] ?? Buffer.alloc(0));
  expect(pages.map(({ picture }) => picture.readUInt16BE(0))).toEqual([0xffd8, 0xffd8]);
});

test('a thread on X whose second answer was lost, and the agent with it, stands there once, whole', async () => {
  const caption = 'A sentence of a long post about bread. '.repeat(12).trim();
  const post = await onX({ caption, first_comment: 'The recipe: https://example.com' });
  x.fail('POST /2/tweets', { when: 'after', answer: { status: 503 } });
  x.fail('GET /2/users/:id/tweets', { when: 'before', answer: 'cut' });
  await engine().sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'publishing', error_class: 'unknown' });
  // Another agent of the same machine goes on.
  for (let looks = 0; looks < 3; looks++) {
    stage.pass({ minutes: 5 });
    await engine().sendDue();
  }
  const { state, parts, remote_url } = await stage.delivery(post);
  expect(state).toBe('published');
  const sent = x.world.posts;
  expect(sent.map(({ id }) => id)).toEqual(parts.map(({ remoteId }) => remoteId));
  expect(sent.map(({ replyTo }) => replyTo)).toEqual([null, ...parts.slice(0, -1).map(({ remoteId }) => remoteId)]);
  expect(sent.at(-1)?.text).toBe('The recipe: https://example.com');
  expect(remote_url).toBe(`https://x.com/ada/status/${sent[0]?.id}`);
});

test('a thread on X that stopped halfway costs the rest alone when it goes on, and uploads no picture again', async () => {
  await stage.admin.storage.from(MEDIA_BUCKET).upload('small.jpg', PICTURE, { contentType: 'image/jpeg' });
  const caption = Array.from({ length: 17 }, (_, n) => `Sentence ${n + 10} of a post about bread.`).join(' ');
  const media = [{ path: 'small.jpg', url: '', kind: 'image' as const, alt: 'A loaf' }];
  const post = await onX({ caption, content_type: 'image', media });
  x.fail('POST /2/tweets', { when: 'after', answer: { status: 503 } });
  // Three parts cost 45 mills, and the alt text of the picture 5.
  const [account = ''] = [...stage.secrets]
    .filter(([, { platform }]) => platform === 'twitter')
    .map(([id]) => id)
    .slice(-1);
  const limits = { monthlyMills: 55 };
  await stage.admin.from('channels').update({ limits }).eq('account_id', account).throwOnError();
  const quota = () => budgetLeft(stage.admin, account, stage.now());
  const withBudget = () => stage.engine({ publishers, agentId, wrap: (session) => ({ ...session, quota }) });
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

test('a post on LinkedIn whose answer was lost asks the person; sent again, it is found and not made twice', async () => {
  const post = await onLinkedIn({ caption: 'Bread (and #salt)' });
  linkedin.fail('POST /rest/posts', { when: 'after', answer: 'cut' });
  for (let looks = 0; looks < 6; looks++) {
    await engine().sendDue();
    stage.pass({ minutes: 16 });
  }
  const asked = await stage.delivery(post);
  expect(asked).toMatchObject({ state: 'needs_review', error_text: expect.stringContaining('Look at your profile') });
  expect(linkedin.requests.filter(({ name }) => name === 'POST /rest/posts')).toHaveLength(1);
  await stage.rpc('retry_delivery', asked.id);
  await engine().sendDue();
  expect(await stage.delivery(post)).toMatchObject({
    state: 'published',
    remote_url: `https://www.linkedin.com/feed/update/${linkedin.world.posts[0]?.urn}/`,
  });
  expect(linkedin.world.posts).toHaveLength(1);
});

test('the numbers of a post on X, which cost money, are read after a day and after a week', async () => {
  const post = await onX({ caption: 'Bread' });
  await engine().sendDue();
  const [account] = await stage.deliveries(post);
  const log = pino({ level: 'silent' });
  const look = () =>
    fetchFigures(stage.admin, {
      agentId,
      openSession: async (id, calls) =>
        publishers.twitter.open(stage.secrets.get(id)?.secret, calls, async () => undefined),
      now: stage.now,
      signal: AbortSignal.timeout(60_000),
      log,
    });
  const read = () => x.requests.filter(({ name }) => name === 'GET /2/tweets/:id').length;
  // fetchFigures has the machine's clock for its calls, which X holds against its own.
  x.world.now = Date.now;
  const counts: number[] = [];
  for (const hours of [1, 22, 2, 24, 100, 24, 24, 24]) {
    stage.pass({ hours });
    await look();
    counts.push(read());
  }
  expect(account?.state).toBe('published');
  expect(counts).toEqual([0, 0, 1, 1, 1, 2, 2, 2]);
});
