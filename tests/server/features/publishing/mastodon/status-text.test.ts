import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparableText } from '../../../../../server/features/publishing/platforms/mastodon/status-text.ts';
import { textOfHtml } from '../../../../../shared/web/html-text.ts';
import { htmlOf } from '../../../../helpers/mastodon/status-html.ts';
import { accountNamed, newWorld } from '../../../../helpers/mastodon/world.ts';

const world = newWorld({ now: () => 0, domain: 'mastodon.example' });
world.origin = 'https://mastodon.example';
world.knownElsewhere.push('bob@elsewhere.example');
accountNamed(world, 'ada');

function isSame(text: string, html: string): boolean {
  return comparableText(textOfHtml(html)) === comparableText(text);
}

describe('a text and what the server makes of it', () => {
  it.each([
    'Plain words',
    'Two\nlines and\n\n\n\na paragraph  with  blanks \n',
    `https://www.example.com/${'long/'.repeat(20)}?a=1&b=2#c, and http://a.example.`,
    'With @ada, @bob@elsewhere.example. And @nobody@nowhere.example!',
    'Ends with @Bob@elsewhere.example.',
    'Mail ada@mastodon.example about #Café and #2026goals',
    '<b>"Tom" & \'Jerry\'</b> &amp; :blobcat: 1 < 2',
    'Cafe\u0301 👩‍👩‍👧 \u200bZero',
    '',
  ])('are the same: %s', (text) => {
    expect(isSame(text, htmlOf(world, text))).toBe(true);
  });

  it('are the same for any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('@ada', '@bob@elsewhere.example', 'https://example.com/a/b', '#tag', '\n\n', ' ', '&lt;', '<p>'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join(' ');
        expect(isSame(text, htmlOf(world, text))).toBe(true);
      }),
    );
  });

  it('are the same in another normal form, and with a name as its owner writes it', () => {
    expect(isSame('Café', '<p>Cafe\u0301</p>')).toBe(true);
    expect(isSame('@BOB@elsewhere.example', htmlOf(world, '@bob@elsewhere.example'))).toBe(true);
  });

  it('differ from other texts', () => {
    expect(isSame('Two words', htmlOf(world, 'Two more words'))).toBe(false);
    expect(isSame('https://example.com/a', htmlOf(world, 'https://example.com/b'))).toBe(false);
    expect(isSame('', htmlOf(world, 'Words'))).toBe(false);
  });

  it('are read from hostile HTML in no time', () => {
    const began = performance.now();
    textOfHtml('<'.repeat(4_000_000));
    comparableText(textOfHtml('&'.repeat(4_000_000)));
    comparableText(`@${'a.'.repeat(100_000)}@${'b.'.repeat(100_000)}`);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
