import { describe, expect, it } from 'vitest';
import { numberIn, type OwnPages } from '../../../../../server/features/publishing/own-pages/own-pages.ts';
import { instagramOwnPages } from '../../../../../server/features/publishing/platforms/instagram/own-pages.ts';
import { tiktokOwnPages } from '../../../../../server/features/publishing/platforms/tiktok/own-pages.ts';
import { xOwnPages } from '../../../../../server/features/publishing/platforms/x/own-pages.ts';
import { instagramPage, tiktokPage, tiktokProfile, xLabels, xProfile } from '../../../../helpers/own-pages.ts';

describe('the number of a label', () => {
  it.each([
    ['1204 Likes. Like', 1204],
    ['0 Replies. Reply', 0],
    ['1,204 Likes', 1204],
    ['1.204.900 Me gusta', 1_204_900],
    ['12\u202f345 J’aime', 12_345],
    ['Wiedergaben: 7', 7],
    ['1.2K Likes', null],
    ['12K', null],
    ['3 Mio. Aufrufe', null],
    ['12 mil Me gusta', null],
    ['1.2万', null],
    ['12,3 Likes', null],
    ['5 replies, 2 reposts', null],
    ['١٢٣ إعجاب', null],
    ['Like', null],
    ['9'.repeat(40), null],
  ])('in %j is %s', (label, number) => expect(numberIn(label)).toBe(number));
});

const page = (scripts: string[], labels: Record<string, string> = {}) => ({ scripts, labels });

describe('the page of a post', () => {
  it.each<[string, OwnPages, string, Parameters<OwnPages['readPost']>[0], unknown]>([
    [
      'of TikTok',
      tiktokOwnPages,
      '71',
      page([tiktokPage('71', 900)]),
      { impressions: 900, likes: 30, comments: 4, shares: 2, saves: 1 },
    ],
    ['of TikTok, deleted', tiktokOwnPages, '71', page([tiktokPage(null)]), 'gone'],
    ['of another video', tiktokOwnPages, '71', page([tiktokPage('72', 900)]), null],
    [
      'of Instagram',
      instagramOwnPages,
      'Cabc12',
      page(['{', instagramPage('Cabc12')]),
      { likes: 12, comments: 3, impressions: 90 },
    ],
    [
      'whose likes are hidden',
      instagramOwnPages,
      'Cabc12',
      page([instagramPage('Cabc12', { like_and_view_counts_disabled: true })]),
      { comments: 3 },
    ],
    [
      'with a number that is none',
      instagramOwnPages,
      'Cabc12',
      page([instagramPage('Cabc12', { like_count: '12', comment_count: -1 })]),
      { impressions: 90 },
    ],
    ['of another post', instagramOwnPages, 'Cabc12', page([instagramPage('Cother')]), null],
    ['of X', xOwnPages, '55', page([], xLabels('55')), { impressions: 1204, comments: 0, shares: 2, likes: 40 }],
    ['of X, somebody else’s', xOwnPages, '55', page([], xLabels('56')), null],
    ['of no such form', tiktokOwnPages, '71', page(['[]']), null],
    ['that is nothing at all', instagramOwnPages, 'Cabc12', page([]), null],
  ])('%s', (_name, pages, id, seen, figures) => expect(pages.readPost(seen, id)).toEqual(figures));

  it('is not searched without end', () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    expect(instagramOwnPages.readPost(page([deep]), 'Cabc12')).toBeNull();
  });

  it.each([
    ['https://www.instagram.com/p/Cabc12/?img_index=1', instagramOwnPages, 'Cabc12'],
    ['https://www.instagram.com/ada.bakes/reel/Cabc12/', instagramOwnPages, 'Cabc12'],
    ['https://www.instagram.com/ada.bakes/', instagramOwnPages, null],
    ['https://instagram.com.example/p/Cabc12/', instagramOwnPages, null],
    ['https://www.tiktok.com/@ada.bakes/video/71', tiktokOwnPages, '71'],
    ['https://vm.tiktok.com/ZM12/', tiktokOwnPages, null],
    ['https://x.com/ada/status/55', xOwnPages, '55'],
    ['https://x.com/ada/status/55/photo/1', xOwnPages, null],
    ['https://notx.com/ada/status/55', xOwnPages, null],
  ])('%s is of %#', (address, pages, id) => expect(pages.postId(new URL(address))).toBe(id));
});

it('the page of a profile says how many follow exactly this account', () => {
  const [tiktok, x] = [new URL('https://www.tiktok.com/@ada'), new URL('https://x.com/ada')];
  expect(tiktokOwnPages.profile?.readFollowers(page([tiktokProfile('Ada', 345)]), tiktok)).toBe(345);
  expect(tiktokOwnPages.profile?.readFollowers(page([tiktokProfile('eve', 345)]), tiktok)).toBeNull();
  expect(xOwnPages.profile?.readFollowers(page([xProfile('ada', 0)]), x)).toBe(0);
  expect(xOwnPages.profile?.readFollowers(page([xProfile('eve', 7)]), x)).toBeNull();
});
