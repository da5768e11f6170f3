import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRunFiles } from '../../../../server/features/scripts/run-files.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'local-agent-run-files-'));
});
afterEach(() => rm(base, { recursive: true, force: true }));

it('a folder whose removal no run waits for is gone when the agent has stopped', async () => {
  const files = createRunFiles(join(base, 'data'), { temporary: base, removalMs: 0 });
  const scratch = await files.makeScratch();
  for (let index = 0; index < 2000; index++) writeFileSync(join(scratch, String(index)), 'x');
  await files.removeScratch(scratch);
  expect(existsSync(scratch)).toBe(true);
  await files.settle();
  expect(existsSync(scratch)).toBe(false);
});
