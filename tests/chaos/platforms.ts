import { setTimeout as delay } from 'node:timers/promises';
import type { Connected } from '../../server/features/publishing/publisher.ts';
import type { Platform } from '../../shared/posts/platforms.ts';
import {
  CONTRACT_PLATFORMS,
  type ContractPlatform,
  type Surroundings,
} from '../helpers/publishing/contract-platforms.ts';
import { type Fault, send } from '../helpers/publishing/imitation.ts';
import { steppedCalls } from '../helpers/publishing/platform-sessions.ts';

/** What a post has beside its words. */
export type Shape = 'text' | 'picture' | 'video';

/** A platform that is made to fail by chance, until it is calm, and its account. */
export type ChaosPlatform = Pick<ContractPlatform, 'server' | 'origin' | 'apis' | 'defaults' | 'publicMediaUrl'> & {
  platform: Platform;
  /** What connecting keeps. */
  connected: Connected;
  /** What posts there may be. */
  shapes: readonly Shape[];
  /** The texts that stand there: of posts, of all parts of threads, and of first comments. */
  texts: () => string[];
  trouble(chance: () => number): void;
  calm(): void;
};

const SHAPES: Record<ContractPlatform['media'], readonly Shape[]> = {
  none: ['text', 'picture'],
  picture: ['picture'],
  video: ['video'],
};
/** Longer than a lease, by the clock of chaos: for Bluesky, which takes a record that comes late for the one it has. */
const LATE_MS = 4_500;

/** What goes wrong with a call that makes a post. */
const CUTS: readonly Fault[] = [
  { when: 'after', answer: 'cut' },
  { when: 'before', answer: 'cut' },
];
const BROKEN: readonly Fault[] = [
  { when: 'after', answer: { status: 500 } },
  { when: 'before', answer: { status: 503 } },
];
/** Where a limit says in seconds when it ends: others hold an account up for a quarter of an hour of the clock. */
const LIMITING: Platform[] = ['bluesky', 'mastodon'];
const LIMITED: Fault = { when: 'before', answer: { status: 429, headers: { 'retry-after': '90' } } };
const LATE: Fault = async (_, response, next) => {
  await delay(LATE_MS);
  const reply = await next();
  if (!response.destroyed) send(response, reply);
};
/** Reading back goes wrong, too. */
const UNREAD: Fault = { when: 'before', answer: { status: 502 } };

/** A platform on loopback, with the clock that it shares with the agents, in milliseconds since 1970. */
export async function startPlatform(
  platform: Platform,
  now: () => number,
  surroundings: Surroundings = {},
): Promise<ChaosPlatform> {
  const there: ContractPlatform = await CONTRACT_PLATFORMS[platform](now, surroundings);
  const { server, origin, apis, routes, media, defaults, publicMediaUrl } = there;
  return {
    server,
    origin,
    apis,
    defaults,
    publicMediaUrl,
    platform,
    connected: await there.connect(steppedCalls(now()).calls),
    shapes: SHAPES[media],
    texts: () => [...there.posts(), ...there.comments()],
    trouble(chance) {
      if (chance() < 0.1) return server.breakConnections();
      // TikTok takes a video in chunks, and says nothing of the last one but whether it arrived.
      const limits = LIMITING.includes(platform) ? [LIMITED] : [];
      const more = platform === 'tiktok' ? [] : [...BROKEN, ...limits];
      const late = platform === 'bluesky' && chance() < 0.2 ? [LATE] : [];
      server.fail(routes.make, ...[...CUTS, ...more].filter(() => chance() < 0.4), ...late);
      if (routes.look && chance() < 0.2) server.fail(routes.look, UNREAD);
    },
    calm() {
      for (const route of [routes.make, routes.look]) if (route) server.fail(route);
    },
  };
}
