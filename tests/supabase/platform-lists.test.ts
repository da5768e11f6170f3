import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
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

const repository = new URL('../../', import.meta.url);
const folder = new URL('supabase/functions/auto-generate-content/', repository);

const { imports } = await readJson<{ imports: Record<string, string> }>(new URL('deno.json', folder));
type Versions = Record<string, string>;
const manifest = await readJson<{ dependencies: Versions; devDependencies: Versions }>(
  new URL('package.json', repository),
);
/** Includes development dependencies, because the build bundles packages. */
const versions: Versions = { ...manifest.devDependencies, ...manifest.dependencies };

describe('deno.json of auto-generate-content', () => {
  it('names every package that the function, the generation and shared import', async () => {
    const used = new Set<string>();
    for (const directory of [folder, new URL('server/generation/', repository), new URL('shared/', repository)]) {
      for (const file of await readdir(directory, { recursive: true })) {
        if (!file.endsWith('.ts')) continue;
        const source = await readFile(new URL(file, directory), 'utf8');
        for (const [, name] of source.matchAll(/from '((?:@[\w-]+\/)?\w[\w.-]*)[^':]*';/g)) if (name) used.add(name);
      }
    }
    expect([...used].filter((name) => !(name in imports))).toEqual([]);
  });

  it('takes the same versions as Node does', () => {
    // A name with a trailing slash maps to the package's files.
    const expected = Object.keys(imports).map((key) => {
      const name = key.replace(/\/$/, '');
      const version = `${name}@${versions[name]}`;
      return [key, name === key ? `npm:${version}` : `npm:/${version}/`];
    });
    expect(imports).toEqual(Object.fromEntries(expected));
  });
});

async function readJson<T>(file: URL): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8'));
}
