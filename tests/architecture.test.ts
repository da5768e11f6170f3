import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-api';
import { describe, expect, it } from 'vitest';
import { PLATFORM_IDS } from '../shared/posts/platforms.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

type Module = { path: string; text: string; imports: string[]; valueImports: string[] };

/** `import … from '…'`, `export … from '…'` and `import('…')`, as the formatter writes them. */
const IMPORT = /^(?:import|export(?= (?:\{|\*|type ))) ?(?:([^;'"]*?) from )?'([^'\n]+)'|\bimport\('([^'\n]+)'\)/gm;
/** Type-only imports are always marked as such: lint enforces it (useImportType). */
const OF_TYPES = /^type |^\{(?:\s*type [\w ]+,)*(?:\s*type [\w ]+)?\s*\}$/;

const modules = ['server', 'shared', 'ui', 'supabase/functions'].flatMap(readModules);
const paths = new Set(modules.map(({ path }) => path));

/**
 * Every module below a folder with all of its imports, and those that are neither lazy nor types (`valueImports`).
 * Imports of our own modules are paths from the root, others are as written.
 */
function readModules(folder: string): Module[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const path = join(folder, name).replaceAll('\\', '/');
      const text = readFileSync(join(root, path), 'utf8');
      const found = [...text.matchAll(IMPORT)].map(([, what = '', name, lazy = '']) => ({
        imported: resolveImport(path, name ?? lazy),
        isValue: name !== undefined && !OF_TYPES.test(what),
      }));
      const imports = found.map(({ imported }) => imported);
      const valueImports = found.filter(({ isValue }) => isValue).map(({ imported }) => imported);
      return { path, text, imports, valueImports };
    });
}

function resolveImport(from: string, name: string): string {
  if (name.startsWith('@/')) return name.replace('@/', 'ui/');
  return name.startsWith('.') ? relative(root, join(root, dirname(from), name)).replaceAll('\\', '/') : name;
}

/** The module that an import resolves to; the import may omit the extension. */
function moduleAt(name: string): string[] {
  return [name, `${name}.ts`, `${name}.tsx`].filter((path) => paths.has(path)).slice(0, 1);
}

function below(...folders: string[]): Module[] {
  const found = modules.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)));
  expect(found, `modules below ${folders}`).not.toHaveLength(0);
  return found;
}

/** The imports that break a rule, as `importer -> imported`. */
function breaches(importers: Module[], isForbidden: (imported: string, importer: Module) => boolean): string[] {
  return importers.flatMap((importer) =>
    importer.imports
      .filter((imported) => isForbidden(imported, importer))
      .map((imported) => `${importer.path} -> ${imported}`),
  );
}

/** The `<area>/features/<name>` that a path is in. */
function featureOf(path: string): string | undefined {
  return /^(?:server|ui)\/features\/[^/]+/.exec(path)?.[0];
}

/**
 * Import cycles, as `one -> other -> one`, among the direct children of a folder, where a subfolder stands for all
 * modules in it. Type-only imports do not count.
 */
function circlesIn(folder: string, imports: Map<string, string[]>): string[] {
  const nameOf = (path: string) =>
    path.startsWith(`${folder}/`) ? path.split('/', folder.split('/').length + 1).join('/') : undefined;
  const neighbours = new Map<string, Set<string>>();
  for (const [path, imported] of imports) {
    const name = nameOf(path);
    if (!name) continue;
    const others = imported.flatMap((other) => nameOf(other) ?? []).filter((other) => other !== name || name === path);
    neighbours.set(name, new Set([...(neighbours.get(name) ?? []), ...others]));
  }
  const found: string[] = [];
  const over = new Set<string>();
  const follow = (name: string, chain: string[]) => {
    if (chain.includes(name)) found.push([...chain.slice(chain.indexOf(name)), name].join(' -> '));
    if (over.has(name) || chain.includes(name)) return;
    for (const imported of neighbours.get(name) ?? []) follow(imported, [...chain, name]);
    over.add(name);
  };
  for (const name of neighbours.keys()) follow(name, []);
  return found;
}

