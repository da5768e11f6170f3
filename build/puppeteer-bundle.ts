import { readFile } from 'node:fs/promises';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const PUPPETEER = /[\\/]node_modules[\\/]puppeteer-core[\\/]lib[\\/]esm[\\/]puppeteer[\\/].*\.js$/;
/** The classes of a module: plain ones, and those that TypeScript wraps in a function because they are decorated. */
const CLASS = /^(?:export )?(?:class|let) (\w+)(?= extends | \{| = \(\(\) => \{)/gm;

/** Unpacks archives for @puppeteer/browsers. Its last release is from 2014. */
const FD_SLICER = /[\\/]node_modules[\\/]fd-slicer[\\/]index\.js$/;
const DEPRECATED = 'new Buffer(toRead)';

/** An esbuild plugin that undoes changes by bundling Puppeteer that users could see. */
export function puppeteerBundle(): Plugin {
  return {
    name: 'puppeteer-bundle',
    setup(build) {
      // esbuild renames classes that refer to themselves, and errors are named after their classes. Its `keepNames`
      // cannot be used, because it inserts calls into the functions that are sent to pages.
      build.onLoad({ filter: PUPPETEER }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const names = [...text.matchAll(CLASS)].map(([, name]) => name);
        const kept = names.map((name) => `Object.defineProperty(${name}, 'name', { value: '${name}' });`);
        return { contents: [text, ...kept].join('\n'), loader: 'js' };
      });
      // Outside of node_modules, Node prints a deprecation warning for it on stderr.
      build.onLoad({ filter: FD_SLICER }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!text.includes(DEPRECATED)) throw new Error(`${path} has no ${DEPRECATED}: take it out of this plugin.`);
        return { contents: text.replace(DEPRECATED, 'Buffer.allocUnsafe(toRead)'), loader: 'js' };
      });
    },
  };
}
