import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import { appInDocument, says, saysNoMore } from '../../helpers/component/app.tsx';
import { isFull } from '../../helpers/depth.ts';
import type { Fault } from '../../helpers/request-faults.ts';

const UPLOAD = /^POST .*\/storage\/v1\/object\/media-assets/;
const INSERT = /^POST .*\/api\/projects/;
const GENERATE = /^POST .*\/functions\/v1\/auto-generate-content/;
/** Requests that write. The `destinations` function, which only reads, is called by POST as well. */
const WRITES = /^(POST|PUT|PATCH) .*(\/(rest|storage|functions)\/v1\/(?!rpc\/destinations)|\/api\/projects)/;
const MB = 1024 * 1024;
const NOT_TODAY: Fault = { status: 400, body: { error: 'Not today.' } };

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

it.runIf(isFull)(
  'the video of a project is not removed where all platforms need one; what is replaced stays in the library',
  async () => {
    const { error } = await app.member.storage
      .from(MEDIA_BUCKET)
      .upload('portrait.mp4', MP4, { contentType: 'video/mp4' });
    if (error) throw error;
    const urls = { source_url_1: 'https://bread.example/a', source_url_2: 'https://bread.example/b' };
    const row = { niche_name: 'Rye bread', ...urls, platforms: ['tiktok' as const], videos: 'never' as const };
    const project = { ...row, video_path: 'portrait.mp4' };
    const { data } = await app.member.from('content_projects').insert(project).select().single().throwOnError();
    await open(`/create?project=${data.id}`);
    await says('Edit Project', 'A video that you replace or remove stays in the Media Library.');
    await press('Remove portrait.mp4');
    await says('Choose a video');
    await hasFileFocus();
    await press('Save Changes');
    await says('These platforms accept only videos. Add a video, or select another platform.');
    await choose(video('clip.mp4'));
    await press('Save Changes');
    await says('Project saved');
    const [after] = await projects();
    expect(after?.video_path).not.toBe('portrait.mp4');
    expect((await storedNames()).sort()).toEqual([after?.video_path, 'portrait.mp4'].sort());
  },
);
