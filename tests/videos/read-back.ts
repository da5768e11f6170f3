import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Ffmpeg } from '../helpers/ffmpeg.ts';

const run = promisify(execFile);

/** Every frame in this size is enough to see a flash in. */
const SMALL = { width: 54, height: 96 };

/** What ffprobe says of a file: its streams and the container. */
export async function probed({ ffprobe }: Ffmpeg, file: string) {
  const args = ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', file];
  const { streams, format } = JSON.parse((await run(ffprobe, args)).stdout) as {
    streams: Record<string, string | number>[];
    format: Record<string, string>;
  };
  const of = (type: string) => streams.filter(({ codec_type }) => codec_type === type);
  return { pictures: of('video'), sounds: of('audio'), format };
}

/** Every frame of a video in levels of grey, small. Rejects when a frame or the sound cannot be decoded. */
export async function greyFrames({ ffmpeg }: Ffmpeg, file: string): Promise<Uint8Array[]> {
  const { width, height } = SMALL;
  const grey = ['-map', '0:v', '-vf', `scale=${width}:${height}:flags=area,format=gray`, '-f', 'rawvideo', '-'];
  const { stdout, stderr } = await run(ffmpeg, ['-v', 'error', '-i', file, ...grey, '-map', '0:a', '-f', 'null', '-'], {
    encoding: 'buffer',
    maxBuffer: 64_000_000,
  });
  if (stderr.length > 0) throw new Error(`FFmpeg cannot decode all of it: ${stderr}`);
  const size = width * height;
  return Array.from({ length: stdout.length / size }, (_, frame) => stdout.subarray(frame * size, (frame + 1) * size));
}

/** Some frames as PNG, by their numbers in rising order. */
export async function stills({ ffmpeg }: Ffmpeg, file: string, frames: readonly number[]): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-stills-'));
  try {
    const chosen = frames.map((frame) => `eq(n\\,${frame})`).join('+');
    const filter = ['-vf', `select=${chosen}`, '-vsync', '0'];
    await run(ffmpeg, ['-v', 'error', '-i', file, ...filter, '-pix_fmt', 'rgb24', join(folder, '%04d.png')]);
    return await Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A ground that turns from black to white within MORPH_MS changes by 28 of 255 levels in its fastest frame. */
const FASTEST = 30;
/** What comes and is gone again within so many frames is seen as a flash, from so many levels on. */
const FLASH = { frames: 4, levels: 4 };

/** The frames at which a video jumps or flashes: neighbours differ by more than motion, or it comes back at once. */
export function flashesIn(frames: readonly Uint8Array[]): number[] {
  const apart = (one: number, other: number) => difference(frames[one], frames[other]);
  return frames.flatMap((_, frame) => {
    if (frame === 0) return [];
    const step = apart(frame - 1, frame);
    if (step > FASTEST) return [frame];
    if (step < FLASH.levels) return [];
    const soon = Array.from({ length: FLASH.frames }, (_, after) => frame + 1 + after).filter((at) => frames[at]);
    return soon.some((at) => apart(frame - 1, at) < step / 2) ? [frame] : [];
  });
}

/** The mean of what the pixels of two frames differ by. */
function difference(one: Uint8Array | undefined, other: Uint8Array | undefined): number {
  if (!one || !other) return 0;
  let sum = 0;
  for (const [at, level] of one.entries()) sum += Math.abs(level - (other[at] ?? 0));
  return sum / one.length;
}
