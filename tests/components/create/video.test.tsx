import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import { appInDocument, says, saysNoMore } from '../../helpers/component/app.tsx';
import { isFull } from '../../helpers/depth.ts';
import type { Fault } from '../../helpers/request-faults.ts';

const UPLOAD = /^POST .*\/storage\/v1\/object\/media-assets/;
const INSERT = /^POST .*\/api\/projects/;
const SAVE = /^PUT .*\/api\/projects/;
const GENERATE = /^POST .*\/functions\/v1\/auto-generate-content/;
/** Where a project's posts would go is asked for by a POST that writes nothing. */
const WRITES = /^(POST|PUT|PATCH) .*(\/(rest|storage|functions)\/v1\/(?!rpc\/destinations)|\/api\/projects)/;
const MB = 1024 * 1024;
const NOT_TODAY: Fault = { status: 400, body: { error: 'Not today.' } };
const ONLY_VIDEOS = 'These platforms accept only videos. Add a video, or select another platform.';

const app = appInDocument();
const { open, press, fill, fail, hold, letGo } = app;

/** The first bytes of an MP4 (a file type box), then zeros. */
const MP4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(3 * MB)], 3 * MB);
const video = (name: string, content: BlobPart = MP4, type = 'video/mp4') => new File([content], name, { type });
const large = video('large.mp4');
Object.defineProperty(large, 'size', { value: 201 * MB });

const form = () =>
  document.querySelector<HTMLElement>('[role=dialog] form') ??
  document.querySelector<HTMLElement>('main form') ??
  document.body;
const choose = async (file: File) => {
  await waitFor(() => expect(form().querySelector('[type=file]')).not.toBeNull());
  await app.user.upload(form().querySelector<HTMLInputElement>('[type=file]') ?? form(), file);
};
const hasFileFocus = () => waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('file'));
const projects = async () => (await app.member.from('content_projects').select('*').throwOnError()).data;
async function storedNames(): Promise<string[]> {
  const { data, error } = await app.member.storage.from(MEDIA_BUCKET).list();
  if (error) throw error;
  return data.map(({ name }) => name);
}

beforeEach(async () => {
  await app.member.from('content_projects').delete().not('id', 'is', null).throwOnError();
  const names = await storedNames();
  if (names.length > 0) await app.member.storage.from(MEDIA_BUCKET).remove(names);
});

describe('the video of a new project (§5, §8, §9)', () => {
  const submit = () => press('Generate & Schedule');

  beforeEach(async () => {
    await open('/create');
    await says('Create New Content Project', 'AI Autopilot, which adds 1 a day, is off.');
    await fill('Niche Name *', 'Home baking');
    for (const number of [1, 2]) await fill(`Source URL ${number} *`, `https://bread.example/${number}`);
    await press('YouTube Shorts', { role: 'checkbox' });
  });

  it('says at once what is wrong with it, keeps it when it fails, and is stored with the project', async () => {
    const before = app.asked.length;
    await choose(large);
    await says('"large.mp4" is 201 MB; the limit is 200 MB.');
    await submit();
    await hasFileFocus();
    expect(app.asked.slice(before).filter((request) => WRITES.test(request))).toEqual([]);
    await press('Remove large.mp4');
    await says('Choose a video');
    await saysNoMore('"large.mp4"');

    await choose(video('clip.mp4'));
    fail(UPLOAD, { status: 400, body: { message: 'The bucket is full.' } });
    await submit();
    await says('Error The bucket is full.', 'clip.mp4', 'Generate & Schedule');
    letGo();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Niche Name *' }).value).toBe('Home baking');
    expect([await projects(), await storedNames()]).toEqual([[], []]);

    fail(GENERATE, { status: 200, body: { success: true, template: 'Tips', created: 2 } });
    await submit();
    await says('Content Generated! 🎉', 'Choose a video');
    const [name = '', ...others] = await storedNames();
    expect([name, others]).toEqual([expect.stringMatching(/^\d+\.mp4$/), []]);
    expect(await projects()).toMatchObject([{ video_path: name }]);
    const { data } = await app.member.storage.from(MEDIA_BUCKET).download(name);
    expect(data && Buffer.from(await data.arrayBuffer()).equals(MP4)).toBe(true);
  });

  it.runIf(isFull)('leaves nothing when the project is refused, or the upload is called off', async () => {
    await choose(video('clip.mp4'));
    fail(INSERT, NOT_TODAY);
    await submit();
    await says('Error Not today.', 'clip.mp4', 'Generate & Schedule');
    letGo();
    expect([await projects(), await storedNames()]).toEqual([[], []]);

    hold(UPLOAD);
    await submit();
    await says('Uploading the video...', '0 KB of 3 MB', 'Cancel upload');
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
    await press('Cancel upload');
    await says('Upload cancelled', 'clip.mp4', 'Generate & Schedule');
    letGo();
    expect(await storedNames()).toEqual([]);
  });
});

