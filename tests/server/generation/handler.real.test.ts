import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CardOrder, drawCard } from '../../../server/generation/cards/draw-card.ts';
import { GenerationError } from '../../../server/generation/generation-error.ts';
import type { PictureMaker, PictureRequest } from '../../../server/generation/pictures/picture-maker.ts';
import { isNearDuplicate } from '../../../server/generation/writers/text/similarity.ts';
import type { Brand } from '../../../shared/pictures/brand.ts';
import { checkMedia } from '../../../shared/posts/platform-limits.ts';
import { PLATFORM_IDS } from '../../../shared/posts/platforms.ts';
import type { GeneratedContentRow } from '../../../shared/workspace/database.ts';
import type { Settings } from '../../../shared/workspace/settings.ts';
import { isFull } from '../../helpers/depth.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { clockAt, openGenerationWorkspace, plainWriter } from './generation-workspace.ts';
import { readable } from './writing.ts';

const workspace = ofFile(() => openGenerationWorkspace());
beforeAll(() => workspace.backend.connection.mountFunction('auto-generate-content', workspace.handlerWith({})));
beforeEach(() => workspace.reset());

describe('the main job', () => {
  it('reads the sources and makes a day of scheduled posts with pictures', async () => {
    const project = await workspace.addProject({ posts_per_day: 2, platforms: ['instagram', 'facebook', 'linkedin'] });
    const { data, error } = await workspace.member.functions.invoke('auto-generate-content');
    expect(error).toBeNull();
    expect(data).toMatchObject({ success: true, template: 'General', created: 2 });
    expect(data.message).toContain('built-in writer');

    const posts = await workspace.posts();
    expect(posts).toHaveLength(2);
    for (const post of posts) {
      expect(post).toMatchObject({ project_id: project.id, status: 'scheduled', writer: 'built-in' });
      expect(post.platforms).toEqual(project.platforms);
      expect(post.caption.length).toBeGreaterThan(40);
      expect(post.media_url).toBe(`/storage/v1/object/authenticated/media-assets/posts/${post.id}/1.png`);
    }
    const [one, other] = posts.map(({ caption }) => caption);
    expect(isNearDuplicate(one ?? '', other ?? '')).toBe(false);

    const slots = await workspace.slots();
    expect((await workspace.pictures()).toSorted()).toEqual(
      posts.flatMap(({ media }) => media.map(({ path }) => path)).toSorted(),
    );
    expect(slots.map((slot) => slot.content_id).sort()).toEqual(posts.map((post) => post.id).sort());
    expectApart(slots.map((slot) => slot.scheduled_time));
    for (const slot of slots) {
      const { hour } = Temporal.Instant.from(slot.scheduled_time).toZonedDateTimeISO('UTC');
      expect(hour >= 8 && hour < 22).toBe(true);
      expect(Date.parse(slot.scheduled_time)).toBeGreaterThan(Date.now());
    }
  });

  it('asks for a project when there is none', async () => {
    const message = 'Create a content project first.';
    expect(await workspace.generate()).toEqual({ success: false, message, created: 0 });
  });
});

