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

/** What an agent is told at its start. */
export type AgentOrder = {
  url: string;
  key: string;
  accessToken: string;
  agentId: string;
  /** What the agent keeps on its machine, for those that come after it. */
  dataDir: string;
  secrets: [string, { platform: string; secret: unknown }][];
  apis: PlatformApiSettings;
  /** Where the files lie, for platforms that fetch them. */
  publicMediaUrl?: string | undefined;
  anchor: Anchor;
  /** How far this machine's own clock is ahead, in milliseconds. */
  machineAheadMs?: number;
};

/** A process that does nothing but publish, with the workspace behind HTTP. It is told, and may be killed at any time. */
process.once('message', (told: AgentOrder) => {
  const { url, key, accessToken, agentId, dataDir, secrets, apis, publicMediaUrl, machineAheadMs = 0 } = told;
  let { anchor } = told;
  process.on('message', (next: Anchor) => {
    anchor = next;
  });
  const now = () => Temporal.Instant.fromEpochMilliseconds(Math.round(timeOf(anchor)));
  const machine = () => now().add({ milliseconds: machineAheadMs });
  const client = createServerClient(url, key, { accessToken });
  const kept: Secrets = new Map(secrets);
  // Those of Bluesky and Mastodon are the engine's own.
  const others = publishersFor(apis).filter(({ platform }) => platform in apis);
  const publishers = Object.fromEntries(others.map((one) => [one.platform, one]));
  const vault = openVault({ dataDir, workspace: agentId, keychain: NO_KEYCHAIN });
  const uploads = uploadsIn(vault.uploads);
  const engine = openTestEngine({ client, secrets: kept, agentId, now, machine, publishers, uploads, publicMediaUrl });
  engine.start();
  setInterval(() => engine.checkNow(), 500);
  void beats(client, { agentId, logins: [...kept.keys()], now });
});
process.on('disconnect', () => process.exit(0));

/** Twice as often as agents do, by the fast clock. An answer that is lost is no beat the less. */
const BEAT_MS = 500;

type Beats = { agentId: string; logins: string[]; now(): Temporal.Instant };

/** Says that this agent runs, and takes over the accounts of those that do not. */
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
