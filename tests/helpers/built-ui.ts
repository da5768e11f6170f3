import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const SCRIPT = 'document.title = "Local Agent";';

/**
 * A folder like Vite's output, so that a test of the server needs no build: index.html, one hashed script with its
 * compressed copy, and the icon.
 */
export async function makeBuiltUi(): Promise<{ dir: string; close(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'local-agent-ui-'));
  await mkdir(join(dir, 'assets'));
  await writeFile(
    join(dir, 'index.html'),
    '<!doctype html><script type="module" src="/assets/index-4f2a.js"></script>',
  );
  await writeFile(join(dir, 'assets', 'index-4f2a.js'), SCRIPT);
  await writeFile(join(dir, 'assets', 'index-4f2a.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(dir, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return { dir, close: () => rm(dir, { recursive: true, force: true }) };
}
