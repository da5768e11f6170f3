import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import type { AgentOrder } from '../chaos/agent.ts';
import { forwardTo, type Hold, startHoldingProxy } from '../chaos/holding-proxy.ts';
import { bundleAgent, ended, order } from '../chaos/processes.ts';
import { openTestBackend, type TestBackend } from '../helpers/embedded.ts';
import { blueskySecret, workspacePosts } from '../helpers/publishing/workspace-posts.ts';
import { type BlueskyServer, startBlueskyServer } from './bluesky/server.ts';

const VIDEO = fileURLToPath(new URL('../fixtures/videos/portrait.mp4', import.meta.url));
const PATH = 'portrait.mp4';
/** A lease of a minute ends in two seconds. */
const SPEED = 30;
const WAIT_MS = 60_000;
const UPLOAD = 'com.atproto.repo.uploadBlob';
const PUT = 'com.atproto.repo.putRecord';

type Proxy = Awaited<ReturnType<typeof startHoldingProxy>>;

let program: Awaited<ReturnType<typeof bundleAgent>>;
let server: BlueskyServer;
let backend: TestBackend;
let workspace: Proxy;
let platform: Proxy;
let accessToken: string;
const processes = new Set<ChildProcess>();

beforeAll(async () => {
  program = await bundleAgent();
  server = await startBlueskyServer();
  backend = await openTestBackend();
  const { connection } = backend;
  await connection.admin.from('app_settings').insert({}).throwOnError();
  const video = new Blob([await readFile(VIDEO)], { type: 'video/mp4' });
  const { error } = await connection.admin.storage.from(MEDIA_BUCKET).upload(PATH, video);
  if (error) throw error;
  accessToken = await backend.memberToken();
  workspace = await startHoldingProxy(forwardTo(connection.inProcessUrl, connection.fetch));
  platform = await startHoldingProxy(forwardTo(server.url));
});
afterEach(() => Promise.all([...processes].map(ended)));
afterAll(async () => {
  await Promise.all([workspace?.close(), platform?.close()]);
  await Promise.all([server?.close(), backend?.close()]);
  await program?.remove();
});

function start(message: AgentOrder): ChildProcess {
  const child = program.spawn();
  processes.add(child);
  order(child, message);
  return child;
}

/** Three parts, of which the first has the video. */
const CAPTION = Array.from({ length: 12 }, (_, n) => `Sentence ${n} of a post that is a thread on this platform.`).join(
  ' ',
);
const PARTS = 3;

type Case = { step: string; at: 'platform' | 'workspace' } & Hold & { standing: number };
const cases: Case[] = [
  { step: 'before its video was sent', at: 'platform', path: UPLOAD, when: 'before', standing: 0 },
  { step: 'before it heard that its video is there', at: 'platform', path: UPLOAD, when: 'after', standing: 0 },
  { step: 'before it noted that it begins', at: 'workspace', path: 'begin_publishing', when: 'before', standing: 0 },
  { step: 'after it noted that it begins', at: 'workspace', path: 'begin_publishing', when: 'after', standing: 0 },
  { step: 'before the record was sent', at: 'platform', path: PUT, when: 'before', standing: 0 },
  { step: 'before it heard that the record is there', at: 'platform', path: PUT, when: 'after', standing: 1 },
  { step: 'before it noted the first part', at: 'workspace', path: 'keep_delivery_parts', when: 'before', standing: 1 },
  { step: 'between two parts', at: 'platform', path: PUT, when: 'before', nth: 2, standing: 1 },
  { step: 'before it heard of the last part', at: 'platform', path: PUT, when: 'after', nth: PARTS, standing: PARTS },
  { step: 'before it noted the end', at: 'workspace', path: 'finish_delivery', when: 'before', standing: PARTS },
  { step: 'after it noted the end', at: 'workspace', path: 'finish_delivery', when: 'after', standing: PARTS },
];

it.each(cases)('a post stands there once when the agent is killed $step', async ({ at, standing, ...hold }) => {
  const { connection } = backend;
  const account = await server.createAccount();
  const agentId = randomUUID();
  const posts = workspacePosts(connection.admin);
  const id = await posts.account('bluesky', agentId, server.url);
  const secret = (await blueskySecret({ origin: server.url, account: { ...account, status: null } })) as object;
  const message: AgentOrder = {
    url: workspace.url,
    key: connection.publishableKey,
    accessToken,
    agentId,
    dataDir: join(backend.dataDir, `agent-${agentId}`),
    // The server names itself as the place of its records.
    secrets: [[id, { platform: 'bluesky', secret: { ...secret, pds: platform.url } }]],
    apis: {},
    anchor: { real: Date.now(), simulated: Date.now(), speed: SPEED },
  };
  const post = await posts.post([id], ['bluesky'], new Date().toISOString(), {
    caption: CAPTION,
    media: [{ path: PATH, url: '', kind: 'video', alt: 'A loaf' }],
  });
  const held = (at === 'platform' ? platform : workspace).hold(hold);
  const first = start(message);
  await Promise.race([held, once(first, 'exit').then(() => Promise.reject(new Error('The agent ended by itself.')))]);
  await ended(first);
  expect(await server.posts(account)).toHaveLength(standing);

  start(message);
  await untilPublished(post);
  const records = await server.posts(account);
  const { outgoing, parts } = await posts.delivery(post);
  expect(outgoing?.parts).toHaveLength(PARTS);
  expect(records.map(({ value }) => value.text)).toEqual(outgoing?.parts);
  expect(parts.map(({ remoteId }) => remoteId)).toEqual(records.map(({ uri, cid }) => `${uri} ${cid}`));
  expect(records[0]?.value.embed).toMatchObject({ $type: 'app.bsky.embed.video', alt: 'A loaf' });
  const [root] = records.map(({ uri, cid }) => ({ uri, cid }));
  expect(records[2]?.value.reply).toMatchObject({ root, parent: { uri: records[1]?.uri } });
});

async function untilPublished(post: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const [delivery] = await workspacePosts(backend.connection.admin).deliveries(post);
    if (delivery?.state === 'published') return;
    if (Date.now() > deadline)
      throw new Error(`The post is not published: ${JSON.stringify({ ...delivery, outgoing: null })}`);
    await delay(50);
  }
}
