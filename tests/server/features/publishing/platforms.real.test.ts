import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceOf } from '../../../../server/features/accounts/feature.ts';
import { openVault } from '../../../../server/features/publishing/channels/vault.ts';
import { uploadsIn } from '../../../../server/features/publishing/uploads.ts';
import { MEDIA_BUCKET } from '../../../../shared/posts/media-bucket.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';
import {
  channelPath,
  channelSignInEndPath,
  channelSignInPath,
  channelTestPath,
  deliveryListSchema,
  postPublishPath,
} from '../../../../shared/publishing/publishing-api.ts';
import { accountsTable } from '../../../helpers/accounts-table.ts';
import { startTestAgent, type TestAgent } from '../../../helpers/agent.ts';
import { NO_KEYCHAIN } from '../../../helpers/no-keychain.ts';
import { startTikTok, type TikTokServer } from '../../../helpers/tiktok/imitation.ts';
import { APP } from '../../../helpers/tiktok/tiktok-oauth.ts';
import { startXServer, type XServer } from '../../../helpers/x/imitation.ts';
import { CLIENT } from '../../../helpers/youtube/google-oauth.ts';
import { startYouTube, type YouTubeServer } from '../../../helpers/youtube/imitation.ts';

const NAME = 'portrait.mp4';
let agent: TestAgent;
let youtube: YouTubeServer;
let tiktok: TikTokServer;
let x: XServer;
let video: Buffer;

beforeAll(async () => {
  [youtube, tiktok, x] = await Promise.all([startYouTube(), startTikTok({ processingMs: 0 }), startXServer()]);
  const { origin, site, tokenOrigin } = youtube.api;
  const platformApis = {
    youtube_shorts: { origin, site, tokenOrigin },
    tiktok: { origin: tiktok.api.origin, site: tiktok.api.site },
    twitter: { origin: x.origin },
  };
  agent = await startTestAgent({ platformApis });
  video = await readFile(new URL(`../../../fixtures/videos/${NAME}`, import.meta.url));
  await agent.admin.storage.from(MEDIA_BUCKET).upload(NAME, video, { contentType: 'video/mp4' });
});
afterAll(async () => {
  await agent?.close();
  await Promise.all([youtube?.close(), tiktok?.close(), x?.close()]);
});

async function ask(path: string, body?: unknown): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await agent.call(path, body === undefined ? {} : { body });
  const text = await response.text();
  return { status: response.status, answer: text ? JSON.parse(text) : {} };
}

/** Adds an account and signs it in; the person pastes the address that the browser ended on. */
async function connect(platform: Platform, entry: object, decide: (url: string) => Promise<string>): Promise<string> {
  const { id } = await accountsTable(agent.admin).insert({ platform, account_label: 'Ada' });
  const { answer } = await ask(channelSignInPath(id), { platform, ...entry });
  const address = await decide(String(answer.url));
  expect(await ask(channelSignInEndPath(id), { address })).toMatchObject({ status: 200, answer: { state: 'ready' } });
  return id;
}

/** Publishes a post with the video and answers its delivery. */
async function publish(platform: Platform, account: string, content: object = {}) {
  const url = `/storage/v1/object/authenticated/${MEDIA_BUCKET}/${NAME}`;
  const row = {
    content_type: 'video' as const,
    status: 'scheduled' as const,
    caption: 'A walk\n\nIn the woods',
    hashtags: ['#trees'],
    platforms: [platform],
    account_ids: [account],
    media: [{ path: NAME, url, kind: 'video' as const, alt: '', isAiMade: true }],
    ...content,
  };
  const made = await agent.admin.from('generated_content').insert(row).select('id').single().throwOnError();
  const place = { content_id: made.data.id, scheduled_time: new Date(Date.now() + 86_400_000).toISOString() };
  const { data } = await agent.admin.from('scheduled_posts').insert(place).select('id').single().throwOnError();
  await ask(postPublishPath(data.id), {});
  await ask('/api/publishing/look', { wait: true });
  const [delivery] = deliveryListSchema.parse((await ask(`/api/posts/${data.id}/deliveries`)).answer);
  return delivery;
}

