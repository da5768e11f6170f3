import { blueskyPublisher } from './platforms/bluesky/publisher.ts';
import { mastodonPublisher } from './platforms/mastodon/publisher.ts';
import type { Publisher } from './publisher.ts';

/** How posts go to the platforms. */
export const PUBLISHERS: readonly Publisher[] = [blueskyPublisher, mastodonPublisher];
