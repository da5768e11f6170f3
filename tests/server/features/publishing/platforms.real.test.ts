import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { workspaceOf } from '../../../../server/features/accounts/feature.ts';
import { openVault } from '../../../../server/features/publishing/channels/vault.ts';
import { uploadsIn } from '../../../../server/features/publishing/uploads.ts';
import { MEDIA_BUCKET, posterPath } from '../../../../shared/posts/media-bucket.ts';
import { toSrt } from '../../../../shared/posts/video-captions.ts';
import { deliveryListSchema } from '../../../../shared/publishing/publishing-api.ts';
import { accountsTable } from '../../../helpers/accounts-table.ts';
import { startTestAgent } from '../../../helpers/agent.ts';
import {
  channelSignInEndPath,
  channelSignInPath,
  channelTestPath,
  postPublishPath,
} from '../../../helpers/agent-paths.ts';
import { NO_KEYCHAIN } from '../../../helpers/no-keychain.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { PICTURE, sha256 } from '../../../helpers/publishing/platform-sessions.ts';
import { workspacePosts } from '../../../helpers/publishing/workspace-posts.ts';
import { CLIENT } from '../../../helpers/youtube/google-oauth.ts';
import { startYouTube } from '../../../helpers/youtube/imitation.ts';

const NAME = 'portrait.mp4';
const platform = 'youtube_shorts' as const;
const youtube = ofFile(() => startYouTube());
const agent = ofFile(() => {
  const { origin, site, tokenOrigin } = youtube.api;
  return startTestAgent({ platformApis: { youtube_shorts: { origin, site, tokenOrigin } } });
});

async function ask(path: string, body?: unknown): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await agent.call(path, body === undefined ? {} : { body });
  const text = await response.text();
  return { status: response.status, answer: text ? JSON.parse(text) : {} };
}

it('a video of the library goes out to YouTube with its first comment, and nothing is left of its upload', async () => {
  const { admin, dataDir } = agent;
  const video = await readFile(new URL(`../../../fixtures/videos/${NAME}`, import.meta.url));
  await admin.storage.from(MEDIA_BUCKET).upload(NAME, video, { contentType: 'video/mp4' });
  const poster = posterPath(NAME);
  await admin.storage.from(MEDIA_BUCKET).upload(poster, PICTURE, { contentType: 'image/jpeg' });
  const { id: account } = await accountsTable(admin).insert({ platform, account_label: 'Ada' });
  const app = { clientId: CLIENT.id, clientSecret: CLIENT.secret };
  const { answer } = await ask(channelSignInPath(account), { platform, ...app });
  const address = await youtube.decide(String(answer.url));
  const signedIn = await ask(channelSignInEndPath(account), { address });
  expect(signedIn).toMatchObject({ status: 200, answer: { state: 'connected', channel: { state: 'ready' } } });

  const url = `/storage/v1/object/authenticated/${MEDIA_BUCKET}/${NAME}`;
  const captions = [{ startMs: 0, endMs: 900, text: 'We walk in the woods' }];
  const shown = { poster: { path: poster, url }, coverMs: 86_400_000, captions };
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const post = await workspacePosts(admin).post([account], [platform], tomorrow, {
    content_type: 'video',
    caption: 'A walk\n\nIn the woods',
    hashtags: ['#trees'],
    first_comment: 'Where was it?',
    media: [{ path: NAME, url, kind: 'video', alt: '', isAiMade: true, ...shown }],
  });
  await ask(postPublishPath(post), {});
  await ask('/api/publishing/look', { wait: true });
  const [delivery] = deliveryListSchema.parse((await ask(`/api/posts/${post}/deliveries`)).answer);
  const [uploaded] = youtube.world.videos;
  expect(delivery).toMatchObject({
    state: 'published',
    url: `https://youtube.com/shorts/${uploaded?.id}`,
    error: null,
  });
  expect(uploaded).toMatchObject({
    title: 'A walk',
    description: 'In the woods\n\n#trees',
    tags: ['trees'],
    status: { privacyStatus: 'public', containsSyntheticMedia: true },
    sha256: sha256(video),
    cover: sha256(PICTURE),
    captions: { en: toSrt(captions) },
  });
  expect(youtube.world.comments).toMatchObject([{ text: 'Where was it?' }]);
  const noted = JSON.stringify(delivery);
  expect(noted).not.toContain('upload_id');
  for (const { value } of youtube.world.accounts.tokens) expect(noted).not.toContain(value);
  expect(await ask(channelTestPath(account), {})).toMatchObject({
    status: 400,
    answer: { error: expect.stringContaining('YouTube accepts one video') },
  });

  const { uploads } = openVault({ dataDir, workspace: workspaceOf(null), keychain: NO_KEYCHAIN });
  expect(await uploads.ids()).toEqual([]);
  const mine = () => admin.from('post_deliveries');
  const { data: own } = await mine().select('id, idempotency_key').single().throwOnError();
  await uploads.write(own.idempotency_key, 'note');
  for (const [state, kept] of [
    ['needs_review', [own.idempotency_key]],
    ['published', []],
  ] as const) {
    await mine().update({ state }).eq('id', own.id).throwOnError();
    await uploadsIn(uploads).forgetEnded(admin);
    expect(await uploads.ids(), state).toEqual(kept);
  }
});
