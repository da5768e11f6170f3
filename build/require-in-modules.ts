import type { Options } from 'tsup';

type Plugin = NonNullable<Options['plugins']>[number];

const REQUIRE = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  'const require = createRequireOfBundle(import.meta.url);',
];

/**
 * A tsup plugin that gives bundled CommonJS packages a `require` for Node's built-in modules, which ES modules lack.
 * Only the chunk that uses it gets it, because it slows down the start slightly.
 */
export function requireInModules(): Plugin {
  return {
    name: 'require-in-modules',
    renderChunk: (code) =>
      code.includes('typeof require !== "undefined"') ? { code: [...REQUIRE, code].join('\n') } : undefined,
  };
}
