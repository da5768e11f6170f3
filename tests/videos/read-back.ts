import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Ffmpeg } from '../helpers/ffmpeg.ts';

const run = promisify(execFile);

/** ffprobe's report on a file: its streams and the container. */
export async function probed({ ffprobe }: Ffmpeg, file: string) {
  const args = ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', file];
  const { streams, format } = JSON.parse((await run(ffprobe, args)).stdout) as {
    streams: Record<string, string | number>[];
    format: Record<string, string>;
  };
  const of = (type: string) => streams.filter(({ codec_type }) => codec_type === type);
  return { pictures: of('video'), sounds: of('audio'), format };
}

/** Frames as PNG, by number in ascending order. Rejects if any frame or the sound cannot be decoded. */
export async function stills({ ffmpeg }: Ffmpeg, file: string, frames: readonly number[]): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-stills-'));
  try {
    const chosen = frames.map((frame) => `eq(n\\,${frame})`).join('+');
    const pictures = ['-vf', `select=${chosen}`, '-vsync', '0', '-pix_fmt', 'rgb24', join(folder, '%04d.png')];
    const sound = ['-map', '0:a', '-f', 'null', '-'];
    const { stderr } = await run(ffmpeg, ['-v', 'error', '-i', file, ...pictures, ...sound]);
    if (stderr) throw new Error(`FFmpeg cannot decode all of it: ${stderr}`);
    return await Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
