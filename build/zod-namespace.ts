import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Our own sources, and those of the AI SDK, the one dependency that imports zod too. */
const SOURCES = /[\\/](?:server|shared|functions)[\\/].*\.ts$|[\\/](?:ai|@ai-sdk[\\/][\w-]+)[\\/]dist[\\/].*\.mjs$/;
const NAMED = /^import \{ z(?: as (z\d+))? \} from (["'])(zod(?:\/v4)?)\2;$/gm;

/**
 * An esbuild plugin that reads `import { z } from 'zod'` as `import * as z from 'zod'`. Both mean the same, but only of
 * the latter does esbuild leave out what is not used: of zod's 750 KB, with its messages in fifty languages, the most.
 */
export function zodNamespace(): Plugin {
  return {
    name: 'zod-namespace',
    setup(build) {
      build.onLoad({ filter: SOURCES }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const contents = text.replace(NAMED, (_, name = 'z', _quote, from) => `import * as ${name} from '${from}';`);
        return { contents, loader: extname(path) === '.ts' ? 'ts' : 'js' };
      });
    },
  };
}
