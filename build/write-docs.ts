import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedPages } from './docs/pages.ts';

/** `npm run docs`: writes the pages of docs/ that are generated from the code. */
for (const [path, text] of Object.entries(await generatedPages())) {
  const file = fileURLToPath(new URL(`../docs/${path}`, import.meta.url));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
