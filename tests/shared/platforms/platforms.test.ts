import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PlatformDescriptor } from '../../../shared/platforms/descriptor.ts';
import { PLATFORM_IDS, PLATFORMS } from '../../../shared/posts/platforms.ts';

const ROOMS = new URL('../../../shared/platforms/', import.meta.url);

/** What an account that is good for several others is asked for next, which is no field of a way. */
const CHOSEN_NEXT = ['page'];

it('every room of shared/platforms is in the list, once', () => {
  const rooms = readdirSync(ROOMS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(new Set(PLATFORM_IDS).size).toBe(PLATFORM_IDS.length);
  expect(PLATFORMS).toHaveLength(rooms.length);
});

it('no name means two platforms', () => {
  const names = PLATFORMS.flatMap(({ id, alsoCalled }) => [id, ...alsoCalled]);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

describe.each(PLATFORMS.map((platform): [string, PlatformDescriptor] => [platform.label, platform]))(
  '%s',
  (_, platform) => {
    it('asks in its guide for what its schemas take', async () => {
      const { guide } = await platform.guide();
      for (const { kind, fields } of guide.ways) {
        const taken = Object.entries((kind === 'entry' ? platform.entry : platform.signIn)?.shape ?? {});
        expect(taken.map(([name]) => name)).toEqual(
          expect.arrayContaining(['platform', ...fields.map(({ name }) => name)]),
        );
        const asked = fields.filter(({ isOptional, options }) => !isOptional && !options).map(({ name }) => name);
        const needed = taken.flatMap(([name, schema]) => (schema.safeParse(undefined).success ? [] : name));
        expect(asked.sort()).toEqual(needed.filter((name) => name !== 'platform').sort());
      }
      const kinds = new Set(guide.ways.map(({ kind }) => kind));
      expect([kinds.has('entry'), kinds.has('sign-in')]).toEqual([!!platform.entry, !!platform.signIn]);
      const fields = guide.ways.flatMap((way) => way.fields.map(({ name }) => name));
      const known = [platform.entry, platform.signIn].flatMap((schema) => Object.keys(schema?.shape ?? {}));
      expect(known.filter((name) => ![...fields, ...CHOSEN_NEXT, 'platform'].includes(name))).toEqual([]);
    });

    it('has everything in its guide that is pasted elsewhere, to be copied', async () => {
      const { guide } = await platform.guide();
      for (const { steps } of guide.ways) {
        let read = '';
        for (const { text, copy = [] } of steps) {
          read += text;
          for (const value of copy) expect(read).toContain(value);
          expect(copy).toEqual(expect.arrayContaining(text.match(/http:\S+/g) ?? []));
        }
      }
    });

    it('is named as it is in what people enter', () => {
      for (const schema of [platform.entry, platform.signIn])
        if (schema) expect(schema.shape.platform?.safeParse(platform.id).success).toBe(true);
    });

    it('has a mark that lies within its square', () => {
      const { lines = [], filled = [] } = platform.look.mark;
      expect(lines.length + filled.length).toBeGreaterThan(0);
      for (const path of [...lines, ...filled]) expect(path).toMatch(/^[Mm][\d.]+[ ][\d.]+[a-zA-Z\d. -]*$/);
    });
  },
);
