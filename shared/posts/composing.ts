import { type Platform, platformLabel, platformOf } from './platforms.ts';

/** Rules of the composer, in a file without zod. */

/** "bread, #Home baking" becomes #bread #Home #baking; without duplicates, ignoring case. */
export function parseHashtags(typed: string): string[] {
  const tags = new Map<string, string>();
  for (const word of typed.split(/[\s,;]+/u)) {
    const name = word.replace(/^[#＃]+/u, '');
    if (name && !tags.has(name.toLowerCase())) tags.set(name.toLowerCase(), `#${name}`);
  }
  return [...tags.values()];
}

/** One sentence for each platform that rejects a text posted before: "X/Twitter refuses …". */
export function refusalsOfSameText(platforms: readonly Platform[]): string[] {
  return platforms.flatMap((platform) => {
    const what = platformOf(platform).refusesSameText;
    return what ? [`${platformLabel(platform)} ${what}. Change a few words for it.`] : [];
  });
}
