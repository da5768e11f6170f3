import { inflateSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import { drawCard } from '../../../../server/generation/cards/draw-card.ts';
import type { Brand } from '../../../../shared/pictures/brand.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { openGenerationWorkspace, plainWriter } from '../generation-workspace.ts';

const GREEN: Brand = { brand_color: '#0a7d5a', brand_handle: '@bread.daily' };

const workspace = ofFile(() => openGenerationWorkspace());
beforeEach(() => workspace.reset());

const save = (brand: Partial<Brand>) => workspace.member.from('app_settings').insert(brand);

it('draws the pictures of a run in the colour of the settings', async () => {
  await workspace.addProject({ posts_per_day: 1 });
  expect((await save(GREEN)).error).toBeNull();
  expect(await workspace.generate({ drawCard, writer: plainWriter(2) })).toMatchObject({ created: 1 });
  // The last card of a carousel is in the accent colour, except that of the dark headline, whose first card is.
  for (const post of await workspace.posts()) {
    expect(await Promise.all(post.media.map(({ path }) => cornerOf(path)))).toContain(GREEN.brand_color);
  }
});

it.each([
  { brand_color: '#0A7D5A' },
  { brand_color: 'green' },
  { brand_color: '#0a7d5' },
  { brand_handle: '  ' },
  { brand_handle: 'a'.repeat(41) },
])('the database refuses %j', async (brand) => expect((await save(brand)).error?.code).toBe('23514'));

/** The colour of a picture's lower left corner, `#rrggbb`. */
async function cornerOf(path: string): Promise<string> {
  const { data, error } = await workspace.member.storage.from('media-assets').download(path);
  if (error) throw error;
  const png = Buffer.from(await data.arrayBuffer());
  const start = png.indexOf('IDAT') + 'IDAT'.length;
  const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
  const lastRow = rows.length - (1 + 4 * png.readUInt32BE(16));
  return `#${rows.toString('hex', lastRow + 1, lastRow + 4)}`;
}