describe('sources', () => {
  it('goes on with one when the other cannot be read, says so, and notes with the project what came of each', async () => {
    const { origin } = workspace.sources;
    const extra_sources = [`${origin}/strength.html`];
    const project = await workspace.addProject({ posts_per_day: 1, source_url_2: `${origin}/404`, extra_sources });
    const result = await workspace.generate();
    expect(result).toMatchObject({ success: true, created: 1 });
    expect(result.message).toContain(`Skipped ${origin}/404: `);
    const noted = workspace.member.from('content_projects').select('source_readings').eq('id', project.id).single();
    const [read, missing, extra] = (await noted.throwOnError()).data.source_readings;
    expect(read).toMatchObject({ url: project.source_url_1, ok: true, title: expect.stringMatching(/\S/) });
    expect(read?.ok && read.passages).toBeGreaterThan(3);
    expect(Date.now() - Date.parse(read?.at ?? '')).toBeLessThan(60_000);
    expect(missing).toMatchObject({ url: `${origin}/404`, ok: false, reason: expect.stringContaining('(404)') });
    expect(extra).toMatchObject({ url: `${origin}/strength.html`, ok: true });
  });

  it('makes nothing while none can be read, unless posts are asked for all the same', async () => {
    const { origin } = workspace.sources;
    const project = await workspace.addProject({ posts_per_day: 1 });
    expect((await workspace.generate()).created).toBe(1);
    const gone = { source_url_1: `${origin}/404`, source_url_2: `${origin}/pdf` };
    await workspace.member.from('content_projects').update(gone).eq('id', project.id).throwOnError();
    const result = await workspace.generate();
    expect(result).toMatchObject({ success: false, created: 0, project: project.id, nothing: 'unread' });
    expect(result.message).toMatch(/^No source could be read, so no posts were made\. .*\(404\).*not a page/);
    expect(result.sources?.map(({ url, reason }) => [url, reason !== null])).toEqual([
      [`${origin}/404`, true],
      [`${origin}/pdf`, true],
    ]);
    expect(await workspace.posts()).toHaveLength(1);

    const asked = await workspace.generate({}, { withoutSources: true });
    expect(asked).toMatchObject({ success: true, created: 1 });
    expect(asked.message).toContain(`Skipped ${origin}/404: `);
    expect((await workspace.posts()).at(-1)?.reasons?.form).toEqual({ asked: 'general', made: 'invitation' });
  });

  it('are used up one day, and make no fillers', async () => {
    await workspace.addProject();
    const text =
      'Salt slows the yeast and tightens the dough. Bread without it tastes flat and goes stale within a day. Two percent of the weight of the flour is the usual amount in Europe.';
    const env = { readSource: async () => readable(text) };
    const request = await workspace.request({ headers: { Accept: 'text/event-stream' }, body: '{"count": 10}' });
    const events = await (await workspace.handlerWith(env)(request)).text();
    const made = await workspace.posts();
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThan(10);
    for (const { sources } of made) expect(sources.length).toBeGreaterThan(0);
    // The advice comes before anything is scheduled.
    const said = events.indexOf('Add another source');
    expect(said).toBeGreaterThan(0);
    expect(said).toBeLessThan(events.indexOf('"step":"scheduling"'));
    const again = await workspace.generate(env, { count: 10 });
    expect(again).toMatchObject({ success: false, created: 0, nothing: 'used_up' });
    expect(again.message).toMatch(/^No post was made: .*Add another source/);
  });
});

const monday = Temporal.Instant.from('2031-03-31T06:00Z');

it('templates rotates by the weekday in the time zone of the settings, and fills in the niche', async () => {
  await workspace.addProject({ niche_name: 'Rye bread' });
  await addTemplates([
    { name: 'Any day', prompt_template: 'Anything' },
    { name: 'Monday', prompt_template: '{niche}, and again {niche}', day_of_week: 1 },
    { name: 'Sunday', prompt_template: 'Sunday', day_of_week: 0 },
  ]);
  await saveSettings({ rotation_enabled: true, timezone: 'America/Los_Angeles' });
  const writer = plainWriter();
  expect((await workspace.generate({ writer, now: clockAt(monday) })).template).toBe('Sunday');
  await saveSettings({ timezone: 'Asia/Tokyo' });
  expect((await workspace.generate({ writer, now: clockAt(monday) })).template).toBe('Monday');
  expect(writer.requests[1]?.template.prompt).toBe('Rye bread, and again Rye bread');
});

describe('pictures by a model', () => {
  const makerOf = (make: PictureMaker['make']) => ({ name: 'test:painter', make });

  it('are asked for no more in a run once the trouble is not with one picture', async () => {
    await workspace.addProject({ posts_per_day: 3 });
    let asked = 0;
    const pictures = makerOf(async () => {
      asked++;
      throw new GenerationError('rate_limited', 'Too many requests. Try again in 10 minutes.');
    });
    const result = await workspace.generate({ writer: plainWriter(), pictures });
    expect(asked).toBe(1);
    expect(result).toMatchObject({
      created: 3,
      message:
        'Written by test:plain. 3 pictures were drawn as cards instead: Too many requests. Try again in 10 minutes.',
    });
    expect((await workspace.pictures()).filter((path) => path.endsWith('1.png'))).toHaveLength(3);
  });

  it('are made for picture posts only, and count for their posts', async () => {
    await workspace.addProject({ posts_per_day: 1 });
    const bytes = await readFile('tests/fixtures/pictures/small.png');
    const asked: PictureRequest[] = [];
    const usage = { inputTokens: 100, outputTokens: 1000, costUsd: 0.03 };
    const pictures = makerOf(async (request) => {
      asked.push(request);
      return { bytes, type: 'image/png', width: 8, height: 10, usage };
    });
    await workspace.generate({ writer: plainWriter(3), pictures });
    expect(asked).toEqual([]);
    const { message } = await workspace.generate({ writer: plainWriter(), pictures });
    expect(message).toContain('1 picture by test:painter for about $0.03.');
    expect(asked).toMatchObject([{ niche: 'Home baking', title: 'Slide 1 of post 1', colour: null }]);
    expect((await workspace.posts()).map(({ cost_usd }) => cost_usd)).toEqual([null, 0.03]);
  });
});

