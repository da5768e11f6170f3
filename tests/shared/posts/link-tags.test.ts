import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mastodonLength } from '../../../shared/posts/grapheme-length.ts';
import { linksIn } from '../../../shared/posts/link-card.ts';
import { type LinkTags, type PostOrigin, taggingOf, withLinkTags } from '../../../shared/posts/link-tags.ts';
import { linkTagsChangeSchema } from '../../../shared/posts/link-tags-api.ts';
import { PLATFORM_IDS, type Platform } from '../../../shared/posts/platforms.ts';
import { addressesIn, xLength } from '../../../shared/posts/x-length.ts';

const on = (chosen: Partial<LinkTags> = {}, platform: Platform = 'bluesky', origin: PostOrigin = {}) =>
  taggingOf({ isOn: true, medium: '', ...chosen }, platform, origin);
const tagged = (text: string, chosen?: Partial<LinkTags>) => withLinkTags(text, on(chosen));
const TAG = 'utm_source=bluesky';

describe('the link as it will be sent', () => {
  it.each([
    ['Read https://e.com/a. Then', `Read https://e.com/a?${TAG}. Then`],
    ['(see https://e.com/a)', `(see https://e.com/a?${TAG})`],
    ['https://e.com/a_(b)', `https://e.com/a_(b)?${TAG}`],
    ['https://e.com/a?b=1&c=2#d', `https://e.com/a?b=1&c=2&${TAG}#d`],
    ['https://e.com/#/route?x=1', `https://e.com/?${TAG}#/route?x=1`],
    ['Seen https://e.com/?', `Seen https://e.com/?${TAG}?`],
    ['https://bäcker.de/brot', `https://bäcker.de/brot?${TAG}`],
    ['https://xn--bcker-gra.de:8443/', `https://xn--bcker-gra.de:8443/?${TAG}`],
  ])('%s becomes %s', (text, sent) => expect(tagged(text)).toBe(sent));

  it.each([
    ['tagged by the person', 'https://e.com/a?utm_source=mail'],
    ['a bare name', 'example.com/a'],
    ["the platforms' own", 'https://x.com/ada https://youtu.be/a https://m.facebook.com/b https://bsky.app/profile/c'],
    ['a post on a Mastodon server', 'https://mastodon.example.org/@ada/1234'],
    ['an end that platforms see in different places', 'https://e.com/これは'],
    ['no web address', 'ftp://e.com/a mailto:a@e.com https://localhost/a'],
  ])('stays as it is where it is %s', (_, text) => expect(tagged(text)).toBe(text));

  it("is only the person's own sites where they named them, in any spelling", () => {
    const domains = linkTagsChangeSchema.parse({ domains: ['https://www.Bäcker.de/shop', 'e.com'] }).domains ?? [];
    expect(domains).toEqual(['xn--bcker-gra.de', 'e.com']);
    expect(tagged('https://shop.bäcker.de https://note.com https://notme.com', { domains })).toBe(
      `https://shop.bäcker.de/?${TAG} https://note.com https://notme.com`,
    );
    expect(linkTagsChangeSchema.safeParse({ domains: ['not a site'] }).success).toBe(false);
  });

  it('names the platform, the medium and the campaign, which may be that of the project or template', () => {
    const sent = (campaign: string) =>
      withLinkTags(
        'https://e.com/',
        on({ medium: 'social', campaign }, 'twitter', { content_projects: { niche_name: 'Brot & Butter!' } }),
      );
    expect(sent('{project}')).toBe('https://e.com/?utm_source=x&utm_medium=social&utm_campaign=brot-butter');
    expect(sent('Spring_{template}')).toContain('utm_campaign=Spring');
    expect(sent('a (b)!')).toContain('utm_campaign=a%20%28b%29%21');
    expect(withLinkTags('https://e.com/', on({ sources: { bluesky: 'bsky' } }))).toBe('https://e.com/?utm_source=bsky');
    expect(PLATFORM_IDS.map((platform) => on({}, platform)?.parameters[0])).toContain('utm_source=youtube');
  });

  it('is a link on Bluesky too, and its card is found', () => {
    expect(linksIn(tagged('See https://e.com/a.'))).toEqual([`https://e.com/a?${TAG}`]);
  });

  const part = fc.string({ maxLength: 6 });
  const path = fc.webUrl({ withQueryParameters: true, withFragments: true });
  const word = fc.oneof(part, path, fc.constantFrom('(', ')', ' ', ' ', '\n', '. ', '"'));
  const texts = fc.array(word, { maxLength: 12 }).map((words) => words.join(''));

  it('loses nothing of any text, adds to whole links only, and does so once', () => {
    fc.assert(
      fc.property(texts, part, (text, campaign) => {
        const tagging = on({ campaign, medium: 'social' });
        const sent = withLinkTags(text, tagging);
        expect(withLinkTags(sent, tagging)).toBe(sent);
        expect(isWithin(text, sent)).toBe(true);
        const [before, after] = [text, sent].map((one) =>
          addressesIn(one).map(({ start, end }) => one.slice(start, end)),
        );
        expect(after).toHaveLength(before?.length ?? 0);
        for (const [place, link] of (after ?? []).entries()) {
          const was = before?.[place] ?? '';
          if (link === was) continue;
          const [now, then] = [new URL(link), new URL(was)];
          expect([now.host, now.pathname, now.hash]).toEqual([then.host, then.pathname, then.hash]);
          expect(now.searchParams.get('utm_source')).toBe('bluesky');
          for (const [name, value] of then.searchParams) expect(now.searchParams.getAll(name)).toContain(value);
        }
        expect([xLength(sent), mastodonLength(sent)]).toEqual([xLength(text), mastodonLength(text)]);
      }),
    );
  });
});

/** Whether removing characters from `other` can leave `one`. */
function isWithin(one: string, other: string): boolean {
  let place = 0;
  for (const sign of other) if (one.startsWith(sign, place)) place += sign.length;
  return place === one.length;
}
