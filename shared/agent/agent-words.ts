import { platformLabel } from '../posts/platforms.ts';
import type { Agent, StrandedChannel } from './agents.ts';

/** Why nothing is sent to an account. `when` is text such as "at 14:02". */
export function strandedInWords({ label, platform, agent }: StrandedChannel, when: string): string {
  return `No agent that is running can post to ${label} on ${platformLabel(platform)}: the one that holds the login, ${agent}, was last seen ${when}.`;
}

/** An agent's capabilities in words, for lists and screens; empty if it has none. */
export function abilitiesOf({ can }: Pick<Agent, 'can'>): string[] {
  return [
    ...(can.browser ? ['browser'] : []),
    ...(can.screen ? ['screen'] : []),
    ...(can.localModel === null ? [] : [`model ${can.localModel}`]),
    ...(can.alwaysOn ? ['always on'] : []),
  ];
}
