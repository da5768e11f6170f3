import type { Temporal } from 'temporal-polyfill';
import { type PresenceDay, usuallyOff } from './usually-off.ts';

/** When an agent ran, and the accounts that it can send to. `name` is null if it has none (yet). */
export type AgentPresence = { id: string; name: string | null; accounts: readonly string[]; days: PresenceDay[] };

/** A post's destination: an account, or a platform without one. `isConnected`: an agent posts there, not the user. */
export type PlaceToSend = { accountId: string | null; isConnected: boolean };

/** The agents that could send a post but usually do not run when it is due; null if it is sent on time. */
export type OffAgents = readonly AgentPresence[] | null;

/**
 * Returns a function that finds out whether a post falls into an off time, when none of the agents that can send it to
 * one of its destinations usually runs. A manual post can be announced by any agent, or only by those with its
 * account's browser session if there are any. Agents with too short a record count as running. Returns null if all of
 * them have. Throws a RangeError if the zone is unknown.
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
