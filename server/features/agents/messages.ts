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
    title: `This agent now posts to ${label}`,
    body: `${who} has not reported for a while. Posts to ${label} on ${platformLabel(platform)} are now published from here.`,
    path: '/settings/agents',
  };
}

/** What to do if the agent that posts to an account is silent. */
export const REMEDY = 'Start it again, or connect the account on a machine that is running.';

export const COPIED =
  'This data directory is a copy of one whose agent is running. It is now a separate agent; the logins for posting stay with the other one.';
export const REPLACED =
  'Another agent is running with a copy of this data directory, under the same id. Stop the one that should not run, then restart the other.';
