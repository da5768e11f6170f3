import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createFile, MP4BoxBuffer } from 'mp4box';
import { expect, it, vi } from 'vitest';
import { browserHost } from '../../../server/browser/account-launch.ts';
import { parseVideo } from '../../../server/features/publishing/media/parse-video.ts';
import { encodeFilm } from '../../../server/features/video/encode.ts';
import { attach } from '../../../server/features/video/store.ts';
import { readEventStream } from '../../../shared/agent/event-stream.ts';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import { PLATFORM_IDS } from '../../../shared/posts/platforms.ts';
import { videoTroubles } from '../../../shared/publishing/check-video.ts';
import { plannedFilmSchema, type VideoProgress, type VideoRequest } from '../../../shared/video/making.ts';
import type { GeneratedContentRow, MediaItem } from '../../../shared/workspace/database.ts';
import { processesOn, runHere } from '../../helpers/cli.ts';
import { deferred } from '../../helpers/deferred.ts';
import { everyNth, isFull } from '../../helpers/depth.ts';
import { fileFolder } from '../../helpers/file-folder.ts';
import { findTestBrowser } from '../../helpers/find-test-browser.ts';
import { addProject } from '../../helpers/history.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { speakingPrograms } from '../../helpers/speech.ts';
import { workerAgent } from '../../helpers/worker-agent.ts';

const CAPTION = 'Let the dough rest overnight.\n\nTwelve hours in the cold make the crumb open and the crust crisp.';

/** A post for a short film of two scenes. Every further second would take as long to encode as a typical test. */
const TWO_SCENES = { caption: 'Let the dough rest.\n\nIt makes the crumb open.' };
/** A post for the shortest film. */
const FEW_WORDS = { caption: 'Rest the dough.' };
/** In a script that no font covers, so no film can be made. */
const NO_WORDS = { caption: 'ᎠᏂᏴᏫᏯ ᎠᎴ ᎠᏂᎨᏴ' };

const folder = await fileFolder();
const agent = ofFile(workerAgent);

async function addPost(fields: { caption?: string; media?: MediaItem[]; status?: 'draft' | 'published' } = {}) {
  const post = { caption: CAPTION, platforms: ['tiktok' as const], content_type: 'text' as const, ...fields };
  const added = await agent.admin.from('generated_content').insert(post).select('*').single().throwOnError();
  return added.data;
}

const read = async (id: string) =>
  (await agent.admin.from('generated_content').select('*').eq('id', id).single().throwOnError()).data;
const look = async (id: string) => (await agent.call(`/api/posts/${id}/video`)).json();
const files = async () => (await agent.admin.from('media_objects').select('path').throwOnError()).data.length;

/** The prefix of the folders of the agent's own browsers. */
const scratch = () => `la-browser-${createHash('sha256').update(agent.dataDir).digest('hex').slice(0, 8)}-`;

/** Makes a video; `onStep` is called at the start of each step. */
async function make(
  id: string,
  request: VideoRequest = {},
  onStep: (step: VideoProgress['step']) => unknown = () => 0,
) {
  const headers = { accept: 'text/event-stream' };
  const answer = await agent.call(`/api/posts/${id}/video`, { body: request, headers });
  if (!answer.body) throw new Error('no answer');
  const steps: string[] = [];
  for await (const { event, data } of readEventStream(answer.body)) {
    const value = JSON.parse(data);
    if (event !== 'progress') return { event, steps, value };
    if (steps.at(-1) === value.step) continue;
    steps.push(value.step);
    void onStep(value.step);
  }
  throw new Error('The stream ended without a result.');
}

