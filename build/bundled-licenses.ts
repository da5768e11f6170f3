import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];
type PackageJson = { name: string; version: string; license: string };

const TITLE = '# Licenses\n\nThe agent bundles dependencies which contain the following licenses:';

/** An esbuild plugin that writes the licence text of every package that went into the bundle to `file`, as Vite does for the UI. */
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
        const sections = await Promise.all(folders.map(section));
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, `${[TITLE, ...sections].join('\n\n')}\n`);
      });
    },
  };
}

/** `node_modules/@scope/name` of a module's path; null for a module of our own. */
function packageFolder(path: string): string | null {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null;
}

async function section(folder: string): Promise<string> {
  const { name, version, license }: PackageJson = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (!file) throw new Error(`${name} has no licence file in ${dirname(folder)}: its text must go with the bundle.`);
  const text = await readFile(join(folder, file), 'utf8');
  return `## ${name} - ${version} (${license})\n\n${text.trim()}`;
}
