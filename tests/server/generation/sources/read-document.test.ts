import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReadableSource } from '../../../../server/generation/post.ts';
import { SourceError } from '../../../../server/generation/sources/messages.ts';
import { readDocument } from '../../../../server/generation/sources/read-document.ts';
import { looksLikeFeed } from '../../../../server/generation/sources/read-feed.ts';
import { builtInWriter } from '../../../../server/generation/writers/built-in-writer.ts';
import { cleanText, withoutHashtagRow } from '../../../../server/generation/writers/model/clean-text.ts';
import { findPassage } from '../../../../server/generation/writers/model/passage.ts';
import { referencesIn } from '../../../../shared/posts/links-and-mentions.ts';
import { PLATFORM_IDS } from '../../../../shared/posts/platforms.ts';
import { xLength } from '../../../../shared/posts/x-length.ts';
import { everyNth, isFull } from '../../../helpers/depth.ts';
import { readable, writeRequest } from '../writing.ts';
import { HOSTILE_DOCUMENTS, type HostileDocument, READABLE_DOCUMENTS } from './hostile-documents.ts';

/**
 * These tests fail by this timeout: anything slower than linear takes hours, and the rest takes seconds on any machine.
 */
const PATIENCE_MS = 120_000;
const url = 'https://source.example/page';
const READ = /Bread needs time|Flour, and water/;
/** The documents from which posts are also written. They are made to be hard to read, not to write from. */
const WRITTEN = everyNth(Object.keys(HOSTILE_DOCUMENTS), 12);

function read({ type, text }: HostileDocument): ReadableSource | string {
  const bytes = new TextEncoder().encode(text);
  try {
    return { ok: true, url, ...readDocument({ url, type, charset: 'utf-8', bytes, isCut: false }) };
  } catch (error) {
    return error instanceof SourceError ? error.reason : String(error);
  }
}