describe('the video of a project that there is', () => {
  let id: string;
  const save = () => press('Save Changes');
  const videoPath = async () => (await projects())[0]?.video_path;

  async function edit(video_path: string | null, platform: 'facebook' | 'tiktok' = 'tiktok') {
    const urls = { source_url_1: 'https://bread.example/a', source_url_2: 'https://bread.example/b' };
    const row = { niche_name: 'Rye bread', ...urls, platforms: [platform], video_path, videos: 'never' as const };
    ({ id } = (await app.member.from('content_projects').insert(row).select().single().throwOnError()).data);
    if (video_path === 'portrait.mp4') {
      const { error } = await app.member.storage
        .from(MEDIA_BUCKET)
        .upload(video_path, MP4, { contentType: 'video/mp4' });
      if (error) throw error;
      await app.member.from('media_details').upsert({ path: video_path, name: 'Portrait.mp4' }).throwOnError();
    }
    await open(`/create?project=${id}`);
    await says('Edit Project', 'Video Upload (Optional)');
  }

  it.runIf(isFull)(
    'is refused where it is none, leaves nothing where the project is not saved, and is added',
    async () => {
      await edit(null, 'facebook');
      await choose(video('text.mp4', 'This is a text.'));
      await save();
      await says('Project not changed This file is not an MP4 video, although its name says so.');
      await choose(video('clip.mp4'));
      fail(SAVE, NOT_TODAY);
      await save();
      await says('Project not changed Not today.', 'clip.mp4');
      letGo();
      expect([await videoPath(), await storedNames()]).toEqual([null, []]);
      await save();
      await says('Project saved Rye bread', 'With a video');
      expect(await storedNames()).toEqual([await videoPath()]);
    },
  );

  it.runIf(isFull)(
    'is not removed where all platforms need one, else by keyboard alone; what is removed or replaced stays in the library',
    async () => {
      await edit('portrait.mp4');
      await says('Portrait.mp4', 'A video that you replace or remove stays in the Media Library.');
      (await screen.findByRole('button', { name: 'Remove Portrait.mp4' })).focus();
      await app.user.keyboard('{Enter}');
      await says('Choose a video');
      await hasFileFocus();
      await save();
      await says(ONLY_VIDEOS);
      await choose(video('clip.mp4'));
      await save();
      await says('Project saved');
      expect(await videoPath()).not.toBe('portrait.mp4');
      expect((await storedNames()).sort()).toEqual([await videoPath(), 'portrait.mp4'].sort());
    },
  );

  it.runIf(isFull)('is neither sent nor touched where only something else is changed', async () => {
    await edit('portrait.mp4');
    await says('Portrait.mp4');
    const bodies = app.answer(SAVE, [{ ...(await projects())[0], niche_name: 'Bagels' }]);
    await app.user.keyboard('{Control>}a{/Control}Bagels{Enter}');
    await waitFor(() => expect(bodies.map((body) => body.replace(/^\S+ /, ''))).toEqual(['{"niche_name":"Bagels"}']));
  });
});
