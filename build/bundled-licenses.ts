import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];
type PackageJson = {
  name: string;
  version: string;
  license: string;
  author?: string | { name: string };
  repository?: string | { url?: string };
};
type Package = PackageJson & { folder: string; repositoryUrl: string | undefined; text: string | undefined };

/** The text of the MIT licence, in which only the copyright line varies. */
const MIT = readFileSync(new URL('../LICENSE', import.meta.url), 'utf8').trim();
const COPYRIGHT = /^Copyright .*$/m;
const ISC = `ISC License

Copyright (c) the author

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`;
/** The unfilled template in the Apache licence, which names no holder, so its text is the same for every package. */
const UNFILLED = 'Copyright [yyyy] [name of copyright owner]';
const PUBLIC_DOMAIN = 'The Unlicense: dedicated to the public domain (https://unlicense.org).';
const TITLE = '# Licenses\n\nThe agent bundles dependencies which contain the following licenses:';

/** An esbuild plugin that writes the licence texts of all bundled packages to `file`, as Vite does for the UI. */
export function bundledLicenses(file: string): Plugin {
  return {
    name: 'bundled-licenses',
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(async ({ metafile }) => {
        if (!metafile) return;
        const inputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
        const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => packageFolder(path));
        const folders = [...new Set(used)].filter((folder) => folder !== null).sort();
        const packages = await Promise.all(folders.map(readPackage));
        const sections = packages.map((used) => section(used, packages));
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, `${[TITLE, ...sections].join('\n\n')}\n`);
      });
    },
  };
}

/**
 * `node_modules/@scope/name` of a module's path; null for our own modules. Code that a package includes in its own
 * build without a package.json counts as that package's.
 */
function packageFolder(path: string): string | null {
  const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
  if (folder === undefined) return null;
  return existsSync(join(folder, 'package.json')) ? folder : packageFolder(dirname(dirname(folder)));
}

async function readPackage(folder: string): Promise<Package> {
  const json: PackageJson = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^((un)?licen[cs]e|copying)/i.test(entry));
  const text = file && (await readFile(join(folder, file), 'utf8')).trim();
  const { repository } = json;
  return { ...json, folder, text, repositoryUrl: typeof repository === 'string' ? repository : repository?.url };
}

function section(used: Package, packages: Package[]): string {
  const { name, version, license, folder } = used;
  const text = used.text ?? textOfKin(used, packages) ?? standardText(used, packages);
  if (!text) throw new Error(`${name} has no licence file in ${dirname(folder)}: its text must go with the bundle.`);
  return `## ${name} - ${version} (${license})\n\n${text}`;
}

/** The licence text of another package of the same repository, because not all of them repeat it. */
function textOfKin({ repositoryUrl, license }: Package, packages: Package[]): string | undefined {
  const isKin = (other: Package) => other.repositoryUrl === repositoryUrl && other.license === license;
  return repositoryUrl && packages.find((other) => other.text && isKin(other))?.text;
}

/** The standard text for a package that only names its licence; undefined if the licence has no standard text. */
function standardText({ license, author }: Package, packages: Package[]): string | undefined {
  if (license === 'Unlicense') return PUBLIC_DOMAIN;
  // For "Apache-2.0 OR MIT", either may be chosen.
  if (license.split(' OR ').includes('Apache-2.0')) return packages.find(({ text }) => text?.includes(UNFILLED))?.text;
  const holder = typeof author === 'string' ? author : author?.name;
  const text = license === 'MIT' ? MIT : license === 'ISC' ? ISC : undefined;
  return holder && text?.replace(COPYRIGHT, () => `Copyright (c) ${holder}`);
}
