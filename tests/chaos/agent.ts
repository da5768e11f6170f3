import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import { openVault } from '../../server/features/publishing/channels/vault.ts';
import { publishersFor } from '../../server/features/publishing/publishers.ts';
import { uploadsIn } from '../../server/features/publishing/uploads.ts';
import { createServerClient } from '../../server/supabase/client.ts';
import type { Client } from '../../server/supabase/connection.ts';
import type { PlatformApiSettings } from '../../shared/publishing/platform-apis.ts';
import { NO_KEYCHAIN } from '../helpers/no-keychain.ts';
import { openTestEngine, type Secrets } from '../helpers/publishing/engine-setting.ts';
import { type Anchor, timeOf } from './fast-time.ts';

/** The message that starts an agent process. */
export type AgentOrder = {
  url: string;
  key: string;
  /** Has the service's rights; set if replies are to be sent as well. */
  secretKey?: string;
  accessToken: string;
  agentId: string;
  /** The agent's data directory, which its later processes reuse. */
  dataDir: string;
  secrets: [string, { platform: string; secret: unknown }][];
  apis: PlatformApiSettings;
  /** The public URL of the media files, for platforms that fetch them. */
  publicMediaUrl?: string | undefined;
  anchor: Anchor;
  /** How far this machine's own clock is ahead, in milliseconds. */
  machineAheadMs?: number;
};

/**
 * A process that only publishes, with the workspace behind HTTP. It starts on a message, and may be killed at any time.
 */
process.once('message', (told: AgentOrder) => {
  const {
    url,
    key,
    secretKey,
    accessToken,
    agentId,
    dataDir,
    secrets,
    apis,
    publicMediaUrl,
    machineAheadMs = 0,
  } = told;
  let { anchor } = told;
  process.on('message', (next: Anchor) => {
    anchor = next;
  });
  const now = () => Temporal.Instant.fromEpochMilliseconds(Math.round(timeOf(anchor)));
  const machine = () => now().add({ milliseconds: machineAheadMs });
  const client = createServerClient(url, key, { accessToken });
  const kept: Secrets = new Map(secrets);
  // For Bluesky and Mastodon, the engine's own publishers are used.
  const others = publishersFor(apis).filter(({ platform }) => platform in apis);
  const publishers = Object.fromEntries(others.map((one) => [one.platform, one]));
  const vault = openVault({ dataDir, workspace: agentId, keychain: NO_KEYCHAIN });
  const uploads = uploadsIn(vault.uploads);
  const engine = openTestEngine({ client, secrets: kept, agentId, now, machine, publishers, uploads, publicMediaUrl });
  engine.start();
  setInterval(() => engine.checkNow(), 500);
  void beats(client, { agentId, logins: [...kept.keys()], now });
  if (secretKey === undefined) return;
  const replies = engine.replies(createServerClient(url, secretKey));
  // A failed attempt is retried at the next interval.
  setInterval(() => void replies.sendDue(0).catch(() => undefined), 200);
});
process.on('disconnect', () => process.exit(0));

/** Twice as often as real agents, by the fast clock, so that a lost response does not end the heartbeats. */
const BEAT_MS = 500;

type Beats = { agentId: string; logins: string[]; now(): Temporal.Instant };

/** Sends this agent's heartbeats, and takes over the accounts of agents that have stopped. */
async function beats(client: Client, { agentId: agent, logins, now }: Beats): Promise<void> {
  const run = randomUUID();
  const beat = async () => {
    const at = now().toString();
    const { data } = await client.rpc('beat_agent', { agent, run, at });
    if ((data as { outcome?: string } | null)?.outcome === 'beaten') return;
    const start = { agent, run, known: [], elsewhere: false, name: 'Chaos', version: '1', force: true, at };
    await client.rpc('register_agent', { ...start, capabilities: { logins } });
  };
  for (;;) {
    await Promise.race([beat().catch(() => undefined), delay(2 * BEAT_MS)]);
    await delay(BEAT_MS);
  }
}
