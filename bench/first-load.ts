import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const AIM_KB = 170;
const UI_DIR = 'dist/ui';

/** Gzipped JavaScript that the first load of the UI fetches: the entry script and what index.html preloads. */
export async function benchFirstLoad(): Promise<Record<string, string>[]> {
  const html = await readFile(join(UI_DIR, 'index.html'), 'utf8');
  const scripts = new Set([...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => path ?? ''));
  const sizes = await Promise.all(
    [...scripts].map(async (path) => gzipSync(await readFile(join(UI_DIR, path))).length),
  );
  const kb = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  return [{ what: `first load, ${scripts.size} scripts`, 'gzipped (kB)': kb.toFixed(1), 'aim (kB)': String(AIM_KB) }];
}
