import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MIGRATIONS, platformMigration } from '../../build/platform-lists.ts';
import { PLATFORMS } from '../../shared/posts/platforms.ts';

const root = new URL(`../../${MIGRATIONS}/`, import.meta.url);
const migrations = Object.fromEntries(
  readdirSync(root)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => [name, readFileSync(new URL(name, root), 'utf8')]),
);
const [some] = PLATFORMS;

it('the database has the platforms of the list; otherwise run `npm run platforms`', () =>
  expect(platformMigration(migrations, PLATFORMS)).toBeNull());

it('a ninth platform is added by a migration after the last, and by no second one', () => {
  const platforms = [...PLATFORMS, { id: 'ninth', limits: some.limits }];
  const migration = platformMigration(migrations, platforms);
  expect(migration?.text).toMatch(/'bluesky', .*, 'ninth'\]/);
  expect(migration?.text).not.toContain('are_video_platforms');
  expect([...Object.keys(migrations), migration?.file].sort().at(-1)).toBe(migration?.file);
  expect(platformMigration({ ...migrations, [migration?.file ?? '']: migration?.text ?? '' }, platforms)).toBeNull();
});

it('one that takes videos alone is in both lists', () => {
  const ninth = { id: 'ninth', limits: { ...some.limits, pictures: 0 } };
  expect(platformMigration(migrations, [...PLATFORMS, ninth])?.text).toContain("'youtube_shorts', 'ninth']");
});