describe("a project's video", () => {
  it('goes alone to the platforms that accept nothing else, and pictures to the others', async () => {
    await workspace.addProject({ posts_per_day: 2, platforms: [...PLATFORM_IDS], video_path: '42.mp4' });
    const result = await workspace.generate({ writer: plainWriter(2) });
    const posts = await workspace.posts();
    const formOf = ({ content_type, platforms, media }: (typeof posts)[number]) =>
      [content_type, platforms.join(' '), media.map(({ kind }) => kind).join(' ')].join(': ');
    const others = PLATFORM_IDS.filter((id) => id !== 'tiktok' && id !== 'youtube_shorts').join(' ');
    expect(posts.map(formOf).sort()).toEqual([
      `carousel: ${others}: image image`,
      `carousel: ${others}: image image`,
      'video: tiktok youtube_shorts: video',
    ]);
    expectAccepted(posts);
    expect(result).toMatchObject({
      created: 3,
      message:
        'TikTok and YouTube Shorts accept only videos, so the video is posted there separately, without pictures. Written by test:plain.',
    });
  });

  it('leaves a platform out of the posts that have more pictures than it accepts, and says so', async () => {
    await workspace.addProject({ posts_per_day: 1, platforms: ['instagram', 'twitter'] });
    const result = await workspace.generate({ writer: plainWriter(5) });
    expect((await workspace.posts()).map(({ platforms }) => platforms)).toEqual([['instagram']]);
    expect(result.message).toContain('X/Twitter was left out of one post with more pictures than it accepts.');
  });

  it('makes one post a day beside the one with the video, however often the autopilot runs', async () => {
    await workspace.addProject({ posts_per_day: 1, platforms: ['facebook', 'tiktok'], video_path: '42.mp4' });
    await saveSettings({ posting_hours_start: 8, posting_hours_end: 20 });
    for (const day of ['05', '06', '07']) {
      const now = clockAt(Temporal.Instant.from(`2031-05-${day}T08:00Z`));
      await workspace.generate({ writer: plainWriter(), now }, { reason: 'autopilot' });
    }
    const days = (await workspace.slots()).map((slot) => slot.scheduled_time.slice(8, 10));
    expect(days).toEqual(['05', '05', '06', '06', '07', '07']);
  });

  it.runIf(isFull)('is shown with the frame that lies beside it, or else with the first card of its post', async () => {
    const bucket = workspace.member.storage.from('media-assets');
    await bucket.upload('43.mp4.poster.jpg', new Uint8Array([1]), { contentType: 'image/jpeg' });
    for (const path of ['43.mp4', '44.mp4'])
      await bucket.upload(path, new Uint8Array([1]), { contentType: 'video/mp4' });
    for (const video of ['43.mp4', '44.mp4']) {
      await workspace.addProject({ posts_per_day: 1, platforms: ['tiktok'], video_path: video });
      await workspace.generate({ writer: plainWriter() });
    }
    const posters = (await workspace.posts()).map(({ media }) => media.map(({ poster }) => poster?.path));
    const card = expect.stringMatching(/^posts\/.*\/1\.png$/);
    expect([posters, (await workspace.pictures()).length]).toEqual([[['43.mp4.poster.jpg'], [card]], 1]);
  });

  it('is made later of the cards of a post for such a platform, or of all where a project says so', async () => {
    await workspace.addProject({ posts_per_day: 1, platforms: ['instagram', 'tiktok'] });
    const result = await workspace.generate({ writer: plainWriter() });
    expect(result.message).toContain('The agent makes the videos for these posts before they are due.');
    const forms = async () =>
      (await workspace.posts()).map(({ platforms, media }) => [platforms.join(), media.length > 0]);
    expect((await forms()).sort()).toEqual([
      ['instagram', true],
      ['tiktok', true],
    ]);
    const all = await workspace.addProject({ posts_per_day: 1, platforms: ['instagram', 'tiktok'], videos: 'always' });
    await workspace.generate({ writer: plainWriter() }, { project: all.id });
    expect(await forms()).toContainEqual(['instagram,tiktok', true]);
  });

  it('is asked for when such a platform has none, and none is to be made', async () => {
    await workspace.addProject({ posts_per_day: 1, platforms: ['instagram', 'tiktok'], videos: 'never' });
    expect((await workspace.generate({ writer: plainWriter() })).message).toContain(
      'TikTok accepts only videos, and this project has none, so no posts were made for it. Add a video to the project, or let the agent make them.',
    );
    expect((await workspace.posts()).map(({ platforms }) => platforms)).toEqual([['instagram']]);

    const clips = await workspace.addProject({ platforms: ['tiktok', 'youtube_shorts'], videos: 'never' });
    expect(await workspace.generate({ writer: plainWriter() }, { project: clips.id })).toMatchObject({
      success: false,
      created: 0,
      message: expect.stringMatching(/^TikTok and YouTube Shorts accept only videos.*or choose other platforms\.$/),
    });
    expect((await workspace.posts()).length).toBe(1);
  });
});

