import { type PlatformApiSettings, platformApi } from '../../../shared/publishing/platform-apis.ts';
import { blueskyPublisher } from './platforms/bluesky/publisher.ts';
import { discordPublisher } from './platforms/discord/publisher.ts';
import { facebookPublisher } from './platforms/facebook/publisher.ts';
import { instagramPublisher } from './platforms/instagram/publisher.ts';
import { createLinkedInPublisher } from './platforms/linkedin/publisher.ts';
import { mastodonPublisher } from './platforms/mastodon/publisher.ts';
import { pinterestPublisher } from './platforms/pinterest/publisher.ts';
import { telegramPublisher } from './platforms/telegram/publisher.ts';
import { threadsPublisher } from './platforms/threads/publisher.ts';
import { tiktokPublisher } from './platforms/tiktok/publisher.ts';
import { createXPublisher } from './platforms/x/publisher.ts';
import { youtubePublisher } from './platforms/youtube/publisher.ts';
import type { Publisher } from './publisher.ts';

/** The publishers of all platforms. `apis` has configured addresses and versions. */
export function publishersFor(apis: PlatformApiSettings = {}): readonly Publisher[] {
  const facebook = platformApi('facebook', apis);
  return [
    blueskyPublisher,
    mastodonPublisher,
    youtubePublisher(platformApi('youtube_shorts', apis)),
    tiktokPublisher(platformApi('tiktok', apis)),
    createXPublisher(platformApi('twitter', apis)),
    createLinkedInPublisher(platformApi('linkedin', apis)),
    facebookPublisher(facebook),
    instagramPublisher(platformApi('instagram', apis), facebook),
    threadsPublisher(platformApi('threads', apis)),
    telegramPublisher(platformApi('telegram', apis)),
    discordPublisher(platformApi('discord', apis)),
    pinterestPublisher(platformApi('pinterest', apis)),
  ];
}
