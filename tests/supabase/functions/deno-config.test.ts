import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const folder = new URL('supabase/functions/auto-generate-content/', root);

const { imports } = await readJson<{ imports: Record<string, string> }>(new URL('deno.json', folder));
type Versions = Record<string, string>;
const manifest = await readJson<{ dependencies: Versions; devDependencies: Versions }>(new URL('package.json', root));
/** What the build bundles is a development dependency. */
const versions: Versions = { ...manifest.devDependencies, ...manifest.dependencies };

describe('deno.json of auto-generate-content', () => {
  it('names every package that the function, the generation and shared import', async () => {
    const used = new Set<string>();
    for (const directory of [folder, new URL('server/generation/', root), new URL('shared/', root)]) {
      for (const file of await readdir(directory, { recursive: true })) {
        if (!file.endsWith('.ts')) continue;
        const source = await readFile(new URL(file, directory), 'utf8');
        for (const [, name] of source.matchAll(/from '((?:@[\w-]+\/)?\w[\w.-]*)[^':]*';/g)) if (name) used.add(name);
      }
    }
    expect([...used].filter((name) => !(name in imports))).toEqual([]);
  });

  it('takes the same versions as Node does', () => {
    // A name that ends in a slash stands for the package's files.
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
