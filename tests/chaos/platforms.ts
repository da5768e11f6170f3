import type { Platform } from '../../shared/posts/platforms.ts';
import type { PlatformApiSettings } from '../../shared/publishing/platform-apis.ts';
import { bluesky, linkedin, mastodon, x } from './text-platforms.ts';
import { meta, tiktok, youtube } from './video-platforms.ts';

/** What a post has beside its words. */
export type Shape = 'text' | 'picture' | 'video';

/** An account of a platform: its log-in, what posts there may be, and the texts that stand there. */
export type ChaosAccount = {
  platform: Platform;
  server: string;
  secret: unknown;
  shapes: readonly Shape[];
  /** Those of posts, of all parts of threads, and of first comments. */
  texts: () => string[];
};

/** A platform that is made to fail by chance, until it is calm. */
export type ChaosPlatform = {
  accounts: ChaosAccount[];
  /** Where the agents find it. */
  apis: PlatformApiSettings;
  trouble(chance: () => number): void;
  calm(): void;
  close(): Promise<void>;
};

/** What the platforms of a run have in common. */
export type Surroundings = {
  /** The clock that they share with the agents, in milliseconds since 1970. */
  now: () => number;
  /** How long they process videos, in milliseconds of that clock; as long as each of them does where it is left out. */
  processingMs?: number;
  /** Where the agents find what listens at an address: there, or behind a server in between. */
  via: (origin: string) => Promise<string>;
  /** TikTok's mode: who sees the videos. */
  tiktokMode?: 'PUBLIC_TO_EVERYONE' | 'SELF_ONLY';
};

const STARTS: { platforms: readonly Platform[]; start: (surroundings: Surroundings) => Promise<ChaosPlatform> }[] = [
  { platforms: ['bluesky'], start: bluesky },
  { platforms: ['mastodon'], start: mastodon },
  { platforms: ['twitter'], start: x },
  { platforms: ['linkedin'], start: linkedin },
  { platforms: ['facebook', 'instagram'], start: meta },
  { platforms: ['youtube_shorts'], start: youtube },
  { platforms: ['tiktok'], start: tiktok },
];

/** Those platforms on loopback; Facebook and Instagram are one server. */
export function startPlatforms(surroundings: Surroundings, which: readonly Platform[]): Promise<ChaosPlatform[]> {
  const wanted = STARTS.filter(({ platforms }) => platforms.some((one) => which.includes(one)));
  return Promise.all(wanted.map(({ start }) => start(surroundings)));
}
