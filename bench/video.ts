import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readEventStream } from '../shared/agent/event-stream.ts';
import { MEDIA_BUCKET } from '../shared/posts/media-bucket.ts';
import { type MadeVideo, madeVideoSchema, VIDEO_EVENTS } from '../shared/video/making.ts';
import { installFfmpeg } from '../tests/helpers/ffmpeg.ts';
import { type AgentProcess, startAgentProcess } from './agent-process.ts';
import { byDepth } from './depth.ts';
import { median } from './table.ts';
import { addBenchAccount, signInBench, withDataDir } from './workspace.ts';

const CAPTION = `Why a loaf tastes better the next day

A sourdough loaf needs about twelve hours in the fridge before it goes into the oven.

A hot pot keeps the steam in, so the crust stays soft while the loaf rises.

Let it cool for an hour, because the crumb is still setting inside.

The next morning the crust has softened and the crumb tastes of more than flour.`;

const SAMPLE_MS = 250;
const ASK_MS = 10;
const SETTLE_MS = byDepth(5_000, 500);
const AIM_SECONDS = 20;
const AIM_MB = 12;
const AIM_MEMORY_MB = 400;
const AIM_REQUEST_MS = 50;

type Row = { what: string; measured: string; 'for 20 s of film': string; aim: string };

/**
 * The built agent makes the video of a post: time, memory, file size, and the latency of other requests meanwhile. For
 * comparison, FFmpeg encodes the same frames with x264 (veryfast).
 */
export async function benchVideo(): Promise<Row[]> {
  const { ffmpeg } = await installFfmpeg();
  return withDataDir(async (dataDir) => {
    await addBenchAccount(dataDir);
    const agent = await startAgentProcess(dataDir);
    try {
      const { client, token } = await signInBench(agent.url);
      const post = { caption: CAPTION, content_type: 'text' as const };
      const { data } = await client.from('generated_content').insert(post).select('id').single().throwOnError();
      await delay(SETTLE_MS);
      const idleRequests = watchRequests(agent.url);
      await delay(SETTLE_MS);
      const usual = await idleRequests.end();
      const memory = await watchMemory(agent);
      await makeVideo(agent.url, token, data.id);
      const megabytes = await memory.end();
      // A second video, because reading the memory of processes slows them down.
      const requests = watchRequests(agent.url);
      const { video, seconds } = await makeVideo(agent.url, token, data.id);
      const asked = await requests.end();
      const file = join(dataDir, 'film.mp4');
      const stored = await client.storage.from(MEDIA_BUCKET).download(video.path);
      await writeFile(file, Buffer.from((await stored.data?.arrayBuffer()) ?? new ArrayBuffer(0)));
      const peer = await timeFfmpeg(ffmpeg, file, join(dataDir, 'ffmpeg.mp4'));
      const row = (what: string, measured: string, value: number | null, unit: string, aim: string): Row => {
        const per20 = value === null ? '' : `${((value / video.seconds) * 20).toFixed(1)} ${unit}`;
        return { what, measured, 'for 20 s of film': per20, aim };
      };
      const inMs = (value: number) => `${value.toFixed(0)} ms`;
      const size = video.bytes / 1_000_000;
      return [
        row(
          `a film of ${video.seconds.toFixed(1)} s, from request to post`,
          `${seconds.toFixed(1)} s`,
          seconds,
          's',
          `under ${AIM_SECONDS} s`,
        ),
        row('ffmpeg, x264 veryfast, the same frames', `${peer.seconds.toFixed(1)} s`, peer.seconds, 's', ''),
        row('size', `${size.toFixed(1)} MB`, size, 'MB', `under ${AIM_MB} MB`),
        row('size of ffmpeg’s', `${peer.megabytes.toFixed(1)} MB`, peer.megabytes, 'MB', ''),
        row(
          'memory above idle, agent and browser',
          megabytes === null ? '-' : `${megabytes.toFixed(0)} MB`,
          null,
          '',
          `under ${AIM_MEMORY_MB} MB`,
        ),
        row('a request meanwhile, median', inMs(median(asked)), null, '', `idle: ${inMs(median(usual))}`),
        row('a request meanwhile, 99 of 100', inMs(shareOf(asked, 0.99)), null, '', ''),
        row('a request meanwhile, at most', inMs(Math.max(...asked)), null, '', `under ${inMs(AIM_REQUEST_MS)}`),
        row('a request of an idle agent, at most', inMs(Math.max(...usual)), null, '', ''),
      ];
    } finally {
      await agent.stop();
    }
  });
}

/** The value that the given share of the values does not exceed. */
function shareOf(values: readonly number[], share: number): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** Makes a post's video and waits until it is finished. */
async function makeVideo(url: string, token: string, id: string): Promise<{ video: MadeVideo; seconds: number }> {
  const began = performance.now();
  const answer = await fetch(`${url}/api/posts/${id}/video`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ length: byDepth(1, 0) === 1 ? 'medium' : 'short' }),
  });
  if (!answer.body) throw new Error('The agent answers nothing.');
  for await (const { event, data } of readEventStream(answer.body)) {
    if (event === VIDEO_EVENTS.progress) continue;
    if (event !== VIDEO_EVENTS.result) throw new Error(data);
    return { video: madeVideoSchema.parse(JSON.parse(data)), seconds: (performance.now() - began) / 1000 };
  }
  throw new Error('The stream ended without a result.');
}

/** Requests a small response repeatedly. `end` stops and returns how long each request took, in milliseconds. */
function watchRequests(url: string): { end(): Promise<number[]> } {
  const times: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${url}/api/health`)).arrayBuffer();
      times.push(performance.now() - began);
      await delay(ASK_MS);
    }
  })();
  return {
    async end() {
      isOver = true;
      await asking;
      return times;
    },
  };
}

/** Reads and decodes the file, and re-encodes its frames. */
async function timeFfmpeg(program: string, from: string, to: string): Promise<{ seconds: number; megabytes: number }> {
  const began = performance.now();
  const encode = ['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-c:a', 'copy'];
  await promisify(execFile)(program, ['-v', 'error', '-i', from, ...encode, '-movflags', '+faststart', to]);
  return { seconds: (performance.now() - began) / 1000, megabytes: (await stat(to)).size / 1_000_000 };
}

/** The peak memory of the agent and its child processes in MB, above the current usage; null except on Linux. */
async function watchMemory({ process: agent }: AgentProcess): Promise<{ end(): Promise<number | null> }> {
  if (process.platform !== 'linux') return { end: async () => null };
  const look = () => kilobytesBelow(String(agent.pid));
  const idle = await look();
  let most = idle;
  const timer = setInterval(async () => {
    most = Math.max(most, await look().catch(() => 0));
  }, SAMPLE_MS);
  return {
    async end() {
      clearInterval(timer);
      return (most - idle) / 1024;
    },
  };
}

/** Memory of a process and all its descendants; shared memory counts once. */
async function kilobytesBelow(top: string): Promise<number> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = new Map<string, string>();
  for (const name of names) {
    const text = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '');
    parents.set(name, text.slice(text.lastIndexOf(')') + 2).split(' ')[1] ?? '');
  }
  const isBelow = (name: string | undefined): boolean =>
    name === top || (name !== undefined && name !== '' && isBelow(parents.get(name)));
  const rolled = names.filter(isBelow).map((name) => readFile(`/proc/${name}/smaps_rollup`, 'latin1').catch(() => ''));
  return (await Promise.all(rolled)).reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0), 0);
}
