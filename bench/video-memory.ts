import { openAsBlob } from 'node:fs';
import { copyFile, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import { channelApi } from '../shared/api/channels.ts';
import { pathTo } from '../shared/api/operation.ts';
import { MEDIA_BUCKET, MEDIA_MAX_BYTES } from '../shared/posts/media-bucket.ts';
import type { Database } from '../shared/workspace/database.ts';
import { startPds } from '../tests/helpers/pds.ts';
import { startAgentProcess } from './agent-process.ts';
import { byDepth } from './depth.ts';
import { addBenchAccount, BENCH_EMAIL, BENCH_PASSWORD, withDataDir } from './workspace.ts';

const VIDEO = 'tests/fixtures/videos/portrait.mp4';
const SETTLE_MS = byDepth(10_000, 500);
const SAMPLE_MS = 20;
const TIMEOUT_MS = 5 * 60_000;
const AIM_MB = 100;

type Row = { what: string; measured: string; aim: string };

/**
 * Resident memory of the built agent while it uploads the largest video a workspace takes, above its idle memory, and
 * the kernel's recorded peak. Linux only, since it reads /proc.
 */
export async function benchVideoMemory(): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  return withDataDir(async (dataDir) => {
    await addBenchAccount(dataDir);
    const pds = await startPds();
    try {
      const { accountId, path } = await prepare(dataDir, pds);
      // A new process, because memory left over from seeding would count as idle.
      const agent = await startAgentProcess(dataDir);
      try {
        const { client } = await signIn(agent.url);
        await sleep(SETTLE_MS);
        const pid = agent.process.pid ?? 0;
        const idle = await residentMb(pid, 'VmRSS');
        await forgetPeak(pid);
        await schedule(client, accountId, path);
        const sampled: number[] = [];
        const deadline = Date.now() + TIMEOUT_MS;
        while (pds.posts.size === 0) {
          if (Date.now() > deadline) throw new Error('The video did not go out.');
          sampled.push(await residentMb(pid, 'VmRSS'));
          await sleep(SAMPLE_MS);
        }
        const peak = Math.max(...sampled, await residentMb(pid, 'VmHWM'));
        const sent = [...pds.blobs.values()];
        if (sent.length !== 1 || sent[0] !== MEDIA_MAX_BYTES)
          throw new Error('Something else than the video went out.');
        const size = MEDIA_MAX_BYTES / 1024 ** 2;
        return [
          { what: 'agent when idle (MB)', measured: idle.toFixed(0), aim: '' },
          {
            what: `above that while a video of ${size} MB goes out (MB)`,
            measured: (peak - idle).toFixed(0),
            aim: `under ${AIM_MB}`,
          },
        ];
      } finally {
        await agent.stop();
      }
    } finally {
      await pds.close();
    }
  });
}

/** Connects an account and uploads the video, in a separate agent. */
async function prepare(dataDir: string, pds: Awaited<ReturnType<typeof startPds>>) {
  const agent = await startAgentProcess(dataDir);
  const video = join(dataDir, 'bench.mp4');
  try {
    const { client, token } = await signIn(agent.url);
    const account = { platform: 'bluesky' as const, account_label: 'Bench' };
    const { data } = await client.from('social_accounts').insert(account).select('id').single().throwOnError();
    const { handle, appPassword } = pds.account;
    const entry = { platform: 'bluesky', identifier: handle, appPassword, server: pds.origin };
    const answer = await fetch(new URL(pathTo(channelApi.connectChannel, { params: { id: data.id } }), agent.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(entry),
    });
    if (!answer.ok) throw new Error(`The account was not connected: ${await answer.text()}`);
    await makeVideo(video);
    const path = 'bench.mp4';
    const file = await openAsBlob(video, { type: 'video/mp4' });
    const { error } = await client.storage.from(MEDIA_BUCKET).upload(path, file);
    if (error) throw error;
    return { accountId: data.id, path };
  } finally {
    await agent.stop();
    await rm(video, { force: true });
  }
}

/** A real video, padded to the bucket's limit by an empty `free` box at its end. */
async function makeVideo(path: string): Promise<void> {
  await copyFile(VIDEO, path);
  const { size } = await stat(path);
  const box = Buffer.alloc(8);
  box.writeUInt32BE(MEDIA_MAX_BYTES - size);
  box.write('free', 4, 'latin1');
  const file = await open(path, 'a');
  try {
    await file.write(box);
    await file.truncate(MEDIA_MAX_BYTES);
  } finally {
    await file.close();
  }
}

async function signIn(url: string) {
  const config: { supabaseKey: string } = await (await fetch(`${url}/config.json`)).json();
  const client = createClient<Database>(url, config.supabaseKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket.
    realtime: { transport: WebSocket as never },
  });
  const { data, error } = await client.auth.signInWithPassword({ email: BENCH_EMAIL, password: BENCH_PASSWORD });
  if (error) throw error;
  return { client, token: data.session.access_token };
}

async function schedule(client: Awaited<ReturnType<typeof signIn>>['client'], accountId: string, path: string) {
  const content = {
    content_type: 'video' as const,
    status: 'scheduled' as const,
    caption: 'A large video',
    platforms: ['bluesky' as const],
    account_ids: [accountId],
    media: [{ path, url: '', kind: 'video' as const, alt: '' }],
  };
  const { data } = await client.from('generated_content').insert(content).select('id').single().throwOnError();
  const place = { content_id: data.id, scheduled_time: new Date().toISOString() };
  await client.from('scheduled_posts').insert(place).throwOnError();
}

async function residentMb(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}

/** Resets the kernel's peak, since start-up's is higher. */
async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}
