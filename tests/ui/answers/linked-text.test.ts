import { describe, expect, it } from 'vitest';
import { linkedParts } from '@/features/answers/conversation/linked-text.tsx';

const linksIn = (text: string) => linkedParts(text).flatMap(({ text: part, href }) => (href === null ? [] : [part]));

describe('a text of somebody else', () => {
  it.each([
    [
      '(https://bread.example) and http://flour.example/a?b=c#d!',
      ['https://bread.example', 'http://flour.example/a?b=c#d'],
    ],
    ['https://wiki.example/Rye_(bread)', ['https://wiki.example/Rye_(bread)']],
    ['HTTPS://BREAD.EXAMPLE', ['HTTPS://BREAD.EXAMPLE']],
    ['javascript:alert(1) data:text/html,x bread.example <a href="https://a.example">', ['https://a.example']],
    ['https://', []],
  ])('%j has links to %j', (text, links) => {
    expect(linksIn(text)).toEqual(links);
    expect(
      linkedParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('is read in one pass, however long it is', () => {
    expect(linksIn('https://a.example/)'.repeat(5_000))).toHaveLength(1);
  });
});
