import { setTimeout as delay } from 'node:timers/promises';
import type { Connected, Publisher } from '../../server/features/publishing/publisher.ts';
import type { Platform } from '../../shared/posts/platforms.ts';
import {
  CONTRACT_PLATFORMS,
  type ContractPlatform,
  type Surroundings,
} from '../helpers/publishing/contract-platforms.ts';
import { type Fault, send } from '../helpers/publishing/imitation.ts';
import { steppedCalls } from '../helpers/publishing/platform-sessions.ts';

/** What a post has besides its text. */
export type Shape = 'text' | 'picture' | 'video';

/** A platform that fails at random until it is calmed, and its account. */
export type ChaosPlatform = Pick<ContractPlatform, 'server' | 'origin' | 'apis' | 'defaults' | 'publicMediaUrl'> & {
  platform: Platform;
  publisher: Publisher;
  write: ContractPlatform['write'];
  /** What connecting the account stores. */
  connected: Connected;
  /** The kinds of posts that it accepts. */
  shapes: readonly Shape[];
  /** The texts published there: of posts, of all parts of threads, and of first comments. */
  texts: () => string[];
  stories: () => number;
  /** How many calls that create a post had this value of a header. */
  madeWith(header: string, value: string): number;
  trouble(chance: () => number): void;
  calm(): void;
};

const SHAPES: Record<ContractPlatform['media'], readonly Shape[]> = {
  none: ['text', 'picture'],
  picture: ['picture'],
  video: ['video'],
};
/**
 * Longer than a lease, by the fast clock. Only for Bluesky, which treats a late record as the one that it already has.
 */
const LATE_MS = 4_500;

/** Failures of a call that creates a post. */
const CUTS: readonly Fault[] = [
  { when: 'after', answer: 'cut' },
  { when: 'before', answer: 'cut' },
];
const BROKEN: readonly Fault[] = [
  { when: 'after', answer: { status: 500 } },
  { when: 'before', answer: { status: 503 } },
];
/**
 * Platforms whose rate limit says in seconds when it ends; others block an account for a quarter of an hour of the
 * clock.
 */
const LIMITING: Platform[] = ['bluesky', 'mastodon'];
const LIMITED: Fault = { when: 'before', answer: { status: 429, headers: { 'retry-after': '90' } } };
const LATE: Fault = async (_, response, next) => {
  await delay(LATE_MS);
  const reply = await next();
  if (!response.destroyed) send(response, reply);
};
/** Reading back fails, too. */
const UNREAD: Fault = { when: 'before', answer: { status: 502 } };

/** A platform on loopback. It shares its clock with the agents: `now` is in milliseconds since 1970. */
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
    publisher: there.publisher,
    write: there.write,
    connected: await there.connect(steppedCalls(now()).calls),
    shapes: SHAPES[media],
    texts: () => [...there.posts(), ...there.comments()],
    stories: () => there.stories(),
    madeWith: (header, value) =>
      server.requests.filter(({ name, headers }) => name === routes.make && headers[header] === value).length,
    trouble(chance) {
      if (chance() < 0.1) return server.breakConnections();
      // TikTok receives a video in chunks, and only reports whether the last one arrived.
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