function expectBounded(source: ReadableSource): void {
  expect(source.text.length).toBeLessThanOrEqual(120_000);
  expect(source.title.length).toBeLessThanOrEqual(300);
  expect(source.picture?.length ?? 0).toBeLessThanOrEqual(2000);
  for (const heading of source.text.match(/^## .*/gm) ?? []) expect(heading.length).toBeLessThanOrEqual(310);
  expect(() => new Intl.Segmenter(source.language ?? 'en')).not.toThrow();
}

describe('hostile documents', () => {
  test.each(everyNth(Object.entries(HOSTILE_DOCUMENTS), 8))(
    '%s: its reader and its writers come to an end',
    async (name, document) => {
      const source = read(document);
      if (name in READABLE_DOCUMENTS) expect(source).toMatchObject({ text: expect.stringMatching(READ) });
      if (typeof source === 'string') return;
      expectBounded(source);
      if (!WRITTEN.includes(name)) return;
      await builtInWriter.write(writeRequest({ sources: [source], platforms: [...PLATFORM_IDS], count: 3 }));
      findPassage(source.text.slice(-500), source);
    },
    PATIENCE_MS,
  );

  test.runIf(isFull).each(['paragraphs for three'])(
    '%s: others on the thread have their turn while the built-in writer works',
    async (name) => {
      const source = read(HOSTILE_DOCUMENTS[name] as HostileDocument) as ReadableSource;
      const slices: number[] = [];
      let from = process.cpuUsage();
      let isWriting = true;
      const look = () => {
        const { user, system } = process.cpuUsage(from);
        slices.push(user + system);
        from = process.cpuUsage();
        if (isWriting) setImmediate(look);
      };
      setImmediate(look);
      await builtInWriter.write(writeRequest({ sources: [source], platforms: [...PLATFORM_IDS] }));
      isWriting = false;
      look();
      expect(slices.length).toBeGreaterThan(4);
      // At least one turn per 50 ms of CPU time. A quarter of the slices may be longer: the CPU time includes V8's
      // threads, which also collect the garbage of earlier test files.
      const short = slices.sort((one, other) => one - other).slice(0, Math.ceil(0.75 * slices.length));
      expect(short.reduce((sum, slice) => sum + slice, 0)).toBeLessThan(short.length * 50_000);
    },
    PATIENCE_MS,
  );

  const FRAGMENTS = [
    ...['<div>', '</div>', '<p>', '<p class="share">', '<li>', '<ol>', '</ol>', '<a href="x">', '</a>'],
    ...['<h1>', '<h2 id=ad>', '<table>', '<td>', '</table>', '<!--', '-->', '<!-- a -->', '<![CDATA[', ']]>'],
    ...['<?xml ?>', '<rss>', '<channel>', '<item>', '</item>', '<description>', '<script>', '</script>'],
    ...['<svg>', '<template>', '<br>', '<', '>', '"', '&', '&amp;', '&#x0;', '&#1114112;', ' ', '\n\n'],
    ...['\u0000', '\u0301', '😀', 'Bread needs time, and time is free. ', 'a.', '#', '@a', '“'],
    ...['<html lang="en_US">', '<html lang="???">', '<body>', '</body>', '<title>'],
    ...['<meta property="og:image" content="http://%">'],
  ];

  test('a page without the elements that every page has is read all the same', () => {
    const sentence = 'Bread needs time, and time is free for those who sleep while the dough rises. ';
    const page = `</body><div><div><p>${sentence.repeat(5)}</p></div></div>`;
    for (const text of [page, '</body><div><div>Bread needs time.', '<!--<body><html>', '<svg><body><html><div>']) {
      expect(String(read({ type: 'text/html', text }))).not.toContain('TypeError');
    }
  });

  test(
    'whatever a page is made of, reading it ends in bounded text or a reason',
    () => {
      const part = fc.tuple(fc.constantFrom(...FRAGMENTS), fc.integer({ min: 1, max: 400 }));
      const page = fc.array(part, { minLength: 1, maxLength: 40 });
      const types = fc.constantFrom('text/html', 'text/plain', 'application/xml');
      fc.assert(
        fc.property(page, types, (parts, type) => {
          const source = read({ type, text: parts.map(([text, times]) => text.repeat(times)).join('') });
          if (typeof source === 'string') expect(source).not.toMatch(/RangeError|TypeError/);
          else expectBounded(source);
        }),
        { numRuns: isFull ? 200 : 10 },
      );
    },
    PATIENCE_MS,
  );
});

describe('a feed that is longer than what is read of it', () => {
  const items = (tag: string, body: string) =>
    Array.from(
      { length: 3 },
      (_, n) => `<${tag}><title>Entry ${n}</title><${body}>Bread ${n} needs time.</${body}></${tag}>`,
    ).join('');
  test.each([
    ['RSS', `<rss version="2.0"><channel><title>Loaves</title>${items('item', 'description')}<item><title>Half an`],
    [
      'RDF',
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>Loaves</title></channel>${items('item', 'description')}<item rdf:ab`,
    ],
  ])('%s: its whole entries are read', (_, text) => {
    const bytes = new TextEncoder().encode(text);
    const read = readDocument({ url, type: 'application/xml', charset: 'utf-8', bytes, isCut: true });
    expect([read.title, read.text.match(/Bread \d/g)]).toEqual(['Loaves', ['Bread 0', 'Bread 1', 'Bread 2']]);
  });

  test('an address is kept only where a post may link to it', () => {
    const links = ['/loaf', 'javascript:alert(1)', 'mailto:a@example.com', '', `https://a.example/${'a'.repeat(3000)}`];
    const entries = links.map(
      (link, n) => `<item><title>E${n}</title><link>${link}</link><description>Bread.</description></item>`,
    );
    const bytes = new TextEncoder().encode(`<rss><channel><title>Loaves</title>${entries.join('')}</channel></rss>`);
    const read = readDocument({ url, type: 'application/xml', charset: 'utf-8', bytes, isCut: false });
    expect(read.entries).toEqual([{ heading: 'E0', url: new URL('/loaf', url).href }]);
  });

  test('without a whole entry it has nothing to read', () => {
    const bytes = new TextEncoder().encode('<rss><channel><title>Loaves</title><item><title>Half');
    expect(() => readDocument({ url, type: 'application/xml', charset: 'utf-8', bytes, isCut: true })).toThrow();
  });
});

test.each([
  ['<rss version="2.0">', true],
  ['\n <?xml version="1.0"?>\n<!-- a --> <!-- b --><?xml-stylesheet href="a"?><!DOCTYPE rss><RSS>', true],
  ['<?xml version="1.0"?><rdf:RDF>', true],
  ['<!-- <rss> --><html>', false],
  ['<rssfeed>', false],
])('what tells a feed %j: %s', (text, expected) => expect(looksLikeFeed(text)).toBe(expected));

describe('a model’s answer', () => {
  const kilobytes = isFull ? 120 : 20;
  const long = (part: string) => part.repeat((kilobytes * 1000) / part.length);

  test.each(['!', ' ', '**a ', '<a ', 'a.de/(', 'a.', '1. '])(
    `${kilobytes} kB of %j is cleaned and counted`,
    (part) => {
      const text = `${long(part)}x`;
      for (const work of [cleanText, withoutHashtagRow, referencesIn, xLength]) expect(work(text)).toBeDefined();
      findPassage(text, readable(text));
    },
    PATIENCE_MS,
  );

  test.each([
    ['Bread is good. #bread #baking', 'Bread is good.'],
    ['I like #bread very much.', 'I like #bread very much.'],
    ['Bread,#a #b', 'Bread,#a'],
  ])('%j without its row of hashtags is %j', (caption, expected) => expect(withoutHashtagRow(caption)).toBe(expected));
});
