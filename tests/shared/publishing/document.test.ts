import { describe, expect, it } from 'vitest';
import { documentTitle, goesAsDocument } from '../../../shared/publishing/document.ts';

const CARD = { slide: { title: 'One' }, design: { style: 'paper', theme: 'light' } } as never;
const photo = { kind: 'image' } as const;
const slide = { ...photo, card: CARD };
const video = { kind: 'video' } as const;

describe('several pictures on LinkedIn', () => {
  it.each([
    ['drawn slides', [slide, slide], null, true],
    ['drawn slides that were chosen to stand beside each other', [slide, slide], false, false],
    ['photos', [photo, photo], null, false],
    ['photos that were chosen to be swiped through', [photo, photo], true, true],
    ['slides with a photo among them', [slide, photo], null, false],
    ['one slide', [slide], true, false],
    ['a video', [video], true, false],
    ['pictures with a video', [photo, video], true, false],
  ])('%s', (_, media, as_document, isDocument) => {
    expect(goesAsDocument('linkedin', { media, as_document })).toBe(isDocument);
    expect(goesAsDocument('facebook', { media, as_document })).toBe(false);
  });

  it.each([
    ['\n  Five tips \t for bread\nMore', 'Five tips for bread'],
    ['', 'Slides'],
    [
      'One Meta ad can carry a lot more than most people would ever put in it',
      'One Meta ad can carry a lot more than most people would…',
    ],
    ['x'.repeat(58), 'x'.repeat(58)],
    ['x'.repeat(59), `${'x'.repeat(57)}…`],
    ['🍞'.repeat(59), `${'🍞'.repeat(57)}…`],
  ])('have a title: %j', (text, title) => expect(documentTitle('linkedin', text)).toBe(title));
});
