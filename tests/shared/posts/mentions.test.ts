import { expect, it } from 'vitest';
import { foreignMentions } from '../../../shared/posts/mentions.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';

it.each([
  ['bluesky', '@ada.bsky.social, @bo and @bo@mastodon.example', [['@bo@mastodon.example', 'mastodon', null]]],
  ['mastodon', '@bo@mastodon.example and @ada.bsky.social', [['@ada.bsky.social', 'bluesky', null]]],
  ['twitter', 'By @jay.bsky.team!', [['@jay.bsky.team', 'bluesky', '@jay']]],
  ['twitter', '(@bo@mastodon.example)', [['@bo@mastodon.example', 'mastodon', null]]],
  ['linkedin', '@ada.bsky.social', [['@ada.bsky.social', 'bluesky', null]]],
  ['threads', '@bo@mastodon.example', [['@bo@mastodon.example', 'mastodon', '@bo']]],
  // Names on Instagram may contain dots.
  ['instagram', 'With @bakery.co and @ada.bsky.social', [['@ada.bsky.social', 'bluesky', null]]],
  ['twitter', 'Thanks, @ada.It was. Write to ada@mastodon.example or @ada', []],
] satisfies [Platform, string, [string, Platform, string | null][]][])(
  'in a text for %s: %s',
  (platform, text, found) => {
    expect(foreignMentions(platform, text).map(({ shown, home, becomes }) => [shown, home, becomes])).toEqual(found);
    for (const { start, end, shown } of foreignMentions(platform, text)) expect(text.slice(start, end)).toBe(shown);
  },
);
