import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadAgentId } from '../../../server/config/agent-id.ts';
import { workspaceOf } from '../../../server/features/accounts/feature.ts';
import { savedChannels } from '../../../server/features/publishing/channels/saved-channels.ts';
import { channelStore } from '../../../server/features/publishing/channels/store.ts';
import { openVault } from '../../../server/features/publishing/channels/vault.ts';
import { readSession, writeSession } from '../../../server/supabase/hosted/stored-session.ts';
import type { Agent } from '../../../shared/agent/agents.ts';
import type { PlatformApiSettings } from '../../../shared/publishing/platform-apis.ts';
import type { PairingState } from '../../../shared/publishing/shared-logins.ts';
import { runHere, type StartedCli, startCli, stopCli } from '../../helpers/cli.ts';
import { NO_KEYCHAIN } from '../../helpers/no-keychain.ts';
import { workspacePosts } from '../../helpers/publishing/workspace-posts.ts';
import { emptyWorkspace } from '../../helpers/workspace.ts';
import type { ChaosPlatform } from '../platforms.ts';
import { ended } from '../processes.ts';
import type { Connected } from '../workload.ts';
import { PASSWORD, type Project } from './project.ts';

/** Identifies the calling agent to a platform's imitation. */
export const AGENT_HEADER = 'x-chaos-agent';
const LOOK_MS = 200;
/** The delay before a start that the network broke is retried, as a service manager would, in milliseconds. */
const START_AGAIN_MS = 1_000;
const START_TRIES = 20;

type MachineOptions = {
  name: string;
  project: Project;
  apis: PlatformApiSettings;
  publicMediaUrl: string | undefined;
  /** How far the machine's own clock is ahead, in milliseconds. */
  aheadMs: number;
};

export type Machine = Awaited<ReturnType<typeof setUpMachine>>;

/** A machine with the built agent and its own data directory, linked to the project as its own member. */
export async function setUpMachine({ name, project, apis, publicMediaUrl, aheadMs }: MachineOptions) {
  const dataDir = await emptyWorkspace();
  const command = async (args: string[], input = '') => {
    const result = await runHere([...args, '--data-dir', dataDir], input);
    if (result.code !== 0) throw new Error(`${args.join(' ')} of ${name}: ${result.stderr}`);
    return result.stdout;
  };
  const { email } = await project.addMember(`${name.toLowerCase()}@example.com`);
  await command(['link', project.url, '--key', project.key, '--email', email, '--password-stdin'], PASSWORD);
  const id = await loadAgentId(dataDir);
  const vault = openVault({ dataDir, workspace: workspaceOf(project.url), keychain: NO_KEYCHAIN });
  let started: StartedCli | null = null;
  let isFrozen = false;

  const running = () => {
    if (!started) throw new Error(`${name} does not run.`);
    return started;
  };
  const signal = (what: 'SIGSTOP' | 'SIGCONT') => {
    running().child.kill(what);
    isFrozen = what === 'SIGSTOP';
  };
  const call = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const token = (await readFile(join(dataDir, 'agent-token'), 'utf8')).trim();
    const answer = await fetch(new URL(path, running().report.url), {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} of ${name}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };

  return {
    id,
    name,
    dataDir,
    command,
    call,
    get isUp() {
      return started !== null && !isFrozen;
    },

    /** Shares the login of an account that is connected here with a paired agent. */
    share: (account: string, other: { id: string }) =>
      call('POST', `/api/accounts/${account}/holders`, { agentId: other.id }),

    /** Connects an account here, as a sign-in on this machine does. */
    async connect({ platform, origin, connected, shapes, texts, defaults }: ChaosPlatform): Promise<Connected> {
      const { admin } = project;
      const account = await workspacePosts(admin).account(platform, id, origin, defaults);
      const { secret, ...seen } = connected;
      const time = new Date().toISOString();
      const known = { ...seen, platform, isPaused: false, connectedAt: time, checkedAt: time };
      await savedChannels(vault).write(account, { connectionId: randomUUID(), connected: known, secret });
      await channelStore(admin).save({ ...known, accountId: account, agentId: id, state: 'ready', problem: null });
      return { id: account, platform, shapes, texts };
    },

    /** Starts the agent, retrying if the network breaks its start; returns the number of failed starts. */
    async start(): Promise<number> {
      const env = {
        LOCAL_AGENT_PLATFORM_APIS: JSON.stringify(apis),
        ...(publicMediaUrl && { LOCAL_AGENT_PUBLIC_MEDIA_URL: publicMediaUrl }),
        LOCAL_AGENT_SCRIPT_SPARE: '0',
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload(name, aheadMs))}`,
      };
      for (let broken = 0; ; broken += 1) {
        try {
          started = await startCli(dataDir, ['--log-level', 'warn'], { env });
          return broken;
        } catch (error) {
          if (broken >= START_TRIES) throw error;
          await delay(START_AGAIN_MS);
        }
      }
    },

    async kill(): Promise<void> {
      const child = started?.child;
      started = null;
      isFrozen = false;
      if (child) await ended(child);
    },
    freeze: () => signal('SIGSTOP'),
    wake: () => signal('SIGCONT'),

    /** Whether the agent serves a page that is signed in as this machine's member. */
    async servesMember(): Promise<boolean> {
      const token = await project.signIn(email);
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(new URL('/api/posts', running().report.url), { headers })).ok;
    },

    /** Expires the session, so that it has to be refreshed before anything else. */
    async ageSession(): Promise<void> {
      const session = await readSession(dataDir);
      if (session) await writeSession(dataDir, { ...session, expiresAt: 0 });
    },

    /** The workspace's agents, as this machine's command lists them. */
    list: async () => JSON.parse(await command(['agents', 'list', '--json'])) as Agent[],

    /** Stops the agent gracefully; returns its exit code, or null if it had to be killed. */
    async stop(): Promise<number | null> {
      if (!started) return 0;
      if (isFrozen) signal('SIGCONT');
      const { code } = await stopCli(started);
      started = null;
      return code;
    },
  };
}

/** Pairs two agents by code and words, using the commands of both. */
export async function pair(one: Machine, other: Machine): Promise<void> {
  const shown = one.command(['pair'], 'y\n');
  for (;;) {
    const pairing = await one.call<PairingState>('GET', '/api/pairing');
    if (pairing.state === 'showing') {
      await Promise.all([shown, other.command(['join', pairing.code])]);
      return;
    }
    await delay(LOOK_MS);
  }
}

/** Code that Node loads before the agent: it sets a wrong clock, and adds the agent's name to each request. */
function preload(name: string, aheadMs: number): string {
  return `import { subscribe } from 'node:diagnostics_channel';
    subscribe('undici:request:create', ({ request }) => request.addHeader('${AGENT_HEADER}', '${name}'));
    const Right = Date;
    globalThis.Date = class Date extends Right {
      constructor(...given) { super(...(given.length > 0 ? given : [Right.now() + ${aheadMs}])); }
      static now() { return Right.now() + ${aheadMs}; }
    };`;
}
