import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readEventStream } from '../../shared/agent/event-stream.ts';
import type { VideoProgress } from '../../shared/video/making.ts';
import { killChrome } from '../helpers/chrome-processes.ts';
import { type StartedCli, startCli, stopCli } from '../helpers/cli.ts';
import { newWorkspace } from '../helpers/workspace.ts';
import { halvesOf } from './balance.ts';
import { type AgentApi, apiOf } from './load.ts';
import { straysOf } from './own-processes.ts';

/** Longer than anything that ends on its own may take. */
const SETTLED = { timeout: 60_000, interval: 100 };
const CAPTION = 'Let the dough rest overnight.\n\nTwelve hours in the cold make the crumb open and the crust crisp.';

let dataDir: string;
let agent: StartedCli;
let api: AgentApi;
let token: string;
/** The prefix of the folders of the agent's own browsers (server/browser/browser-scratch.ts). */
let scratch: string;

async function start(): Promise<void> {
  agent = await startCli(dataDir, ['--log-level', 'silent']);
  api = await apiOf(dataDir, agent.report.url);
  token = (await readFile(join(dataDir, 'agent-token'), 'utf8')).trim();
}

beforeAll(async () => {
  dataDir = await newWorkspace();
  scratch = `la-browser-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}-`;
  await start();
});
afterAll(async () => {
  if (agent) await stopCli(agent);
});

async function addPost(): Promise<string> {
  const post = { caption: CAPTION, content_type: 'text' as const, platforms: ['tiktok' as const] };
  return (await api.client.from('generated_content').insert(post).select('id').single().throwOnError()).data.id;
}
const mediaOf = async (id: string) =>
  (await api.client.from('generated_content').select('media').eq('id', id).single().throwOnError()).data.media;
const library = async () => (await api.client.from('media_files').select('path, duration_seconds').throwOnError()).data;

/** Makes a video; `onStep` is called when a step begins. Rejects if the agent ends. */
async function make(id: string, onStep: (step: VideoProgress['step']) => unknown = () => 0) {
  const answer = await fetch(`${agent.report.url}/api/posts/${id}/video`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ pace: 'quick' }),
  });
  let last = '';
  for await (const { event, data } of readEventStream(answer.body as ReadableStream<Uint8Array>)) {
    const value = JSON.parse(data);
    if (event !== 'progress') return { event, value };
    if (value.step !== last) void onStep(value.step);
    last = value.step;
  }
  throw new Error('The stream ended without a result.');
}

async function nothingIsHalf(): Promise<void> {
  await vi.waitFor(async () => expect(await halvesOf(dataDir)).toEqual([]), SETTLED);
  await vi.waitFor(
    async () => expect((await readdir(tmpdir())).filter((name) => name.startsWith(scratch))).toEqual([]),
    SETTLED,
  );
}

it.each(['scenes', 'browser', 'frames', 'storing'] as const)(
  'the agent is killed at %s: no process and no half file stays, and the video can be made again',
  async (when) => {
    const [id, before] = [await addPost(), await library()];
    const made = make(id, (step) => step === when && agent.child.kill('SIGKILL')).catch(() => null);
    await agent.ended;
    await made;
    await vi.waitFor(async () => expect(await straysOf(dataDir, null)).toEqual([]), SETTLED);
    await start();
    await nothingIsHalf();
    const media = await mediaOf(id);
    const added = (await library()).filter(({ path }) => !before.some((file) => file.path === path));
    if (when === 'storing') {
      expect(added.length).toBeLessThanOrEqual(1);
      for (const { path } of media) expect(added.map((file) => file.path)).toContain(path);
    } else expect([media, added]).toEqual([[], []]);
    expect(await make(id)).toMatchObject({ event: 'result' });
    expect(await mediaOf(id)).toEqual([expect.objectContaining({ kind: 'video' })]);
  },
  240_000,
);

it.each([
  ['browser', 'browser'],
  ['browser', 'frames'],
  ['renderer', 'frames'],
] as const)(
  'the %s is killed at %s: that is said, nothing stays, and the video can be made again',
  async (part, when) => {
    const [id, before] = [await addPost(), await library()];
    const strike = () => vi.waitFor(async () => expect(await killChrome(scratch, part)).toBeGreaterThan(0), SETTLED);
    const { event, value } = await make(id, (step) => step === when && strike());
    expect([event, value.error]).toEqual(['error', expect.stringMatching(/browser/)]);
    await vi.waitFor(async () => expect(await straysOf(dataDir, agent.report.pid)).toEqual([]), SETTLED);
    await nothingIsHalf();
    expect([await mediaOf(id), await library()]).toEqual([[], before]);
    expect(await make(id)).toMatchObject({ event: 'result' });
  },
  240_000,
);
