import { z } from 'zod';
import { bluesky } from '../platforms/bluesky/platform.ts';
import type { PlatformDescriptor } from '../platforms/descriptor.ts';
import { discord } from '../platforms/discord/platform.ts';
import { facebook } from '../platforms/facebook/platform.ts';
import { instagram } from '../platforms/instagram/platform.ts';
import { linkedin } from '../platforms/linkedin/platform.ts';
import { mastodon } from '../platforms/mastodon/platform.ts';
import { pinterest } from '../platforms/pinterest/platform.ts';
import { telegram } from '../platforms/telegram/platform.ts';
import { threads } from '../platforms/threads/platform.ts';
import { tiktok } from '../platforms/tiktok/platform.ts';
import { x } from '../platforms/x/platform.ts';
import { youtube } from '../platforms/youtube/platform.ts';

/** The platforms in the order in which every screen shows them: the six of §3, then more. */
export const PLATFORMS = [
  instagram,
  facebook,
  tiktok,
  youtube,
  x,
  linkedin,
  bluesky,
  mastodon,
  threads,
  telegram,
  discord,
  pinterest,
] as const;

export const PLATFORM_IDS = PLATFORMS.map(({ id }) => id);

export const platformSchema = z.enum(PLATFORM_IDS);
export type Platform = z.infer<typeof platformSchema>;

/** A table by platform id, with a value computed from each platform's descriptor. */
export function tableOf<T>(of: (platform: PlatformDescriptor) => T): { readonly [platform in Platform]: T } {
  return Object.fromEntries(PLATFORMS.map((platform) => [platform.id, of(platform)])) as Record<Platform, T>;
}

const BY_ID = tableOf((platform) => platform);

export function platformOf(id: Platform): PlatformDescriptor {
  return BY_ID[id];
}

/** A platform's label for screens; an id from a newer database is returned unchanged. */
export function platformLabel(id: string): string {
  return PLATFORMS.find((platform) => platform.id === id)?.label ?? id;
}

/** A platform's name within a sentence. */
export function platformName(id: Platform): string {
  return platformOf(id).name ?? platformOf(id).label;
}

/** Whether the platform supports threads: a text as several posts, each a reply to the previous one. */
export function canThread(platform: Platform): boolean {
  return platformOf(platform).replies === 'thread';
}

/** The labels of the platforms that satisfy a condition, for a sentence: "Bluesky and LinkedIn". */
export function labelsOf(is: (platform: PlatformDescriptor) => unknown): string {
  const labels = PLATFORMS.filter(is)
    .map(({ label }) => label)
    .sort();
  return labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;
}
