import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The code of the engine, which runs when it is tried, and of npm. */
type StandIn = {
  engine?: string;
  npm?: string;
};

const ENGINE = 'export const getLlama = async () => ({ dispose: async () => undefined });';

/**
 * Writes a program that imitates npm: it creates what `npm ci` creates for the engine, as far as it is checked. It
 * records its arguments and environment in called.json next to it. Returns its path.
 */
export async function standInNpm(folder: string, { engine = ENGINE, npm = '' }: StandIn = {}): Promise<string> {
  const path = join(folder, 'npm-cli.js');
  await mkdir(folder, { recursive: true });
  await writeFile(
    path,
    `const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const called = { args: process.argv.slice(2), env: process.env, packages: Object.keys(lock.packages) };
writeFileSync(${JSON.stringify(join(folder, 'called.json'))}, JSON.stringify(called));
mkdirSync('node_modules/node-llama-cpp/dist', { recursive: true });
writeFileSync('node_modules/node-llama-cpp/dist/index.js', ${JSON.stringify(engine)});
${npm}
writeFileSync('node_modules/node-llama-cpp/package.json', JSON.stringify({ name: 'node-llama-cpp', type: 'module' }));
`,
  );
  return path;
}
