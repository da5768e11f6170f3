import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FittedItem, frameOf, heldWithin, shapedSize, shapesOf } from '../../../shared/publishing/picture-fit.ts';

const item = (width: number, height: number, more: Partial<FittedItem> = {}): FittedItem => ({
  kind: 'image',
  size: { width, height },
  ...more,
});
const LIMITS = { min: 4 / 5, max: 1.91 };
const side = fc.integer({ min: 3, max: 20_000 });

describe('the shape of a picture on Instagram', () => {
  it.each([
    [1080, 1350],
    [1080, 566],
    [1000, 1000],
    [191, 100],
  ])('stays its own from 4:5 to 1.91:1: %i × %i', (width, height) =>
    expect(shapesOf('instagram', [item(width, height)])).toEqual([null]),
  );

  it.each([
    [1080, 1351],
    [1080, 565],
    [1080, 1440],
    [1080, 1920],
    [4000, 1000],
  ])('is made to fit without any slack: %i × %i', (width, height) => {
    for (const fit of ['crop', 'pad'] as const) {
      const [shape] = shapesOf('instagram', [item(width, height, { fit })]);
      const made = shape && shapedSize({ width, height }, shape);
      const ratio = (made?.width ?? 0) / (made?.height ?? 1);
      expect(ratio).toBeGreaterThanOrEqual(LIMITS.min);
      expect(ratio).toBeLessThanOrEqual(LIMITS.max);
      expect(fit === 'crop' ? made?.height === height || made?.width === width : true).toBe(true);
    }
    expect(shapesOf('instagram', [item(width, height)])).toMatchObject([{ how: 'crop', follows: false }]);
    expect(shapesOf('facebook', [item(width, height)])).toEqual([null]);
  });

  it('follows the first one of several, which a video may be, but for what nobody sees', () => {
    const shapes = shapesOf('instagram', [item(1080, 1920, { kind: 'video' }), item(1000, 1000), item(1080, 1349)]);
    expect(shapes).toMatchObject([null, { ratio: 0.8, follows: true }, null]);
    expect(shapesOf('instagram', [{ kind: 'image', size: null }, item(1, 3)])).toMatchObject([null, { ratio: 0.8 }]);
  });

  it('is that of the frame', () => {
    expect(frameOf('instagram', [item(1080, 1920)])).toBe(0.8);
    expect(frameOf('instagram', [item(1000, 1000), item(1080, 1920)])).toBe(1);
    expect(frameOf('instagram', [{ kind: 'image', size: null }])).toBeNull();
    expect(frameOf('mastodon', [item(1080, 1920)])).toBeNull();
  });
});

it('whatever the sizes, what comes out is within the limits, and a part or an extension of the picture', () =>
  fc.assert(
    fc.property(side, side, side, side, fc.constantFrom('crop' as const, 'pad' as const), (w, h, fw, fh, fit) => {
      const [, shape] = shapesOf('instagram', [item(fw, fh), item(w, h, { fit })]);
      if (!shape) return;
      const made = shapedSize({ width: w, height: h }, shape);
      expect(made.width / made.height).toBeGreaterThanOrEqual(LIMITS.min);
      expect(made.width / made.height).toBeLessThanOrEqual(LIMITS.max);
      if (fit === 'crop') expect([made.width <= w, made.height <= h]).toEqual([true, true]);
      else expect([made.width >= w, made.height >= h]).toEqual([true, true]);
      const smaller = heldWithin({ width: Math.ceil(made.width / 3), height: Math.ceil(made.height / 3) }, LIMITS);
      expect(smaller.width / smaller.height).toBeGreaterThanOrEqual(LIMITS.min);
      expect(smaller.width / smaller.height).toBeLessThanOrEqual(LIMITS.max);
    }),
    { numRuns: 2000 },
  ));
