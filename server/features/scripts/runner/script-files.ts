import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The global in which the generated puppeteer modules find this process's Puppeteer. */
const API = Symbol.for('local-agent.puppeteer');
const AT = "globalThis[Symbol.for('local-agent.puppeteer')]";
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Makes `require` and `import` of puppeteer (and puppeteer-core) next to the script resolve to this run's Puppeteer,
 * and links the packages that the user installed for scripts. Everything else follows Node's rules.
 */
export async function preparePackages(scratch: string, packages: string, api: Record<string, unknown>): Promise<void> {
  Object.assign(globalThis, { [API]: api });
  const modules = join(scratch, 'node_modules');
  const names = Object.keys(api).filter((name) => name !== 'default' && IDENTIFIER.test(name));
  const esm = `const api = ${AT};\nexport default api.default;\nexport const { ${names.join(', ')} } = api;\n`;
  const cjs = `module.exports = Object.assign(Object.create(${AT}.default), ${AT}, { __esModule: true });\n`;
  const manifest = JSON.stringify({ exports: { import: './index.mjs', require: './index.cjs' } });
  const shims = ['puppeteer', 'puppeteer-core'].map(async (name) => {
    const folder = join(modules, name);
    await mkdir(folder, { recursive: true });
    await Promise.all([
      writeFile(join(folder, 'package.json'), manifest),
      writeFile(join(folder, 'index.mjs'), esm),
      writeFile(join(folder, 'index.cjs'), cjs),
    ]);
  });
  await Promise.all(shims);
  await linkAll(join(packages, 'node_modules'), modules);
}

/** Writes an ES module where its imports are resolved. */
export async function writeModule(scratch: string, code: string): Promise<string> {
  const file = join(scratch, 'script.mjs');
  await writeFile(file, code);
  return file;
}

async function linkAll(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(() => []);
  const wanted = names.filter((name) => !name.startsWith('.') && !/^puppeteer(-core)?$/.test(name));
  await Promise.all(wanted.map((name) => symlink(join(from, name), join(to, name), 'junction')));
}