it('makes a video that every platform takes, puts it into the post and writes it to a file', async () => {
  const post = await addPost(isFull ? TWO_SCENES : FEW_WORDS);
  const saved = join(folder, 'saved.mp4');
  const { code, stdout, stderr } = await runHere([
    ...['posts', 'video', post.id.slice(0, 8), '--pace', 'quick', '--theme', 'dark', '--save', saved],
    ...['--data-dir', agent.dataDir],
  ]);
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/Laying out the scenes[\s\S]*Drawing the frames[\s\S]*Storing the video/),
  ]);
  const bytes = await readFile(saved);
  expect(stdout).toContain('dark, with music');

  const { media, content_type } = await read(post.id);
  const [item, ...others] = media;
  expect([content_type, others]).toEqual(['video', []]);
  expect(item).toMatchObject({ kind: 'video', width: 1080, height: 1920, alt: expect.stringContaining('dough') });
  const said = item?.captions?.map(({ text }) => text).join(' ');
  expect([said, item?.coverMs]).toEqual([item?.alt, expect.any(Number)]);
  const library = await agent.admin
    .from('media_files')
    .select('*')
    .eq('path', item?.path ?? '')
    .single();
  const kept = { size_bytes: bytes.length, cover_ms: item?.coverMs, captions: item?.captions };
  expect(library.data).toMatchObject({ kind: 'video', width: 1080, height: 1920, ...kept });

  const boxes: string[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    boxes.push(bytes.toString('latin1', at + 4, at + 8));
  expect(boxes).toEqual(['ftyp', 'moov', 'mdat']);
  const file = createFile();
  file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(new Uint8Array(bytes).buffer, 0), true);
  file.flush();
  const info = file.getInfo();
  expect(info.videoTracks[0]?.codec).toMatch(/^avc1\.64/);
  expect(info.audioTracks[0]).toMatchObject({ codec: 'mp4a.40.2', audio: { sample_rate: 48_000, channel_count: 2 } });
  const facts = parseVideo({ mimeType: 'video/mp4', bytes: new Uint8Array(bytes), isMoovFirst: true }, bytes.length);
  expect(facts).toMatchObject({ frameRate: 30, width: 1080, height: 1920, isCut: false });
  if (!facts) throw new Error('It is no video.');
  const troubles = PLATFORM_IDS.flatMap((platform) => videoTroubles(platform, facts, {}));
  expect(troubles).toEqual([]);

  const poster = await agent.admin.storage.from(MEDIA_BUCKET).download(item?.poster?.path ?? '');
  expect(poster.data?.size).toBeGreaterThan(1_000);
});

/** A post with a finished video. */
async function madeBefore() {
  const found = agent.admin.from('generated_content').select('id').eq('content_type', 'video').limit(1).maybeSingle();
  const { id } = (await found.throwOnError()).data ?? (await addPost(FEW_WORDS));
  const path = (await read(id)).media[0]?.path ?? (await make(id)).value.path;
  return { id, path };
}

/** Stores a made video whose sound claims to last for hours: 48 units a second instead of 48,000. */
async function storeLong(): Promise<string> {
  const bucket = agent.admin.storage.from(MEDIA_BUCKET);
  const { data } = await bucket.download((await madeBefore()).path);
  const bytes = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0));
  const header = bytes.lastIndexOf('mdhd');
  const at = header + 'mdhd'.length + (bytes[header + 4] === 1 ? 20 : 12);
  expect(bytes.readUInt32BE(at)).toBe(48_000);
  bytes.writeUInt32BE(48, at);
  const path = `${randomUUID()}.mp4`;
  await bucket.upload(path, bytes, { contentType: 'video/mp4' });
  return path;
}

// The fake voice is a script with a shebang line, and the film is the longest of all.
it.runIf(isFull && process.platform !== 'win32')(
  'speaks the words over the sound of a file, and moves the video that was made before to the Bin',
  async () => {
    const programs = await speakingPrograms(folder, 'speaks', 4);
    vi.stubEnv('PATH', [programs.path, process.env.PATH].join(delimiter));
    try {
      const voices = await (await agent.call('/api/video/voices')).json();
      expect(voices).toEqual({ system: { name: expect.any(String) }, provider: null });
      const { id, path } = await madeBefore();
      const { value, steps } = await make(id, { voice: 'system', musicFile: path, pace: 'quick' });
      expect(value).toMatchObject({ hasMusic: true, hasVoice: true });
      expect(steps).toEqual(['scenes', 'voice', 'browser', 'frames', 'storing']);
      const { media, caption } = await read(id);
      const said = (await programs.calls()).map(({ text }) => text);
      for (const words of said) expect(caption).toContain(words);
      // As long as the speech, with a pause after each text.
      expect(value.seconds).toBeGreaterThan(4.4 * said.length);
      const [first, ...others] = media[0]?.captions ?? [];
      expect([media[0]?.path, first?.startMs, others.length > 0]).toEqual([value.path, 350, true]);
      const files = await agent.admin.from('media_objects').select('path, deleted_at').in('path', [path, value.path]);
      const kept = files.data?.filter(({ deleted_at }) => deleted_at === null).map((file) => file.path);
      expect([files.data?.length, kept]).toEqual([2, [value.path]]);
    } finally {
      vi.unstubAllEnvs();
    }
  },
);

