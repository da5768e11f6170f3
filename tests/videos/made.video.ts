import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Rollup } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import { MEDIA_LIMITS } from '../../shared/posts/platform-limits.ts';
import { PLATFORM_IDS } from '../../shared/posts/platforms.ts';
import { videoTroubles } from '../../shared/publishing/check-video.ts';
import { FILM_MAX_MS, FILM_MIN_MS, type Film, frameCount, frameMs } from '../../shared/video/film.ts';
import { madeVideoSchema, plannedFilmSchema, type VideoRequest } from '../../shared/video/making.ts';
import { EXIT_MS, MORPH_MS } from '../../shared/video/motion.ts';
import { startTestAgent } from '../helpers/agent.ts';
import { openBrowser } from '../helpers/browser.ts';
import { type Ffmpeg, installFfmpeg } from '../helpers/ffmpeg.ts';
import { fileFolder } from '../helpers/file-folder.ts';
import { ofFile } from '../helpers/of-file.ts';
import { POSTS } from '../server/generation/video/posts.ts';
import type { Comparison, Shot } from './drawing-page.ts';
import { probed, stills } from './read-back.ts';

const PICTURE = 'picture.jpg';
/** The most that encoding may change a frame: the mean in levels of 255, and the share of clearly different pixels. */
const ALIKE = { mean: 5, others: 0.002 };

/** Tolerance for the duration of AAC sound, which consists of whole frames, with two extra ones at the start. */
const AAC_SECONDS = 0.1;

const folder = await fileFolder();
const agent = ofFile(() => startTestAgent());
const browser = ofFile(openBrowser);
let ffmpeg: Ffmpeg;
let picture: Buffer;

beforeAll(async () => {
  ffmpeg = await installFfmpeg();
  const file = join(folder, PICTURE);
  const drawn = ['-f', 'lavfi', '-i', 'mandelbrot=size=1200x900,gblur=sigma=8', '-frames:v', '1', file];
  await promisify(execFile)(ffmpeg.ffmpeg, ['-v', 'error', ...drawn]);
  picture = await readFile(file);
  await agent.admin.storage.from(MEDIA_BUCKET).upload(PICTURE, picture, { contentType: 'image/jpeg' });
});

type Made = { file: string; film: Film; bytes: number };

