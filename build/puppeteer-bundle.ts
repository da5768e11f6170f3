import { readFile } from 'node:fs/promises';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const PUPPETEER = /[\\/]node_modules[\\/]puppeteer-core[\\/]lib[\\/]esm[\\/]puppeteer[\\/].*\.js$/;
/** Classes of a module: as they are, and in the function that TypeScript wraps around a decorated one. */
const CLASS = /^(?:export )?(?:class|let) (\w+)(?= extends | \{| = \(\(\) => \{)/gm;

/** Unpacks archives for @puppeteer/browsers; its last version is of 2014. */
const FD_SLICER = /[\\/]node_modules[\\/]fd-slicer[\\/]index\.js$/;
const DEPRECATED = 'new Buffer(toRead)';

/** An esbuild plugin that keeps of Puppeteer what bundling changes and people can see. */
export function puppeteerBundle(): Plugin {
  return {
    name: 'puppeteer-bundle',
    setup(build) {
      // esbuild renames classes that name themselves, and errors take their names from them. Its own `keepNames` does
      // not do: it writes calls into the functions that are sent to pages.
      build.onLoad({ filter: PUPPETEER }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const names = [...text.matchAll(CLASS)].map(([, name]) => name);
        const kept = names.map((name) => `Object.defineProperty(${name}, 'name', { value: '${name}' });`);
        return { contents: [text, ...kept].join('\n'), loader: 'js' };
      });
      // Node warns of it on stderr, outside of node_modules.
      build.onLoad({ filter: FD_SLICER }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!text.includes(DEPRECATED)) throw new Error(`${path} has no ${DEPRECATED}: take it out of this plugin.`);
        return { contents: text.replace(DEPRECATED, 'Buffer.allocUnsafe(toRead)'), loader: 'js' };
      });
    },
  };
}
