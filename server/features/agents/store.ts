import { z } from 'zod';
import {
  type Agent,
  type Capabilities,
  capabilitiesSchema,
  type StrandedChannel,
} from '../../../shared/agent/agents.ts';
import { platformSchema } from '../../../shared/posts/platforms.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot, dataOf } from '../../supabase/could-not.ts';
import type { Identity } from './identity.ts';
import { NO_AGENT, stillRuns } from './messages.ts';

const registeredSchema = z.object({
  outcome: z.enum(['registered', 'taken']),
  name: z.string(),
  seen_at: z.string(),
});
/** An account that this agent now posts to, with the name of the previous agent; null if that is unknown. */
const takenSchema = z.object({
  account: z.uuid(),
  platform: platformSchema,
  label: z.string(),
  name: z.string().nullable(),
  seen_at: z.string().nullable(),
});
export type TakenChannel = z.infer<typeof takenSchema>;

const strandedRowsSchema = z.array(
  z.object({
    account: z.uuid(),
    platform: platformSchema,
    label: z.string(),
    agent: z.string(),
    seen_at: z.string(),
    posts: z.number(),
  }),
);

const beatenSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('beaten'), name: z.string(), taken: z.array(takenSchema) }),
  z.object({ outcome: z.enum(['replaced', 'unknown']) }),
]);
const NOTHING: Capabilities = {
  logins: [],
  sessions: [],
  browser: false,
  screen: false,
  localModel: null,
  alwaysOn: false,
};

export type Registration = { version: string; capabilities: Capabilities; force: boolean };

/** The agents of a workspace. AppError unavailable when Supabase fails. */
export function agentStore(client: Client) {
  const rows = () => client.from('listed_agents');
  return {
    /** Outcome `taken`: another process sent a heartbeat under this id within the last 90 seconds. */
    async register({ id, run, known, isElsewhere, name }: Identity, { version, capabilities, force }: Registration) {
      const args = { agent: id, run, known: [...known], elsewhere: isElsewhere, name, version, capabilities, force };
      return registeredSchema.parse(dataOf(await client.rpc('register_agent', args), 'register this agent'));
    },

    /** Null `capabilities` are left unchanged. Takes over what it can from silent agents. */
    async beat({ id, run }: Identity, capabilities: Capabilities | null) {
      const args = { agent: id, run, ...(capabilities && { capabilities }) };
      return beatenSchema.parse(dataOf(await client.rpc('beat_agent', args), 'record that this agent runs'));
    },

    async end({ id, run }: Identity): Promise<void> {
      const { error } = await client.rpc('end_agent', { agent: id, run });
      if (error) throw couldNot('record that this agent ended', error);
    },

    /** The time of an agent's last heartbeat; null if there is no such agent. */
    async seenAt(id: string): Promise<string | null> {
      const { data, error } = await rows().select('seen_at').eq('id', id).maybeSingle();
      if (error) throw couldNot('read an agent', error);
      return data?.seen_at ?? null;
    },

    /** This agent first, then the running ones. */
    async list(thisId: string): Promise<Agent[]> {
      const [agents, accounts] = await Promise.all([rows().select('*').order('name'), accountsOf(client)]);
      const found = dataOf(agents, 'list the agents').map((row): Agent => {
        const id = z.string().parse(row.id);
        const { logins, sessions, ...can } = capabilitiesSchema.safeParse(row.capabilities).data ?? NOTHING;
        return {
          id,
          name: row.name ?? '',
          isThis: id === thisId,
          state: row.state ?? 'silent',
          version: row.version ?? '',
          startedAt: iso(row.started_at),
          seenAt: iso(row.seen_at),
          can,
          logins: accounts
            .filter((account) => logins.includes(account.accountId))
            .map(({ agentId, ...account }) => ({ ...account, posts: agentId === id })),
          sessions: sessions.length,
        };
      });
      const place = ({ isThis, state }: Agent) => (isThis ? 0 : state === 'running' ? 1 : 2);
      return found.sort((one, other) => place(one) - place(other));
    },

    async running(): Promise<{ id: string; can: Capabilities }[]> {
      const found = dataOf(await rows().select('id, capabilities').eq('state', 'running'), 'list the agents');
      return found.map((row) => ({
        id: z.string().parse(row.id),
        can: capabilitiesSchema.safeParse(row.capabilities).data ?? NOTHING,
      }));
    },

    async stranded(): Promise<StrandedChannel[]> {
      const rows = strandedRowsSchema.parse(
        dataOf(await client.rpc('stranded_channels', {}), 'look for waiting posts'),
      );
      return rows.map(({ account, seen_at, ...row }) => ({ ...row, accountId: account, seenAt: iso(seen_at) }));
    },

    async rename(id: string, name: string): Promise<void> {
      const { data, error } = await client.from('agents').update({ name }).eq('id', id).select('id').maybeSingle();
      if (error) throw couldNot('name an agent', error);
      if (!data) throw new AppError('not_found', NO_AGENT);
    },

    /** AppError conflict while the agent is running. */
    async remove(id: string, name: string): Promise<void> {
      const outcome = dataOf(await client.rpc('remove_agent', { agent: id }), 'remove an agent');
      if (outcome === 'gone') throw new AppError('not_found', NO_AGENT);
      if (outcome === 'running') throw new AppError('conflict', stillRuns(name));
    },
  };
}

export type AgentStore = ReturnType<typeof agentStore>;

async function accountsOf(client: Client) {
  const [accounts, channels] = await Promise.all([
    client.from('social_accounts').select('id, platform, account_label').order('account_label'),
    client.from('channels').select('account_id, agent_id'),
  ]);
  const agents = new Map(dataOf(channels, 'list the channels').map((row) => [row.account_id, row.agent_id]));
  return dataOf(accounts, 'list the accounts').map(({ id, platform, account_label: label }) => ({
    accountId: id,
    platform,
    label,
    agentId: agents.get(id) ?? null,
  }));
}

function iso(time: string | null): string {
  return new Date(time ?? 0).toISOString();
}
