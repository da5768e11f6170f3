import type { Temporal } from 'temporal-polyfill';
import { type PresenceDay, usuallyOff } from './usually-off.ts';

/** When an agent ran, and the accounts that it can send to. The name is null for one that has none (yet). */
export type AgentPresence = { id: string; name: string | null; accounts: readonly string[]; days: PresenceDay[] };

/** Where a post goes: to an account, or to a platform without one. `isConnected`: an agent sends it, not a person. */
export type PlaceToSend = { accountId: string | null; isConnected: boolean };

/** The agents that could send a post, and usually do not run when it is due; null for a post that is sent in time. */
export type OffAgents = readonly AgentPresence[] | null;

/**
 * Whether a post falls into an off time: where none of the agents that can send it to one of its places usually runs.
 * A post by hand is announced by any agent, unless one has the browser session of its account. Of agents that have been
 * recorded for too short a time, nothing is said. Null while nothing is known of any. RangeError when the zone is unknown.
 */
export function offPosts(
  agents: readonly AgentPresence[],
  at: { now: Temporal.Instant; zone: string },
): ((time: Temporal.Instant, places: readonly PlaceToSend[]) => OffAgents) | null {
  const judged = agents.map((agent) => ({ agent, isOff: usuallyOff(agent.days, at) }));
  if (judged.every(({ isOff }) => isOff === null)) return null;
  return (time, places) => {
    const whithers = places.length > 0 ? places : [{ accountId: null, isConnected: false }];
    const off = whithers.flatMap(({ accountId, isConnected }) => {
      const own = judged.filter(({ agent }) => accountId !== null && agent.accounts.includes(accountId));
      const senders = own.length > 0 || isConnected ? own : judged;
      return senders.length > 0 && senders.every(({ isOff }) => isOff?.(time)) ? senders : [];
    });
    return off.length > 0 ? judged.filter((one) => off.includes(one)).map(({ agent }) => agent) : null;
  };
}
