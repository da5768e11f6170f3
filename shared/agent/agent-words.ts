import type { Agent } from './agents.ts';

/** What an agent can do, in words, for lists and screens; empty for one that can do nothing by itself. */
export function abilitiesOf({ can }: Pick<Agent, 'can'>): string[] {
  return [
    ...(can.browser ? ['browser'] : []),
    ...(can.screen ? ['screen'] : []),
    ...(can.localModel === null ? [] : [`model ${can.localModel}`]),
    ...(can.alwaysOn ? ['always on'] : []),
  ];
}
