import type { ChannelLimits } from '../../../../shared/publishing/channel.ts';

/** What can be chosen for each field: what any of these channels has, once. */
export function offersOf(limits: readonly (ChannelLimits | undefined)[]): ReadonlyMap<string, readonly string[]> {
  const all = limits.flatMap((of) => Object.entries(of?.offers ?? {}));
  const names = new Set(all.map(([name]) => name));
  const of = (name: string) => [...new Set(all.flatMap(([one, values]) => (one === name ? values : [])))];
  return new Map([...names].map((name) => [name, of(name)]));
}
