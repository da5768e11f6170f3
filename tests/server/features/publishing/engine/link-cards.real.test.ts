import { afterEach, beforeEach, expect, test } from 'vitest';
import { platformCalls } from '../../../../../server/features/publishing/platform-calls.ts';
import { createLinkedInPublisher } from '../../../../../server/features/publishing/platforms/linkedin/publisher.ts';
import { MEDIA_BUCKET } from '../../../../../shared/posts/media-bucket.ts';
import { platformApi } from '../../../../../shared/publishing/platform-apis.ts';
import { startLinkWeb } from '../../../../helpers/link-web.ts';
import { type LinkedInServer, startLinkedInServer } from '../../../../helpers/linkedin/imitation.ts';
import { PICTURE } from '../../../../helpers/publishing/platform-sessions.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

const stage = publishingStage();
let web: Awaited<ReturnType<typeof startLinkWeb>>;
let linkedin: LinkedInServer;
beforeEach(async () => {
  [web, linkedin] = await Promise.all([
    startLinkWeb({ '/no-picture': '<meta property="og:image" content="/bread"><title>Rye</title>' }),
    startLinkedInServer({ now: () => stage.now().epochMilliseconds, processingMs: 0 }),
  ]);
});
afterEach(async () => {
  await Promise.all([web.close(), linkedin.close()]);
});

const publishers = () => ({
  linkedin: createLinkedInPublisher({ ...platformApi('linkedin'), origin: linkedin.origin }),
});
const engine = () => stage.engine({ links: web.reader, publishers: publishers() });
const embeds = () => [...stage.pds.posts.values()].map(({ value }) => value.embed);
const changes = async (post: string) => (await stage.delivery(post)).attempts.flatMap((one) => one.changes ?? []);
const external = (card: object) => ({ $type: 'app.bsky.embed.external', external: card });

test('a post on Bluesky has the card of its link, read once, whatever the page says when it is sent again and found', async () => {
  const url = web.at('/bread');
  const post = await stage.addPost('bluesky', { caption: `Warm bread: ${url}.` });
  stage.pds.fault('com.atproto.repo.putRecord', (_, response) => void response.destroy());
  stage.pds.fault('com.atproto.repo.putRecord', async (_, response, next) => {
    await next();
    response.destroy();
  });
  await engine().sendDue();
  expect(embeds()).toEqual([]);
  web.served['/bread'] = '<title>Sold</title>';
  for (let looks = 0; looks < 4 && stage.pds.posts.size === 0; looks++) {
    stage.pass({ minutes: 16 });
    await engine().sendDue();
  }
  const { state, outgoing } = await stage.delivery(post);
  const words = { title: 'Bread at home', description: 'Four things and some time.' };
  expect([state, outgoing?.card]).toEqual(['published', { url, ...words, image: web.at('/loaf.jpg') }]);
  const thumb = expect.objectContaining({ $type: 'blob', mimeType: 'image/jpeg', size: expect.any(Number) });
  expect(embeds()).toEqual([external({ uri: url, ...words, thumb })]);
  expect(web.asked.filter((path) => path === '/bread')).toHaveLength(1);
});

test('a page or a picture that cannot be read costs the card or its picture, with a note, and never the post', async () => {
  const gone = await stage.addPost('bluesky', { caption: web.at('/gone') });
  await engine().sendDue();
  expect([(await stage.delivery(gone)).state, embeds()]).toEqual(['published', [undefined]]);
  expect(await changes(gone)).toEqual([expect.stringMatching(/^The link has no card: The page does not exist/)]);
  stage.pds.posts.clear();
  const bare = await stage.addPost('bluesky', { caption: web.at('/no-picture') });
  await engine().sendDue();
  expect(embeds()).toEqual([external({ uri: web.at('/no-picture'), title: 'Rye', description: '' })]);
  expect(await changes(bare)).toEqual([expect.stringMatching(/^The link card has no picture: /)]);
});

test('a person decides: no card, or words of their own; pictures leave no room for one', async () => {
  const url = web.at('/bread');
  const send = async (content: object) => {
    stage.pds.posts.clear();
    await stage.addPost('bluesky', { caption: url, ...content });
    await engine().sendDue();
    return embeds();
  };
  expect(await send({ link_card: { off: true } })).toEqual([undefined]);
  const own = { url, title: 'My bread', description: '', image: null };
  expect(await send({ link_card: own })).toEqual([external({ uri: url, title: 'My bread', description: '' })]);
  await stage.admin.storage.from(MEDIA_BUCKET).upload('card.jpg', PICTURE, { contentType: 'image/jpeg', upsert: true });
  const media = [{ path: 'card.jpg', url: '', kind: 'image', alt: '' }];
  expect(await send({ media, link_card: own })).toMatchObject([{ $type: 'app.bsky.embed.images' }]);
  // Written by a member's own tool, bypassing the API: the database does not validate addresses.
  const odd = { url: 'https://[', title: 'x', description: '', image: null };
  expect(await send({ link_card: odd })).toMatchObject([external({ title: 'Bread at home' })]);
});

test('a post on LinkedIn has the article of its link, and slides go out as one document', async () => {
  const { token } = linkedin.addMember('Ada');
  const calls = platformCalls({ signal: AbortSignal.timeout(60_000), now: () => new Date() });
  const { secret } = await publishers().linkedin.connect({ platform: 'linkedin', accessToken: token }, calls);
  const account = await stage.addAccount('linkedin', secret);
  const post = await stage.addPostFor(account, 'linkedin', { caption: `Bread\n${web.at('/bread')}` });
  await engine().sendDue();
  expect((await stage.delivery(post)).state).toBe('published');
  const thumbnail = expect.stringMatching(/^urn:li:image:/);
  const [first, ...more] = linkedin.world.posts;
  expect([first?.article, more]).toEqual([
    { source: web.at('/bread'), title: 'Bread at home', description: 'Four things and some time.', thumbnail },
    [],
  ]);
  expect(web.asked.filter((path) => path === '/bread')).toHaveLength(1);
  await stage.admin.storage.from(MEDIA_BUCKET).upload('card.jpg', PICTURE, { contentType: 'image/jpeg', upsert: true });
  const slide = { path: 'card.jpg', url: '', kind: 'image' as const, alt: 'A loaf' };
  await stage.addPostFor(account, 'linkedin', { caption: 'Five tips', media: [slide, slide], as_document: true });
  await engine().sendDue();
  const document = { id: expect.stringContaining('urn:li:document:'), title: 'Five tips' };
  expect(linkedin.world.posts[1]?.media).toEqual([document]);
});
