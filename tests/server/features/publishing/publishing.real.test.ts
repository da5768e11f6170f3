import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { MEDIA_BUCKET } from '../../../../shared/posts/media-bucket.ts';
import { deliveryListSchema } from '../../../../shared/publishing/publishing-api.ts';
import type { GeneratedContentRow } from '../../../../shared/workspace/database.ts';
import {
  deliveryCancelPath,
  deliveryComposerPath,
  deliveryMarkPath,
  deliveryRetryPath,
  followersPath,
  postCancelPath,
  postFiguresPath,
  postMendPath,
  postPublishPath,
} from '../../../helpers/agent-paths.ts';
import { GOOD_KEY, startModelServer } from '../../../helpers/ai-imitation/model-server.ts';
import { channelsAgent } from '../../../helpers/channels.ts';
import { workspacePosts } from '../../../helpers/publishing/workspace-posts.ts';

const its = channelsAgent();
const TOMORROW = () => new Date(Date.now() + 86_400_000).toISOString();

/** Adds a post for all connected accounts of its platforms, unless it names accounts. */
const addPost = ({ platforms = ['bluesky'], ...more }: Partial<GeneratedContentRow>, time = TOMORROW()) =>
  workspacePosts(its.agent.admin).post([], platforms, time, { caption: 'Bread', account_ids: null, ...more });

/** Stores a fixture picture in the Media Library; a PNG can claim another `height`. */
async function addPicture(name: string, height?: number): Promise<GeneratedContentRow['media']> {
  const bytes = await readFile(new URL(`../../../fixtures/pictures/${name}`, import.meta.url));
  if (height !== undefined) bytes.writeUInt32BE(height, 20);
  const type = name.endsWith('png') ? 'image/png' : 'image/jpeg';
  await its.agent.admin.storage.from(MEDIA_BUCKET).upload(name, bytes, { contentType: type, upsert: true });
  return [
    { path: name, url: `/storage/v1/object/authenticated/${MEDIA_BUCKET}/${name}`, kind: 'image', alt: 'A loaf' },
  ];
}

/** Sends due posts, as a command does if no agent is running. */
const send = () => its.ask('/api/publishing/look', 'POST', { wait: true });
const deliveriesOf = async (post: string) =>
  deliveryListSchema.parse((await its.ask(`/api/posts/${post}/deliveries`)).answer);
async function rowOf(post: string) {
  const posts = its.agent.admin.from('scheduled_posts');
  return (await posts.select('status, generated_content(*)').eq('id', post).single().throwOnError()).data;
}
const contentOf = async (post: string) => (await rowOf(post)).generated_content;
const check = async (post: string) => (await its.ask(`/api/posts/${post}/check`, 'POST')).answer;
const statusesOf = async (post: string) => {
  const { status, generated_content } = await rowOf(post);
  return [status, generated_content.status];
};

describe('a post that goes out now', () => {
  it('shows how its figures grew, and how many followed its account', async () => {
    const { id: account } = await its.addConnected('bluesky');
    const post = await addPost({});
    await its.ask(postPublishPath(post), 'POST');
    await send();
    const [delivery] = await deliveriesOf(post);
    const { admin } = its.agent;
    const times = ['2031-01-14T00:00:00+00:00', '2031-01-15T00:00:00+00:00'];
    for (const [likes, at] of times.entries()) {
      await admin.rpc('record_post_figures', { delivery: delivery?.id ?? '', told: { likes }, at }).throwOnError();
      const told = { account, told_followers: 40 + likes, next_due: at, at };
      await admin.rpc('record_account_figures', told).throwOnError();
    }
    const [first, second] = times;
    expect((await its.ask(postFiguresPath(post))).answer).toMatchObject([
      {
        deliveryId: delivery?.id,
        account: 'Ada',
        points: [
          { at: first, figures: { likes: 0 } },
          { at: second, figures: { likes: 1 } },
        ],
      },
    ]);
    expect((await its.ask(followersPath(account))).answer).toEqual([
      { at: first, followers: 40 },
      { at: second, followers: 41 },
    ]);
    expect((await its.ask(postFiguresPath(account))).answer).toEqual([]);
  });

  it('stands on the platform once, with its picture, and its link is shown', async () => {
    const account = await its.addConnected('bluesky');
    const before = its.pds.posts.size;
    const media = await addPicture('small.jpg');
    const post = await addPost({ content_type: 'image', media, hashtags: ['#bread'] });
    expect((await its.ask(postPublishPath(post), 'POST')).answer).toEqual([]);
    await send();
    await send();
    const [delivery, ...others] = await deliveriesOf(post);
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({
      state: 'published',
      accountId: account.id,
      account: 'Ada',
      url: expect.stringContaining('https://bsky.app/profile/'),
      attempts: [
        {
          kind: 'publish',
          state: 'published',
          exchanges: expect.arrayContaining([expect.objectContaining({ status: 200 })]),
        },
      ],
    });
    expect(its.pds.posts.size).toBe(before + 1);
    expect(await statusesOf(post)).toEqual(['published', 'published']);
    expect((await its.ask(postPublishPath(post), 'POST')).status).toBe(409);
  });
});

