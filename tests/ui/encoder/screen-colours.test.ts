import { expect, test } from 'vitest';
import { withScreenColours } from '../../../ui/encoder/screen-colours.ts';

/** Chrome's H.264 settings for a 1080 x 1920 canvas, which declare the primaries, transfer and matrix of NTSC. */
const CHROME = '01640c28ffe1001467640c28ac18d0088078f2f3506060607844235001000468ce3c80';
const OURS = '01640c28ffe1001467640c28ac18d0088078f2f3501010607844235001000468ce3c80';

const configOf = (hex: string, name: 'smpte170m' | 'bt709') => ({
  codec: 'avc1.640c28',
  description: new Uint8Array(Buffer.from(hex, 'hex')),
  colorSpace: { primaries: name, transfer: name, matrix: name, fullRange: false },
});

test('a video says that its colours are those of the screen, turned by the matrix that Chrome uses', () => {
  const config = configOf(CHROME, 'smpte170m');
  const { description, colorSpace } = withScreenColours(config);
  expect(Buffer.from(description as Uint8Array).toString('hex')).toBe(OURS);
  expect(colorSpace).toEqual({ primaries: 'bt709', transfer: 'bt709', matrix: 'smpte170m', fullRange: false });
  // The browser's own object is not modified.
  expect(config).toEqual(configOf(CHROME, 'smpte170m'));
});

test.each([
  ['says something else', configOf(OURS, 'bt709')],
  ['says it twice', configOf(CHROME.replace('88078f2f3', '060606007'), 'smpte170m')],
  ['says nothing', { codec: 'avc1.640c28' }],
])('settings of a browser that %s stay as they are', (_, config) => {
  expect(withScreenColours(config)).toBe(config);
});