/** Makes a post's video: its file, and the film that it was made from. */
async function make(name: string, request: VideoRequest): Promise<Made> {
  const post = { caption: POSTS[name]?.caption ?? '', content_type: 'text' as const, platforms: ['tiktok' as const] };
  const { data } = await agent.admin.from('generated_content').insert(post).select('id').single().throwOnError();
  const ask = async (path: string) => {
    const answer = await agent.call(`/api/posts/${data.id}/${path}`, { body: request });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const { film } = plannedFilmSchema.parse(await ask('film'));
  const { path, bytes } = madeVideoSchema.parse(await ask('video'));
  const stored = await agent.admin.storage.from(MEDIA_BUCKET).download(path);
  const file = join(folder, path);
  await writeFile(file, Buffer.from((await stored.data?.arrayBuffer()) ?? new ArrayBuffer(0)));
  return { file, film, bytes };
}

/** Compares frames of a video with its film, as a page draws it. */
async function compared(film: Film, shots: readonly Shot[]): Promise<Comparison[]> {
  const lib = { entry: join(import.meta.dirname, 'drawing-page.ts'), formats: ['iife' as const], name: 'drawing' };
  const [built] = (await build({
    configFile: false,
    logLevel: 'error',
    build: { lib, write: false, minify: false },
  })) as Rollup.RollupOutput[];
  const page = await browser.newPage();
  await page.evaluate(built?.output[0].code ?? '');
  const files = film.pictures.length > 0 ? { [PICTURE]: picture.toString('base64') } : {};
  return (await page.evaluate(
    `compare(${JSON.stringify(film)}, ${JSON.stringify(files)}, ${JSON.stringify(shots)})`,
  )) as Comparison[];
}

describe.each<[string, VideoRequest]>([
  ['English', { style: 'paper', theme: 'light', pictures: [PICTURE] }],
  ['Arabic', { style: 'headline', theme: 'dark', mood: null }],
  ['5,000 characters', { style: 'band', theme: 'dark', length: 'long' }],
  ['one word of 200 letters', { style: 'headline', theme: 'light' }],
])('a video of %s', (name, request) => {
  let made: Made;
  beforeAll(async () => {
    made = await make(name, request);
  });

  it('is what every platform takes, as FFmpeg reads it', async () => {
    const { pictures, sounds, format } = await probed(ffmpeg, made.file);
    expect([pictures, sounds]).toEqual([
      [
        expect.objectContaining({
          ...{ codec_name: 'h264', profile: 'High', pix_fmt: 'yuv420p', width: 1080, height: 1920, level: 40 },
          ...{ r_frame_rate: '30/1', avg_frame_rate: '30/1', nb_frames: String(frameCount(made.film)) },
          // Without these, players guess, and some guess wrong.
          ...{ color_range: 'tv', color_space: 'smpte170m', color_primaries: 'bt709', color_transfer: 'bt709' },
        }),
      ],
      [expect.objectContaining({ codec_name: 'aac', profile: 'LC', sample_rate: '48000', channels: 2 })],
    ]);
    const seconds = made.film.durationMs / 1000;
    for (const { duration, start_time } of [pictures[0], sounds[0]].map((stream) => stream ?? {})) {
      expect(Math.abs(Number(duration) - seconds)).toBeLessThan(AAC_SECONDS);
      expect(Math.abs(Number(start_time))).toBeLessThan(AAC_SECONDS);
    }
    expect(made.film.durationMs).toBeGreaterThanOrEqual(FILM_MIN_MS);
    expect(made.film.durationMs).toBeLessThanOrEqual(FILM_MAX_MS);
    expect(Number(format.size)).toBe(made.bytes);

    const shape = {
      ...{ size: Number(format.size), width: Number(pictures[0]?.width), height: Number(pictures[0]?.height) },
      ...{ seconds: Number(format.duration), frameRate: 30, videoCodec: 'avc1', audioCodec: 'mp4a' },
    };
    expect(PLATFORM_IDS.flatMap((platform) => videoTroubles(platform, shape, {}))).toEqual([]);
    const bytes = await readFile(made.file);
    const boxes: string[] = [];
    for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
      boxes.push(bytes.toString('latin1', at + 4, at + 8));
    expect(boxes).toEqual(['ftyp', 'moov', 'mdat']);
  });

  it('shows the scenes that were drawn, with their words where no platform covers them', async () => {
    const { film } = made;
    const times = film.scenes.flatMap(({ startMs, durationMs }, index) => [
      ...(index > 0 ? [startMs + MORPH_MS / 2] : []),
      startMs + durationMs - EXIT_MS - 100,
    ]);
    const numbers = times.map((timeMs) => Math.round((timeMs * film.fps) / 1000));
    const shots = (await stills(ffmpeg, made.file, numbers)).map((png, index) => ({
      timeMs: frameMs(numbers[index] ?? 0),
      png: png.toString('base64'),
    }));
    expect(shots).toHaveLength(times.length);
    const found = await compared(film, shots);
    const covers = PLATFORM_IDS.flatMap((platform) => MEDIA_LIMITS[platform].covers ?? []);
    expect(covers.length).toBeGreaterThan(2);
    for (const [index, { mean, others, ink }] of found.entries()) {
      const where = `at ${shots[index]?.timeMs} ms`;
      expect(mean, where).toBeLessThan(ALIKE.mean);
      expect(others, where).toBeLessThan(ALIKE.others);
      if (!ink) continue;
      for (const { left, top, right, bottom } of covers) {
        expect(ink.x, where).toBeGreaterThanOrEqual(left);
        expect(ink.y, where).toBeGreaterThanOrEqual(top);
        expect(ink.x + ink.width, where).toBeLessThanOrEqual(film.width - right);
        expect(ink.y + ink.height, where).toBeLessThanOrEqual(film.height - bottom);
      }
    }
    // Each scene shows text before it ends.
    expect(found.filter(({ ink }) => ink).length).toBeGreaterThanOrEqual(film.scenes.length);
  });
});