it('the links of a post get the parameters of the settings, which count, also on its card and in its first comment', async () => {
  const link_tags = { isOn: true, campaign: '{project}' };
  await its.agent.admin.from('app_settings').insert({ link_tags }).throwOnError();
  const { data: project } = await its.agent.admin
    .from('content_projects')
    .insert({
      niche_name: 'Rye Bread',
      source_url_1: 'https://a.test',
      source_url_2: 'https://b.test',
      platforms: ['bluesky'],
    })
    .select()
    .single()
    .throwOnError();
  await its.addConnected('bluesky');
  const link_card = { url: 'https://e.com/', title: 'Bread', description: '', image: null };
  const words = { caption: 'Read https://e.com/.', first_comment: 'See https://e.com/#how', link_card };
  const post = await addPost({ ...words, project_id: project.id });
  const long = await addPost({ caption: `${'x '.repeat(135)}https://e.com/` });
  expect(await check(long)).toMatchObject([{ text: 'It will be published as a thread of 2 posts.' }]);
  await its.ask(postPublishPath(post), 'POST');
  await send();
  const sent = 'https://e.com/?utm_source=bluesky&utm_medium=social&utm_campaign=rye-bread';
  const { data } = await its.agent.admin
    .from('post_deliveries')
    .select('state, outgoing')
    .eq('scheduled_post_id', post)
    .single()
    .throwOnError();
  expect(data).toMatchObject({
    state: 'published',
    outgoing: { parts: [`Read ${sent}.`, `See ${sent}#how`], card: { url: sent } },
  });
  await its.agent.admin.from('app_settings').delete().not('id', 'is', null).throwOnError();
});

