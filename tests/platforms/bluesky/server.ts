import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { freePort } from '../../helpers/free-port.ts';
import { type InstalledServer, installServer } from './install.ts';

type Json = Record<string, unknown>;
type Program = { child: ChildProcess; url: string };

export type Account = { did: string; handle: string; password: string; appPassword: string; accessToken: string };
export type StoredRecord = { uri: string; cid: string; value: Json };
export type OfficialFacet = { index: { byteStart: number; byteEnd: number }; features: Json[] };
export type BlueskyServer = Awaited<ReturnType<typeof startBlueskyServer>>;

/**
 * Bluesky's real personal data server with a directory of DIDs, as separate processes on loopback: for the tests here,
 * and for those that kill the agent while it publishes.
 */
export async function startBlueskyServer({ appView }: { appView?: string } = {}) {
  const installed = await installServer();
  const folder = await mkdtemp(join(tmpdir(), 'bluesky-server-'));
  await mkdir(join(folder, 'data'));
  const port = String(await freePort());
  const plc = await run(installed, folder, 'plc.mjs');
  const startPds = () => run(installed, folder, 'pds.mjs', plc.url, port, folder, ...(appView ? [appView] : []));
  let pds = await startPds();

  const call = async (method: string, options: { body?: Json; query?: Json; token?: string } = {}): Promise<Json> => {
    const url = new URL(`/xrpc/${method}`, pds.url);
    for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, String(value));
    const response = await fetch(url, {
      method: options.query ? 'GET' : 'POST',
      headers: {
        ...(options.body && { 'content-type': 'application/json' }),
        ...(options.token && { authorization: `Bearer ${options.token}` }),
      },
      ...(options.body && { body: JSON.stringify(options.body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method}: ${response.status} ${answer}`);
    return answer === '' ? {} : JSON.parse(answer);
  };

  return {
    url: pds.url,
    call,
    /** Creates an account, and an app password for it. */
    async createAccount(): Promise<Account> {
      const handle = `a${randomUUID().slice(0, 8)}.test`;
      const password = randomUUID();
      const body = { handle, email: `${handle.replace('.', '@')}.com`, password };
      const { did, accessJwt } = await call('com.atproto.server.createAccount', { body });
      const token = String(accessJwt);
      const made = await call('com.atproto.server.createAppPassword', { body: { name: 'agent' }, token });
      return { did: String(did), handle, password, appPassword: String(made.password), accessToken: token };
    },
    /** All posts of an account, oldest first. */
    async posts({ did }: Account): Promise<StoredRecord[]> {
      const query = { repo: did, collection: 'app.bsky.feed.post', limit: 100, reverse: true };
      return (await call('com.atproto.repo.listRecords', { query })).records as StoredRecord[];
    },
    /** Ends the personal data server immediately, like a power cut. */
    kill: () => stop(pds),
    async restart() {
      await stop(pds);
      pds = await startPds();
    },
    async close() {
      await Promise.all([stop(pds), stop(plc)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The facets that Bluesky's own client finds in texts. */
export async function officialFacets(texts: string[]): Promise<OfficialFacet[][]> {
  const { node, program } = await installServer();
  const child = spawn(node, [program('facets.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(texts));
  return JSON.parse(await text(child.stdout));
}

/** Starts a program and waits for the URL that it prints; if it ends before that, its other output is shown. */
async function run(installed: InstalledServer, folder: string, name: string, ...args: string[]): Promise<Program> {
  const child = spawn(installed.node, [installed.program(name), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: folder, TEMP: folder, LOG_ENABLED: 'false' },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    said = (said + piece).slice(-10_000);
  });
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith('{"url"')) continue;
    child.stdout.resume();
    return { child, url: JSON.parse(line).url };
  }
  throw new Error(`${name} ended before it listened:\n${said}`);
}

async function stop({ child }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
