import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestBackend } from '../../../../helpers/embedded.ts';

it('what a crash left of an upload is removed at the next start', async () => {
  const first = await openTestBackend();
  const objects = join(first.dataDir, 'storage');
  await first.connection.close();
  await writeFile(join(objects, `${crypto.randomUUID()}.part`), 'half');
  const again = await openTestBackend({ dataDir: first.dataDir });
  expect(await readdir(objects)).toEqual([]);
  await again.close();
  await first.close();
});