describe('what a person does with a post', () => {
  it('is by hand where nothing is connected: it comes up, is opened, and is marked with its link', async () => {
    const post = await addPost({ platforms: ['linkedin'], media: await addPicture('small.png') });
    await its.ask(postPublishPath(post), 'POST');
    await send();
    const [delivery] = await deliveriesOf(post);
    expect(delivery).toMatchObject({ state: 'waiting', waitsFor: 'by_hand', accountId: null });
    expect((await rowOf(post)).status).toBe('needs_review');
    const id = delivery?.id ?? '';
    const opened = await its.ask(deliveryComposerPath(id), 'POST');
    expect(opened).toMatchObject({
      status: 202,
      answer: {
        state: 'address',
        address: expect.stringContaining('linkedin.com'),
        files: [expect.stringMatching(/\.png$/)],
      },
    });
    expect((await its.ask(deliveryRetryPath(id), 'POST')).status).toBe(409);
    const url = 'https://www.linkedin.com/feed/update/1';
    expect((await its.ask(deliveryMarkPath(id), 'POST', { url })).answer).toMatchObject({
      state: 'published',
      url,
      byHand: true,
    });
    const [file = ''] = (opened.answer.files as string[]) ?? [];
    await vi.waitFor(() => expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' }), { timeout: 20_000 });
    expect((await its.ask(deliveryMarkPath(id), 'POST', { url: 'javascript:alert(1)' })).status).toBe(400);
  });

  it('cancels what has not been sent, and retries what failed with the text as it is by then', async () => {
    await its.addConnected('bluesky');
    const cancelled = await addPost({});
    expect((await its.ask(postCancelPath(cancelled), 'POST')).status).toBe(200);
    expect(await statusesOf(cancelled)).toEqual(['cancelled', 'draft']);

    const post = await addPost({ media: [{ path: 'gone.jpg', url: '/gone.jpg', kind: 'image' }] });
    await its.ask(postPublishPath(post), 'POST');
    await send();
    const [failed] = await deliveriesOf(post);
    expect(failed).toMatchObject({
      state: 'failed',
      errorClass: 'rejected',
      error: expect.stringContaining('missing from the Media Library'),
    });
    await its.agent.admin.from('generated_content').update({ media: [] }).eq('status', 'failed').throwOnError();
    await its.ask(deliveryRetryPath(failed?.id ?? ''), 'POST');
    await send();
    expect(await deliveriesOf(post)).toMatchObject([
      { state: 'published', attempts: [{ state: 'failed' }, { state: 'published' }] },
    ]);
    expect((await its.ask(deliveryCancelPath(failed?.id ?? ''), 'POST')).status).toBe(409);
  });
});

describe('a post that is looked at before its time', () => {
  const long = 'A sentence about bread that is not short at all. '.repeat(9).trim();

  it('is shortened in one step where it cannot be a thread', async () => {
    const post = await addPost({ platforms: ['linkedin'], caption: `${long} `.repeat(8).trim() });
    expect(await check(post)).toEqual([
      expect.objectContaining({ platform: 'linkedin', mend: 'shorten', isWarning: false }),
    ]);
    const mended = await its.ask(postMendPath(post), 'POST', { platform: 'linkedin', mend: 'shorten', media: null });
    expect(mended.answer).toEqual([]);
    const content = await contentOf(post);
    expect(content.alternatives.linkedin?.caption).toMatch(/^A sentence about .*at all\.$/);
  });

  it('is checked as each account gets it, and shortened there, first comment included', async () => {
    const { id: account } = await its.addConnected('bluesky');
    const versions = { [account]: { caption: 'A word about rye, and what became of it. '.repeat(300), hashtags: [] } };
    const post = await addPost({ account_versions: versions, first_comment: 'x'.repeat(301) });
    const comment = {
      accountId: account,
      text: 'The first comment has 301 characters; the limit is 300.',
      isWarning: false,
    };
    expect(await check(post)).toEqual([
      expect.objectContaining({ text: 'It is too long, even for a thread of 25 posts.', mend: 'shorten' }),
      expect.objectContaining(comment),
    ]);
    const request = { platform: 'bluesky', account, mend: 'shorten', media: null };
    const mended = await its.ask(postMendPath(post), 'POST', request);
    expect(mended.answer).toEqual([expect.objectContaining(comment)]);
    const content = await contentOf(post);
    const shortened = { caption: expect.stringMatching(/^A word about .*of it\.$/), hashtags: [] };
    expect([content.alternatives, content.account_versions]).toEqual([{}, { [account]: shortened }]);
  });

  it('is shortened by the chosen model', async () => {
    const model = await startModelServer();
    const provider = { provider: 'openai-compatible', model: 'small-writer', apiKey: GOOD_KEY };
    const chosen = await its.ask('/api/ai', 'POST', { ...provider, baseUrl: model.baseUrl('openai-compatible') });
    expect(chosen.status).toBe(200);
    model.play({ say: { caption: 'Bread, in short.' } });
    const post = await addPost({ platforms: ['twitter'], caption: long });
    await its.ask(postMendPath(post), 'POST', { platform: 'twitter', mend: 'shorten', media: null });
    expect((await contentOf(post)).alternatives.twitter?.caption).toBe('Bread, in short.');
    await its.ask('/api/ai', 'POST', { provider: null });
    await model.close();
  });

  it('says nothing of what is converted, and asks how a picture of another shape goes out', async () => {
    const post = await addPost({
      platforms: ['instagram'],
      content_type: 'image',
      media: await addPicture('small.png'),
    });
    expect(await check(post)).toEqual([]);
    const media = await addPicture('small.png', 20);
    const tall = await addPost({ platforms: ['instagram'], content_type: 'image', media });
    expect(await check(tall)).toEqual([
      expect.objectContaining({
        text: 'The picture is cropped to a shape that Instagram accepts (4:5 to 1.91:1). Choose borders to show all of it.',
        isWarning: true,
        mend: 'fit',
        media: 0,
      }),
    ]);
    const mend = (how: string) => its.ask(postMendPath(tall), 'POST', { platform: 'instagram', mend: how, media: 0 });
    expect(await mend('pad')).toEqual({ status: 200, answer: [] });
    const content = await contentOf(tall);
    expect(content.media).toEqual([{ ...media[0], fit: 'pad' }]);
    expect((await mend('pad')).status).toBe(409);
    expect((await mend('crop')).status).toBe(200);
  });
});
