import type { Notification } from '../../../shared/agent/notifications.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import type { TakenChannel } from './store.ts';

export const NEEDS_SECRET_KEY =
  'Agents need the secret key of your Supabase project. Set it with --supabase-secret-key, then try again.';
export const NO_AGENT = 'There is no such agent. It may have been removed.';
export const stillRuns = (name: string) => `${name} is running. Stop it first, then remove it here.`;

/** Notification that this agent now posts to an account in place of a silent one. */
export function takenOver({ label, platform, name }: TakenChannel): Notification {
  const who = name === null ? 'The agent that posted there' : name;
  return {
    title: `This agent posts to ${label} now`,
    body: `${who} has not been heard of for a while. Posts to ${label} on ${platformLabel(platform)} go out from here.`,
    path: '/settings/agents',
  };
}

/** What to do if the agent that posts to an account is silent. */
export const REMEDY = 'Start it again, or connect the account on a machine that runs.';

export const COPIED =
  'This data directory is a copy of one whose agent is running. It is an agent of its own from now on; the logins for posting stay with the other.';
export const REPLACED =
  'Another agent runs with a copy of this data directory, under the same id. Stop the one that should not run, then restart the other.';
