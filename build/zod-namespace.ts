import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Our own sources, and those of the AI SDK, the only dependency that also imports zod. */
const SOURCES = /[\\/](?:server|shared|functions)[\\/].*\.ts$|[\\/](?:ai|@ai-sdk[\\/][\w-]+)[\\/]dist[\\/].*\.mjs$/;
const NAMED = /^import \{ z(?: as (z\d+))? \} from (["'])(zod(?:\/v4)?)\2;$/gm;

/**
 * An esbuild plugin that replaces `import { z } from 'zod'` with `import * as z from 'zod'`. They are equivalent, but
 * esbuild can tree-shake only the latter: that removes most of zod's 750 KB, which include messages in fifty languages.
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
