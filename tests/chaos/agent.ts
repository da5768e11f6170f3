import { Temporal } from 'temporal-polyfill';
import { openVault } from '../../server/features/publishing/channels/vault.ts';
import { publishersFor } from '../../server/features/publishing/publishers.ts';
import { uploadsIn } from '../../server/features/publishing/uploads.ts';
import { createServerClient } from '../../server/supabase/client.ts';
import type { PlatformApiSettings } from '../../shared/publishing/platform-apis.ts';
import { NO_KEYCHAIN } from '../helpers/no-keychain.ts';
import { openTestEngine, type Secrets } from '../helpers/publishing/engine-setting.ts';
import { type Anchor, timeOf } from './fast-time.ts';

/** What an agent is told at its start. */
export type AgentOrder = {
  url: string;
  key: string;
  /** With the service's rights, where replies are sent as well. */
  secretKey?: string;
  accessToken: string;
  agentId: string;
  /** What the agent keeps on its machine, for those that come after it. */
  dataDir: string;
  secrets: [string, { platform: string; secret: unknown }][];
  apis: PlatformApiSettings;
  /** Where the files lie, for platforms that fetch them. */
  publicMediaUrl?: string | undefined;
  anchor: Anchor;
};

/** A process that does nothing but publish, with the workspace behind HTTP. It is told, and may be killed at any time. */
process.once('message', (told: AgentOrder) => {
  const { url, key, secretKey, accessToken, agentId, dataDir, secrets, apis, publicMediaUrl } = told;
  let { anchor } = told;
  process.on('message', (next: Anchor) => {
    anchor = next;
  });
  const now = () => Temporal.Instant.fromEpochMilliseconds(Math.round(timeOf(anchor)));
  const client = createServerClient(url, key, { accessToken });
  const kept: Secrets = new Map(secrets);
  // Those of Bluesky and Mastodon are the engine's own.
  const others = publishersFor(apis).filter(({ platform }) => platform in apis);
  const publishers = Object.fromEntries(others.map((one) => [one.platform, one]));
  const vault = openVault({ dataDir, workspace: agentId, keychain: NO_KEYCHAIN });
  const uploads = uploadsIn(vault.uploads);
  const engine = openTestEngine({ client, secrets: kept, agentId, now, publishers, uploads, publicMediaUrl });
  engine.start();
  setInterval(() => engine.checkNow(), 200);
  if (secretKey === undefined) return;
  const replies = engine.replies(createServerClient(url, secretKey));
  // One that fails is tried again.
  setInterval(() => void replies.sendDue(0).catch(() => undefined), 200);
});
process.on('disconnect', () => process.exit(0));
