import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The sources of the build in dist/. */
const SOURCES = ['server', 'shared', 'ui', 'build', 'package-lock.json', 'tsup.config.ts', 'vite.config.ts'];
const PRODUCTS = ['dist/server/main.js', 'dist/ui/index.html', 'dist/encoder/page.js'];

/** Whether this is a checkout of the repository, rather than the installed npm package. @param {string} root */
export function isCheckout(root) {
  return existsSync(join(root, 'server/cli/main.ts'));
}

/**
 * Whether node_modules lacks a package of package-lock.json, or has another version of it. Optional packages may be
 * missing, because most are for other platforms.
 * @param {string} root
 */
export function isInstallOutdated(root) {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return true;
  const there = readPackages(installed);
  return Object.entries(readPackages(join(root, 'package-lock.json'))).some(([path, { version, optional }]) => {
    if (path === '' || (optional && !there[path])) return false;
    return there[path]?.version !== version;
  });
}

/** Whether dist/ is missing or older than a source. @param {string} root */
export function isBuildOutdated(root) {
  const products = PRODUCTS.map((product) => join(root, product));
  if (!products.every((product) => existsSync(product))) return true;
  const builtAt = Math.min(...products.map((product) => statSync(product).mtimeMs));
  return SOURCES.some((source) => newestChange(join(root, source)) > builtAt);
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }>} */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** Includes folders, which change when a file is added or removed. @param {string} path @returns {number} */
function newestChange(path) {
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}
