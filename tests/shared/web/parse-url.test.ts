import { expect, it } from 'vitest';
import { parseUrl } from '../../../shared/web/parse-url.ts';

it('takes letters beyond ASCII, however often it is asked', () => {
  const refused = Array.from({ length: 20_000 }, () => parseUrl('https://b\u00e4cker.de/br\u00f6tchen')).indexOf(null);
  expect(refused).toBe(-1);
  expect(parseUrl('br\u00f6tchen', 'https://e.com/a/')?.href).toBe('https://e.com/a/br%C3%B6tchen');
  expect(parseUrl('no address')).toBeNull();
});
