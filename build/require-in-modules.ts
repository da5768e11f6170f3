import type { Options } from 'tsup';

type Plugin = NonNullable<Options['plugins']>[number];

const REQUIRE = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  'const require = createRequireOfBundle(import.meta.url);',
];

/**
 * A tsup plugin that gives bundled CommonJS packages a `require` for Node's own modules, which ES modules lack. esbuild
 * asks for it in one chunk, and only that gets it: each chunk that has it starts a little later.
 */
export function requireInModules(): Plugin {
  return {
    name: 'require-in-modules',
    renderChunk: (code) =>
      code.includes('typeof require !== "undefined"') ? { code: [...REQUIRE, code].join('\n') } : undefined,
  };
}