function mentioning(pattern: RegExp): string[] {
  return modules.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

describe('who may import whom', () => {
  it('shared imports zod and temporal-polyfill only', () => {
    const allowed = (imported: string) => /^(shared\/|zod$|temporal-polyfill(\/|$))/.test(imported);
    expect(breaches(below('shared'), (imported) => !allowed(imported))).toEqual([]);
  });

  it('the UI imports neither the server nor Node', () => {
    expect(breaches(below('ui'), (imported) => /^(server\/|node:)/.test(imported))).toEqual([]);
  });

  it('the server does not import the UI', () => {
    expect(breaches(below('server'), (imported) => imported.startsWith('ui/'))).toEqual([]);
  });

  it('generation, which edge functions run too, imports neither Node, the UI nor the rest of the server', () => {
    // Under Node, a package's assets can only be read with node:fs. Deno has it as well, and only this module uses it.
    const isExcused = ({ path }: Module) => path === 'server/generation/cards/fonts/read-asset.ts';
    const isForeign = (imported: string, importer: Module) =>
      /^(ui\/|server\/(?!generation\/))/.test(imported) || (imported.startsWith('node:') && !isExcused(importer));
    expect(breaches(below('server/generation', 'supabase/functions'), isForeign)).toEqual([]);
  });

  it('an edge function is one module over generation, and nothing else knows it', () => {
    expect(below('supabase/functions').map(({ path }) => path)).toEqual([
      'supabase/functions/auto-generate-content/index.ts',
    ]);
    expect(breaches(modules, (imported) => imported.startsWith('supabase/'))).toEqual([]);
  });

  it('no feature imports another', () => {
    const isOther = (imported: string, { path }: Module) =>
      featureOf(imported) !== undefined && featureOf(imported) !== featureOf(path);
    expect(breaches(below('server/features', 'ui/features'), isOther)).toEqual([]);
  });

  it('what features share knows no feature', () => {
    const knowsFeatures = (imported: string) => /^(ui\/(features|app)|server\/(features|cli))\//.test(imported);
    const shared = [
      'ui/components',
      'ui/lib',
      'ui/domain',
      'server/http',
      'server/supabase',
      'server/jobs',
      'server/runs',
    ];
    expect(breaches(below(...shared), knowsFeatures)).toEqual([]);
  });

  it('components and the library of the UI know no domain', () => {
    const isOfUi = (imported: string) => imported.startsWith('ui/domain/');
    const isContract = (imported: string) => /^shared\/(?!agent\/|workspace\/|time\/)/.test(imported);
    expect(breaches(below('ui/components'), (imported) => /^(ui\/domain|shared)\//.test(imported))).toEqual([]);
    expect(breaches(below('ui/lib'), (imported) => isOfUi(imported) || isContract(imported))).toEqual([]);
  });

  it('no file or folder imports itself over its neighbours, types aside', () => {
    const imports = new Map(modules.map(({ path, valueImports }) => [path, valueImports.flatMap(moduleAt)]));
    const parts = modules.map(({ path }) => path.split('/'));
    const folders = new Set(parts.flatMap((names) => names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'))));
    expect([...folders].flatMap((folder) => circlesIn(folder, imports))).toEqual([]);
  });

  it('what runs have in common knows no jobs', () => {
    expect(breaches(below('server/runs'), (imported) => imported.startsWith('server/jobs/'))).toEqual([]);
  });

  it('only the embedded backend imports @supabase/lite, and only the browser part puppeteer', () => {
    const isStray = (imported: string, { path }: Module) =>
      (imported.startsWith('@supabase/lite') && !path.startsWith('server/supabase/embedded/')) ||
      (imported.startsWith('puppeteer') && !path.startsWith('server/browser/'));
    expect(breaches(modules, isStray)).toEqual([]);
  });
});

/** The exceptions: code outside a platform's own folders that names it, and why. */
const NAMED_ELSEWHERE: readonly { why: string; name: RegExp; files: RegExp }[] = [
  {
    why: 'the two lists of rooms',
    name: /./,
    files: /^(shared\/posts\/platforms|shared\/posts\/platform-options|server\/features\/publishing\/publishers)\.ts$/,
  },
  {
    why: 'warm-ups are visits of Instagram (§5), whose pages and words they know; `instagramUrl` is where they find it',
    name: /instagram/i,
    files:
      /^server\/(instagram|config|features\/(warmup|accounts))\/|^server\/(open-platforms|openapi\/groups|cli\/(messages|program|accounts\/warmup(-messages)?))\.ts$|^shared\/(accounts\/warmup|api\/accounts)\.ts$|^ui\/features\/(accounts|dashboard|scripts|settings)\//,
  },
  {
    why: 'examples of what can be entered',
    name: /bluesky|linkedin|mastodon|facebook/i,
    files:
      /^server\/(config\/settings|mcp\/prompts|cli\/(posts\/import|channels\/channels))\.ts$|^shared\/posts\/import\/example\.ts$/,
  },
  {
    why: 'ways of counting and linking texts that are called after the platform they come from',
    name: /bluesky|mastodon/i,
    files:
      /^shared\/posts\/(bluesky-features|grapheme-length|links-and-mentions|mentions|platform-limits|link-card)\.ts$/,
  },
  {
    why: 'archives that platforms hand out, each of its own form',
    name: /instagram|threads|facebook|tiktok|youtube|twitter|linkedin|bluesky|mastodon/i,
    files: /^server\/features\/archives\/formats\/|^shared\/(archives|api)\/(archives|guides)\.ts$/,
  },
  { why: 'names of meta elements', name: /twitter:/, files: /^server\/generation\/sources\/read-(html|link)\.ts$/ },
  { why: 'the posts of a thread', name: /^threads$/, files: /^ui\/features\/compose\/text\/thread-field\.tsx$/ },
  { why: '.youtube is a top-level domain', name: /youtube/, files: /^shared\/posts\/domain-endings\.ts$/ },
];
/** Ids that are also ordinary words: only a literal that is exactly the id means the platform. */
const ORDINARY: readonly string[] = ['threads'];
const NAMES = ['youtube', ...PLATFORM_IDS].filter((name) => !ORDINARY.includes(name));
const PLATFORM_NAME = new RegExp(`${NAMES.join('|')}|^(${ORDINARY.join('|')})$`, 'i');
const NAMES_ONE = new RegExp(`${NAMES.join('|')}|'(${ORDINARY.join('|')})'`, 'i');
const PLATFORM_ROOMS = /^(shared\/platforms|server\/features\/publishing\/platforms)\/[^/]+\//;

/** The identifiers, texts and literals of a module that name a platform; comments are ignored. */
function platformsNamedIn(module: Module): string[] {
  if (!NAMES_ONE.test(module.text)) return [];
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const isText = ts.isLiteralExpression(node) || ts.isIdentifier(node) || ts.isJsxText(node);
    const words = isText || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node) ? node.text : '';
    const isWord = ts.isIdentifier(node) && ORDINARY.includes(words.toLowerCase());
    if (PLATFORM_NAME.test(words) && !isWord) found.push(words);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(module.path, module.text, ts.ScriptTarget.Latest));
  return found;
}

it('a platform is named in its own rooms only, but for the exceptions', () => {
  const used = new Set<string>();
  const strays = modules
    .filter(({ path }) => !PLATFORM_ROOMS.test(path))
    .flatMap((module) =>
      platformsNamedIn(module).flatMap((words) => {
        const excuse = NAMED_ELSEWHERE.find(({ files, name }) => files.test(module.path) && name.test(words));
        if (excuse) used.add(excuse.why);
        return excuse ? [] : `${module.path}: ${words.slice(0, 80)}`;
      }),
    );
  expect(strays).toEqual([]);
  expect(NAMED_ELSEWHERE.filter(({ why }) => !used.has(why))).toEqual([]);
});

describe('what a module may do', () => {
  it('reads the environment in server/system/environment.ts only', () => {
    expect(mentioning(/\bprocess\.env\b/)).toEqual(['server/system/environment.ts']);
  });

  it('ends the process in server/cli/main.ts only', () => {
    expect(mentioning(/\bprocess\.exit\(/)).toEqual(['server/cli/main.ts']);
  });

  it('parses addresses by parseUrl, since URL.canParse is wrong on Node 20 and 22', () => {
    expect(mentioning(/\bURL\.canParse\(/)).toEqual([]);
  });

  it('names no table of the database in a component', () => {
    const schema = readFileSync(join(root, 'shared/workspace/database-schema.ts'), 'utf8');
    const relations = [...(schema.split('  Functions: {')[0] ?? '').matchAll(/^ {4}(\w+): \{/gm)].map(
      ([, name]) => name,
    );
    expect(relations).toContain('scheduled_posts');
    // A call to Supabase, or a query key; looking up a column's type is allowed.
    const naming = new RegExp(`\\.(?:from|rpc)\\('|(?<!\\w)\\['(?:${relations.join('|')})'`);
    expect(mentioning(naming).filter((path) => path.endsWith('.tsx'))).toEqual([]);
  });

  it('is no barrel that only re-exports others', () => {
    const isBarrel = ({ text }: Module) =>
      /\bexport\b/.test(text) && text.replace(/^\s*(export .* from .*|\/\/.*)$/gm, '').trim() === '';
    expect(modules.filter(isBarrel).map(({ path }) => path)).toEqual([]);
  });
});
