import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserHost } from '../server/browser/account-launch.ts';
import { filmOf } from '../server/features/generation/film-of.ts';
import { encodeFilm } from '../server/features/video/encode.ts';
import { NO_BRAND } from '../shared/pictures/brand.ts';
import { byDepth } from './depth.ts';

const CAPTION = `Why a loaf tastes better the next day

A sourdough loaf needs about twelve hours in the fridge before it goes into the oven.

A hot pot keeps the steam in, so the crust stays soft while the loaf rises.

Let it cool for an hour, because the crumb is still setting inside.

The next morning the crust has softened and the crumb tastes of more than flour.`;

const SAMPLE_MS = 250;
const AIM_SECONDS = 20;
const AIM_MB = 12;
const AIM_MEMORY_MB = 400;

type Row = { what: string; measured: string; 'for 20 s of film': string; aim: string };

/**
 * Makes a video from a post's words to its file, and measures time, memory and size. Beside it FFmpeg encodes the same
 * frames with x264 (veryfast), where FFMPEG names one or it is on the path.
 */
export async function benchVideo(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'local-agent-bench-'));
  try {
    const began = performance.now();
    const length = byDepth(1, 0) === 1 ? 'medium' : 'short';
    const without = { slides: [], design: null, pictures: [], spoken: null };
    const order = { niche: 'Home baking', source: 'sourdough.example', ...without };
    const post = { id: '5f0c0000-0000-4000-8000-000000000000', caption: CAPTION };
    const made = await filmOf({ ...order, post, brand: NO_BRAND, request: { length } });
    if ('refusal' in made) throw new Error(made.refusal);
    const set = performance.now();
    const seconds = made.film.durationMs / 1000;
    const per20 = (value: number, unit: string) => `${((value / seconds) * 20).toFixed(1)} ${unit}`;
    const peak = peakMemory();
    const deps = { dataDir: folder, host: browserHost(), signal: new AbortController().signal };
    const { video } = await encodeFilm(
      made.film,
      { pictures: new Map(), speech: new Map(), music: null },
      deps,
      () => undefined,
    );
    const encoded = (performance.now() - set) / 1000;
    const memory = await peak.end();
    const megabytes = video.length / 1_000_000;
    const file = join(folder, 'film.mp4');
    await writeFile(file, video);
    const ffmpeg = await timeFfmpeg(file, join(folder, 'ffmpeg.mp4'));
    return [
      {
        what: `scenes of ${seconds.toFixed(1)} s`,
        measured: `${((set - began) / 1000).toFixed(1)} s`,
        'for 20 s of film': '',
        aim: '',
      },
      {
        what: 'browser, frames and file',
        measured: `${encoded.toFixed(1)} s`,
        'for 20 s of film': per20(encoded, 's'),
        aim: `under ${AIM_SECONDS} s`,
      },
      {
        what: 'size',
        measured: `${megabytes.toFixed(1)} MB`,
        'for 20 s of film': per20(megabytes, 'MB'),
        aim: `under ${AIM_MB} MB`,
      },
      {
        what: 'memory above idle, browser and agent',
        measured: memory === null ? '-' : `${memory.toFixed(0)} MB`,
        'for 20 s of film': '',
        aim: `under ${AIM_MEMORY_MB} MB`,
      },
      ...(ffmpeg
        ? [
            {
              what: 'ffmpeg, x264 veryfast, the same frames',
              measured: `${ffmpeg.seconds.toFixed(1)} s, ${ffmpeg.megabytes.toFixed(1)} MB`,
              'for 20 s of film': per20(ffmpeg.seconds, 's'),
              aim: '',
            },
          ]
        : []),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads and decodes the file, and encodes its frames anew; null without FFmpeg. */
async function timeFfmpeg(from: string, to: string): Promise<{ seconds: number; megabytes: number } | null> {
  const program = process.env.FFMPEG ?? 'ffmpeg';
  const began = performance.now();
  const args = [
    '-v',
    'error',
    '-i',
    from,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-profile:v',
    'high',
    '-c:a',
    'copy',
  ];
  try {
    await promisify(execFile)(program, [...args, '-movflags', '+faststart', to]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return { seconds: (performance.now() - began) / 1000, megabytes: (await stat(to)).size / 1_000_000 };
}

/** The most memory of the browsers of this process, and what this process takes more than before. Linux only: null. */
function peakMemory(): { end(): Promise<number | null> } {
  const idle = process.memoryUsage().rss;
  let most = 0;
  const timer = setInterval(async () => {
    const browsers = await browserKilobytes().catch(() => 0);
    most = Math.max(most, browsers / 1024 + (process.memoryUsage().rss - idle) / 1024 ** 2);
  }, SAMPLE_MS);
  return {
    async end() {
      clearInterval(timer);
      return process.platform === 'linux' ? most : null;
    },
  };
}

/** Memory of all processes below this one; shared memory counts once. */
async function browserKilobytes(): Promise<number> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = new Map<string, string>();
  for (const name of names) {
    const text = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '');
    parents.set(name, text.slice(text.lastIndexOf(')') + 2).split(' ')[1] ?? '');
  }
  const isBelow = (name: string | undefined): boolean =>
    name !== undefined && name !== '' && (parents.get(name) === String(process.pid) || isBelow(parents.get(name)));
  const rolled = names.filter(isBelow).map((name) => readFile(`/proc/${name}/smaps_rollup`, 'latin1').catch(() => ''));
  return (await Promise.all(rolled)).reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0), 0);
}
