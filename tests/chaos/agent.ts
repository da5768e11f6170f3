import { Temporal } from 'temporal-polyfill';
import { createServerClient } from '../../server/supabase/client.ts';
import { openTestEngine, type Secrets } from '../helpers/publishing/engine-setting.ts';
import { type Anchor, timeOf } from './fast-time.ts';

/** What an agent is told at its start. */
export type AgentOrder = {
  url: string;
  key: string;
  accessToken: string;
  agentId: string;
  secrets: [string, { platform: string; secret: unknown }][];
  anchor: Anchor;
};

/** A process that does nothing but publish, with the workspace behind HTTP. It is told, and may be killed at any time. */
process.once('message', ({ url, key, accessToken, agentId, secrets, anchor: first }: AgentOrder) => {
  let anchor = first;
  process.on('message', (next: Anchor) => {
    anchor = next;
  });
  const now = () => Temporal.Instant.fromEpochMilliseconds(Math.round(timeOf(anchor)));
  const client = createServerClient(url, key, { accessToken });
  const kept: Secrets = new Map(secrets);
  const engine = openTestEngine({ client, secrets: kept, agentId, now });
  engine.start();
  setInterval(() => engine.lookNow(), 200);
});
process.on('disconnect', () => process.exit(0));