describe('the agent', () => {
  it('uploads a video of the library to YouTube, with its first comment', async () => {
    const entry = { clientId: CLIENT.id, clientSecret: CLIENT.secret };
    const account = await connect('youtube_shorts', entry, (url) => youtube.decide(url));
    const delivery = await publish('youtube_shorts', account, { first_comment: 'Where was it?' });
    const [made] = youtube.world.videos;
    expect(delivery).toMatchObject({ state: 'published', url: `https://youtube.com/shorts/${made?.id}`, error: null });
    expect(made).toMatchObject({
      title: 'A walk',
      description: 'In the woods\n\n#trees',
      tags: ['trees'],
      status: { privacyStatus: 'public', containsSyntheticMedia: true },
      sha256: createHash('sha256').update(video).digest('hex'),
    });
    expect(youtube.world.comments).toMatchObject([{ text: 'Where was it?' }]);
    const noted = JSON.stringify(delivery);
    expect(noted).not.toContain('upload_id');
    for (const { value } of youtube.world.accounts.tokens) expect(noted).not.toContain(value);
    expect(await ask(channelTestPath(account), {})).toMatchObject({
      status: 400,
      answer: { error: expect.stringContaining('YouTube takes one video') },
    });
  });

  it('says that YouTube keeps a video private, and that it takes no first comment so', async () => {
    youtube.world.options.isAudited = false;
    const [{ account_id } = { account_id: '' }] = (
      await agent.admin.from('channels').select('account_id').eq('platform', 'youtube_shorts').throwOnError()
    ).data;
    const content = { caption: 'Another walk', first_comment: 'Where was it?' };
    expect(await publish('youtube_shorts', account_id, content)).toMatchObject({
      state: 'published',
      errorClass: null,
      error: expect.stringMatching(/keeps the video private.* did not take its first comment: .*disabled comments/),
    });
  });

  it('sends a video to the TikTok inbox, and says what is left to do', async () => {
    const entry = { clientKey: APP.key, clientSecret: APP.secret };
    const account = await connect('tiktok', entry, (url) => tiktok.decide(url));
    const delivery = await publish('tiktok', account);
    expect(delivery).toMatchObject({
      state: 'waiting',
      waitsFor: 'by_hand',
      error: expect.stringContaining('The video is in your TikTok inbox.'),
    });
    expect(tiktok.world.posts).toMatchObject([{ sha256: createHash('sha256').update(video).digest('hex') }]);
    expect(JSON.stringify(delivery)).not.toContain('upload_token');
  });

  it('holds a post back that would cost more than the person lets the account cost in a month, and says so', async () => {
    const { id: account } = await accountsTable(agent.admin).insert({ platform: 'twitter', account_label: 'Ada on X' });
    const { keys } = x.addUser('ada');
    const connecting = await ask(channelPath(account), { platform: 'twitter', ...keys, monthlyBudget: '0.21' });
    expect(connecting).toMatchObject({ status: 200, answer: { state: 'connected' } });
    const text = { content_type: 'text' as const, hashtags: [], media: [] };
    expect(await publish('twitter', account, { ...text, caption: 'Bread' })).toMatchObject({ state: 'published' });
    const dear = { ...text, caption: 'The recipe: https://example.com' };
    expect(await publish('twitter', account, dear)).toMatchObject({
      state: 'failed',
      errorClass: 'rejected',
      error:
        'It costs about $0.20, and $0.195 are left of what posts of this account may cost this month. Connect the account again with a higher amount, or move the post to the next month.',
    });
    expect(x.world.posts).toMatchObject([{ text: 'Bread' }]);
    const more = await ask(channelPath(account), { platform: 'twitter', ...keys, monthlyBudget: '1' });
    expect(more).toMatchObject({ status: 200 });
    expect(await publish('twitter', account, dear)).toMatchObject({ state: 'published' });
  });

  it('keeps nothing of an upload whose delivery has ended, whoever ended it', async () => {
    const { dataDir, admin } = agent;
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([]);
    const { uploads } = openVault({ dataDir, workspace: workspaceOf(null), keychain: NO_KEYCHAIN });
    const { data } = await admin.from('post_deliveries').select('id, idempotency_key').throwOnError();
    const [asUnconfirmed, ended] = data;
    if (!asUnconfirmed || !ended) throw new Error('There are deliveries of the tests before.');
    await admin.from('post_deliveries').update({ state: 'needs_review' }).eq('id', asUnconfirmed.id).throwOnError();
    for (const key of [asUnconfirmed.idempotency_key, ended.idempotency_key, randomUUID()])
      await uploads.write(key, 'note');
    await uploadsIn(uploads).forgetEnded(admin);
    expect(await uploads.ids()).toEqual([asUnconfirmed.idempotency_key]);
  });
});
