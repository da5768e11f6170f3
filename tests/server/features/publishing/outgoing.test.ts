import { expect, it } from 'vitest';
import { outgoingOf } from '../../../../server/features/publishing/outgoing.ts';
import type { PostContent } from '../../../../server/features/publishing/store.ts';
import type { OptionValues } from '../../../../shared/platforms/options.ts';
import { EMPTY_POST } from '../../../../shared/posts/compose.ts';

const media = [{ path: 'walk.mp4', url: '/walk.mp4', kind: 'video' as const }];
const sent = (own: OptionValues, defaults: OptionValues) => {
  const content: PostContent = {
    ...{ ...EMPTY_POST, id: '', media_url: null, caption: 'A walk', media },
    options: { youtube_shorts: own, bluesky: { title: 'Elsewhere' } },
  };
  const destination = { platform: 'youtube_shorts', accountId: null } as const;
  return outgoingOf(destination, content, '2026-11-22T09:00:00Z', { limits: {}, defaults }).options;
};

it("what goes out to an account has the post's options over the account's", () => {
  const defaults = { privacy: 'unlisted', category: 'howto', title: 'None' };
  expect(sent({ privacy: 'public', title: 'Bread' }, defaults)).toEqual({
    ...defaults,
    privacy: 'public',
    title: 'Bread',
  });
  expect(sent({}, {})).toBeUndefined();
});

it.each([
  [{ privacy: 'nobody' }, {}],
  [{}, { category: 'bread' }],
])('options that the platform does not take do not go out: %j over %j', (own, defaults) => {
  expect(() => sent(own, defaults)).toThrow(/ must be .*, not "/);
});

it('a story goes out without its first comment, and a warning shortens the parts of a thread', () => {
  const outgoing = (
    platform: 'facebook' | 'mastodon',
    own: OptionValues,
    caption: string,
    first_comment = 'Thanks',
  ) => {
    const content: PostContent = {
      ...{ ...EMPTY_POST, id: '', media_url: null, caption, first_comment },
      media: platform === 'facebook' ? media : [],
      options: { [platform]: own },
    };
    const settings = { limits: {}, defaults: {} };
    return outgoingOf({ platform, accountId: null }, content, '2026-11-22T09:00:00Z', settings).parts;
  };
  expect(outgoing('facebook', { format: 'story' }, 'A walk')).toEqual(['A walk']);
  expect(outgoing('facebook', {}, 'A walk')).toEqual(['A walk', 'Thanks']);
  expect(outgoing('facebook', {}, 'A walk', ' Thanks\n')).toEqual(['A walk', 'Thanks']);
  expect(() => outgoing('mastodon', {}, 'A walk', 'x'.repeat(501))).toThrow(
    'The first comment is too long. Shorten it.',
  );
  const parts = outgoing('mastodon', { contentWarning: 'x'.repeat(100) }, 'word '.repeat(99));
  expect(parts.map((part) => part.length <= 400)).toEqual([true, true, true]);
});

it('an account gets its own version, else that of its platform, else the main text', () => {
  const all = {
    ...{ ...EMPTY_POST, id: '', media_url: null, caption: 'Main' },
    alternatives: { bluesky: { caption: 'Bluesky', hashtags: [] } },
    account_versions: { ada: { caption: 'Mine', hashtags: ['#own'] } },
  };
  const textOf = (content: PostContent) =>
    outgoingOf({ platform: 'bluesky', accountId: 'ada' }, content, '2026-11-22T09:00:00Z', { limits: {}, defaults: {} })
      .parts;
  expect(textOf(all)).toEqual(['Mine\n\n#own']);
  expect(textOf({ ...all, account_versions: {} })).toEqual(['Bluesky']);
  expect(textOf({ ...all, account_versions: {}, alternatives: {} })).toEqual(['Main']);
});
