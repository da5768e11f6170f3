import { describe, expect, test } from 'vitest';
import {
  LINK_DESCRIPTION_MAX_LENGTH,
  LINK_TITLE_MAX_LENGTH,
  linkWords,
} from '../../../../server/generation/sources/read-link.ts';
import { HOSTILE_DOCUMENTS } from './hostile-documents.ts';

const URL_OF_PAGE = 'https://www.example.com/posts/bread?x=1';
const wordsOf = (html: string) =>
  linkWords({
    url: URL_OF_PAGE,
    type: 'text/html',
    charset: 'utf-8',
    bytes: new TextEncoder().encode(html),
    isCut: false,
  });

describe('what a page says of itself', () => {
  test.each([
    [
      'Open Graph before the tags of X, and those before the page',
      '<title>T</title><meta name="description" content="D"><meta name="twitter:title" content="X"><meta property="og:title" content="OG"><meta property="og:description" content="OGD">',
      { title: 'OG', description: 'OGD', image: null },
    ],
    [
      'the title and description of the page',
      '<svg><title>Drawing</title></svg><title>\n A &amp; B\n</title><meta name="Description" content=" one\n two ">',
      { title: 'A & B', description: 'one two', image: null },
    ],
    ['the site, where it says nothing', '<p>Bread</p>', { title: 'example.com', description: '', image: null }],
    [
      'a picture by an address that begins at the page',
      '<title>T</title><meta property="og:image" content="../loaf.jpg">',
      { title: 'T', description: '', image: 'https://www.example.com/loaf.jpg' },
    ],
    [
      'what a database can hold',
      '<title>a&#0;b&#xD800;&#27;c</title>',
      { title: expect.stringMatching(/^a[^\0\p{Surrogate}\p{Cc}]+c$/u), description: '', image: null },
    ],
  ])('%s', (_, html, words) => expect(wordsOf(html)).toEqual(words));

  test.each([
    ...['javascript:alert(1)', 'data:image/png;base64,AAAA'],
    ...['http://[', `https://a.example/${'a'.repeat(3000)}`],
  ])('takes no picture from %.40s', (address) =>
    expect(wordsOf(`<title>T</title><meta property="og:image" content="${address}">`).image).toBeNull(),
  );

  const bombs = {
    ...Object.fromEntries(
      ['divs that never end', 'one attribute', 'an attribute that never ends', 'ampersands', 'CDATA in HTML'].map(
        (name) => [name, HOSTILE_DOCUMENTS[name]?.text ?? ''],
      ),
    ),
    'meta elements without end': '<meta property="og:title" content="a">'.repeat(30_000),
    'a title of 600 kB': `<meta property="og:title" content="${'\u{1F35E} '.repeat(120_000)}">`,
    'a description of blanks': `<meta name="description" content="${' '.repeat(600_000)}x">`,
  };
  test.each(Object.keys(bombs))('has an end, and a size, for %s', (name) => {
    const words = wordsOf(bombs[name as keyof typeof bombs] ?? '');
    expect(words.title.length).toBeGreaterThan(0);
    expect(words.title.length).toBeLessThanOrEqual(LINK_TITLE_MAX_LENGTH);
    expect(words.description.length).toBeLessThanOrEqual(LINK_DESCRIPTION_MAX_LENGTH);
    expect(`${words.title}${words.description}`).not.toMatch(/\p{Surrogate}/u);
  });
});