it('shows the scenes of a video without making it, also as they were changed', async () => {
  const [post, before] = [await addPost(), await files()];
  const plan = async (body: VideoRequest) => {
    const answer = await agent.call(`/api/posts/${post.id}/film`, { body });
    expect(answer.status).toBe(200);
    return plannedFilmSchema.parse(await answer.json());
  };
  const first = await plan({ style: 'band', theme: 'dark', mood: null });
  expect(first.plan).toMatchObject({ design: { style: 'band', theme: 'dark' }, mood: null });
  const scenes = first.plan.scenes.toReversed().map((scene) => ({ ...scene, text: scene.text && `Now ${scene.text}` }));
  const { film } = await plan({ plan: { ...first.plan, scenes, mood: 'calm' } });
  expect(film.captions.map(({ text }) => text).join(' ')).toMatch(/^Now Twelve hours.*Now Let the dough/);
  expect(film.music).toEqual({ mood: 'calm', seed: first.plan.seed });
  expect([await files(), (await read(post.id)).media]).toEqual([before, []]);
  const long = first.plan.scenes.map((scene) => ({ ...scene, text: 'word '.repeat(119) }));
  const refused = await agent.call(`/api/posts/${post.id}/film`, { body: { plan: { ...first.plan, scenes: long } } });
  expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ error: expect.any(String) })]);
});

/** Starts a video, and resolves at its first step, so that further videos have to wait. */
async function begun(id: string): Promise<{ ended: Promise<unknown> }> {
  const { promise, resolve } = deferred<void>();
  const ended = make(id, {}, () => resolve());
  await promise;
  return { ended };
}

it.each(everyNth(['waiting', 'frames'] as const, 2))(
  'stops while it is %s, and leaves nothing: neither a file nor a browser',
  async (when) => {
    const [post, before] = [await addPost(), await files()];
    const cancel = (id: string) => agent.call(`/api/posts/${id}/video`, { method: 'DELETE' });
    const other = when === 'waiting' ? await addPost() : null;
    const first = other && (await begun(other.id));
    const { event, value, steps } = await make(post.id, {}, (step) => step === when && cancel(post.id));
    expect([event, value.error]).toEqual(['error', expect.stringContaining('cancelled')]);
    expect(steps).toContain(when);
    if (other) await cancel(other.id);
    await first?.ended;
    expect((await read(post.id)).media).toEqual([]);
    expect(await files()).toBe(before);
    expect(await processesOn(scratch())).toEqual([]);
    expect((await readdir(tmpdir())).filter((name) => name.startsWith(scratch()))).toEqual([]);
    expect((await cancel(post.id)).status).toBe(409);
  },
);

it.runIf(isFull && process.platform === 'linux')('says what to do where the browser cannot encode', async () => {
  const { executablePath, env, shell } = await findTestBrowser();
  const program = join(folder, shell ? 'chrome-headless-shell' : 'chrome');
  const flag = '--disable-features=OpenH264SoftwareEncoder';
  await writeFile(program, `#!/bin/sh\nexec '${executablePath}' "$@" ${flag}\n`, { mode: 0o755 });
  const planned = await agent.call(`/api/posts/${(await addPost()).id}/film`, { body: {} });
  const { film } = plannedFilmSchema.parse(await planned.json());
  const host = { ...browserHost(), env: { ...env, PUPPETEER_EXECUTABLE_PATH: program } };
  const made = encodeFilm(
    film,
    { pictures: new Map(), speech: new Map(), music: null },
    { dataDir: agent.dataDir, host, signal: new AbortController().signal },
    () => undefined,
  );
  await expect(made).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/no H\.264 encoder. Install Chrome/),
  });
});

