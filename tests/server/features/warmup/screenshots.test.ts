import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createScreenshots } from '../../../../server/features/warmup/screenshots.ts';
import { testFolder } from '../../../helpers/file-folder.ts';

const RUN = '4f4d2a51-6f2c-4d3e-9b1a-0d7f3a2b1c9e';
let folder: string;
beforeEach(async () => {
  folder = await testFolder();
});

test('a link in the place of a screenshot is neither served nor followed', async () => {
  const secret = join(folder, 'secret');
  await writeFile(secret, 'not a picture');
  await mkdir(join(folder, 'warmup-runs', RUN), { recursive: true });
  await symlink(secret, join(folder, 'warmup-runs', RUN, 'last.png'));
  const screenshots = createScreenshots(folder);
  expect(await screenshots.has(RUN)).toBe(false);
  expect(await screenshots.open(RUN)).toBeNull();
  await screenshots.remove(RUN);
  expect(await readFile(secret, 'utf8')).toBe('not a picture');
});