describe('projects', () => {
  const now = Temporal.Instant.from('2031-05-05T07:00Z');
  const slotsByDay = async () => {
    const days: Record<string, number> = {};
    for (const { scheduled_time: time } of await workspace.slots())
      days[time.slice(8, 10)] = (days[time.slice(8, 10)] ?? 0) + 1;
    return days;
  };

  it('are made posts for when they are asked for, paused or not; paused ones are left out otherwise', async () => {
    const older = await workspace.addProject({ niche_name: 'Tea' });
    await workspace.addProject({ niche_name: 'Bread' });
    const env = { writer: plainWriter() };
    expect(await workspace.generate(env, { project: older.id, count: 1 })).toMatchObject({ project: older.id });
    const [post] = await workspace.posts();
    expect(post?.reasons?.project).toMatchObject({ name: 'Tea', choice: 'asked' });

    await workspace.member.from('content_projects').update({ is_paused: true }).neq('id', older.id).throwOnError();
    expect(await workspace.generate(env, { count: 1 })).toMatchObject({ project: older.id });
    await workspace.member.from('content_projects').update({ is_paused: true }).eq('id', older.id).throwOnError();
    expect(await workspace.generate(env)).toEqual({
      success: false,
      created: 0,
      message: 'Every content project is paused. Resume one in the Content Creator.',
    });
    expect(await workspace.generate(env, { project: older.id, count: 1 })).toMatchObject({ created: 1 });
    await workspace.member.from('content_projects').delete().eq('id', older.id).throwOnError();
    expect((await workspace.generate(env, { project: older.id })).message).toContain('no longer exists');
  });

  it('have no more posts on a day than they want, however many are asked for', async () => {
    await workspace.addProject({ posts_per_day: 3 });
    const env = { writer: plainWriter(0), now: clockAt(now) };
    await workspace.generate(env, { count: 7 });
    expect(await slotsByDay()).toEqual({ '05': 3, '06': 3, '07': 1 });
    const times = (await workspace.posts()).flatMap(({ reasons }) => reasons?.time.later ?? []);
    expect(times).toEqual(Array(4).fill('share'));
  });
});

it('who may call serves the autopilot with the service key', async () => {
  await workspace.addProject({ posts_per_day: 5 });
  const { secretKey: apikey } = JSON.parse(await readFile(join(workspace.backend.dataDir, 'keys.json'), 'utf8'));
  const headers = { apikey, Authorization: `Bearer ${apikey}` };
  const request = await workspace.request({ headers, body: JSON.stringify({ reason: 'autopilot' }) });
  const response = await workspace.handlerWith({})(request);
  expect(await response.json()).toMatchObject({ success: true, created: 1 });
});

/** Checks that every platform of every post accepts its pictures and videos. */
function expectAccepted(posts: GeneratedContentRow[]): void {
  for (const { platforms, media } of posts) {
    const kinds = media.map(({ kind }) => kind);
    for (const platform of platforms)
      expect([platform, kinds, checkMedia(platform, kinds)]).toEqual([platform, kinds, null]);
  }
}

function expectApart(times: string[]): void {
  const sorted = times.map((time) => Date.parse(time)).sort((a, b) => a - b);
  for (const [index, time] of sorted.slice(1).entries())
    expect(time - (sorted[index] ?? 0)).toBeGreaterThanOrEqual(30 * 60_000);
}

async function addTemplates(templates: { name: string; prompt_template: string; day_of_week?: number }[]) {
  await workspace.member.from('content_style_templates').insert(templates).throwOnError();
}

async function saveSettings(fields: Partial<Settings>): Promise<void> {
  const settings = () => workspace.member.from('app_settings');
  const { data } = await settings().select('id').maybeSingle().throwOnError();
  if (data) await settings().update(fields).eq('id', data.id).throwOnError();
  else await settings().insert(fields).throwOnError();
}

const GREEN: Brand = { brand_color: '#0a7d5a', brand_handle: '@bread.daily' };

const save = (brand: Partial<Brand>) => workspace.member.from('app_settings').insert(brand);

it('draws the pictures of a run in the colour of the settings', async () => {
  await workspace.addProject({ posts_per_day: 1 });
  expect((await save(GREEN)).error).toBeNull();
  const drawn: CardOrder[] = [];
  const draw: typeof drawCard = async (_, order) => {
    drawn.push(order);
    return new Uint8Array([1]);
  };
  await workspace.generate({ drawCard: draw, writer: plainWriter(2) });
  expect(drawn.map(({ brand }) => brand)).toMatchObject([GREEN, GREEN]);
});

it.each([{ brand_color: '#0A7D5A' }, { brand_color: '#0a7d5' }, { brand_handle: '  ' }])(
  'the database refuses %j',
  async (brand) => expect((await save(brand)).error?.code).toBe('23514'),
);