// A post of which no film can be made shows the selection as well; a real film keeps both cores busy for seconds.
it(`${isFull ? 'makes' : 'tries to make'} the videos that scheduled posts of projects lack, and no others`, async () => {
  const projectOf = async (videos: 'needed' | 'never') =>
    (await addProject(agent.admin, { platforms: ['tiktok'], videos })).id;
  const schedule = async (post: { id: string }, project_id: string | null) => {
    await agent.admin.from('generated_content').update({ project_id, status: 'scheduled' }).eq('id', post.id);
    const place = { content_id: post.id, scheduled_time: new Date(Date.now() + 86_400_000).toISOString() };
    await agent.admin.from('scheduled_posts').insert(place).throwOnError();
  };
  const [wanted, byHand, unwanted] = [await addPost(isFull ? FEW_WORDS : NO_WORDS), await addPost(), await addPost()];
  await schedule(wanted, await projectOf('needed'));
  await schedule(byHand, null);
  await schedule(unwanted, await projectOf('never'));
  const { code, stdout } = await runHere(['jobs', 'run', 'videos', '--data-dir', agent.dataDir]);
  expect([code, stdout]).toEqual([0, isFull ? 'Made 1 video.\n' : expect.stringMatching(/^No post .*no text/)]);
  const types = await Promise.all([wanted, byHand, unwanted].map(async ({ id }) => (await read(id)).content_type));
  expect(types).toEqual([isFull ? 'video' : 'text', 'text', 'text']);
});

it('puts no video into a post that was changed meanwhile', async () => {
  const post = await addPost();
  await agent.admin.from('generated_content').update({ caption: 'Other words.' }).eq('id', post.id).throwOnError();
  const put = attach(agent.admin, post, { path: 'made.mp4', url: '', kind: 'video' });
  await expect(put).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('was changed') });
  expect((await read(post.id)).media).toEqual([]);
});

it.runIf(isFull)('keeps no file of a video whose post was changed meanwhile', async () => {
  const [post, before] = [await addPost(FEW_WORDS), await files()];
  const change = async () => {
    expect(await look(post.id)).toMatchObject({ state: 'making', progress: { step: 'frames' } });
    await agent.admin.from('generated_content').update({ caption: 'Other words.' }).eq('id', post.id).throwOnError();
  };
  const { event, value } = await make(post.id, { pace: 'quick' }, (step) => step === 'frames' && change());
  expect([event, value.error]).toEqual(['error', expect.stringContaining('was changed')]);
  expect(await files()).toBe(before);
});

type Refusal = [post: GeneratedContentRow, request: VideoRequest, status: number, words: RegExp];

/** Bad music files that only the browser detects, which takes a second each. */
async function badMusic(damaged: string): Promise<Refusal[]> {
  const noVideo = `${randomUUID()}.mp4`;
  await agent.admin.storage.from(MEDIA_BUCKET).upload(noVideo, randomBytes(300_000), { contentType: 'video/mp4' });
  return [
    [await addPost(), { musicFile: damaged }, 400, /The file .*\.png has no music/],
    [await addPost(), { musicFile: noVideo }, 400, /The file .*\.mp4 has no music/],
    [await addPost(), { musicFile: await storeLong() }, 400, /longer than 20 minutes/],
  ];
}

it('says in a sentence why there is no video, and leaves the post as it was', async () => {
  const damaged = `${randomUUID()}.png`;
  await agent.admin.storage.from(MEDIA_BUCKET).upload(damaged, Buffer.from('no picture'), { contentType: 'image/png' });
  const picture: MediaItem = { path: damaged, url: '', kind: 'image' };
  const cases: Refusal[] = [
    [await addPost({ caption: '   ' }), {}, 400, /no text/],
    [await addPost(NO_WORDS), {}, 400, /no text/],
    [await addPost({ media: [picture] }), {}, 400, /picture .*\.png cannot be read/],
    [await addPost(), { pictures: ['nowhere.png'] }, 400, /no picture nowhere\.png/],
    [await addPost(), { musicFile: 'nowhere.mp3' }, 400, /no music nowhere\.mp3/],
    ...(isFull ? await badMusic(damaged) : []),
    [await addPost(), { voice: 'provider' }, 409, /OpenAI or Google.*without a voice/],
    [await addPost({ status: 'published' }), {}, 409, /Duplicate it/],
  ];
  for (const [post, body, status, words] of cases) {
    const answer = await agent.call(`/api/posts/${post.id}/video`, { body });
    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ error: expect.stringMatching(words) }),
    ]);
    expect((await read(post.id)).media).toEqual(post.media);
  }
});
