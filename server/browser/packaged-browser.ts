import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { removeTree } from '../files/file-tree.ts';
import { isOwnFolder, makePrivateFolder } from '../files/private-file.ts';

type Environment = Record<string, string | undefined>;

/** Unpacks the packaged browser into TMPDIR; run in a separate process because it reads its environment. */
const UNPACK = 'const { default: chromium } = await import(process.argv[1]); await chromium.executablePath();';

const UNPACK_LIMIT_MS = 110_000;
const PROGRAM = 'chromium';
const STAMP = 'unpacked.json';

/** The program's fingerprint after unpacking. */
const stampSchema = z.object({ sha256: z.string(), bytes: z.number(), changedMs: z.number() });
type Stamp = z.infer<typeof stampSchema>;

/**
 * The headless Chromium inside @sparticuz/chromium (Linux x64) with the libraries and fonts that a bare machine lacks,
 * unpacked once into a private folder, the first of `caches` that is writable. An existing copy is used only if it is
 * owned by this user and unmodified; otherwise it is unpacked again. Null if the package is not installed. AppError
 * unavailable if the folder belongs to another user.
 */
export async function packagedBrowser(
  caches: readonly string[],
  env: Environment,
  entry = packageEntry(),
): Promise<{ executablePath: string; env: Environment } | null> {
  if (!entry) return null;
  // The package does not export its package.json.
  const { version } = JSON.parse(await readFile(join(dirname(entry), '..', '..', 'package.json'), 'utf8'));
  const target = join(await firstPrivate(caches), `chromium-${version}`);
  if (!(await isUnmodified(target))) await unpack(entry, target, env);
  return {
    executablePath: join(target, PROGRAM),
    env: {
      LD_LIBRARY_PATH: [join(target, 'al2023', 'lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter),
      FONTCONFIG_PATH: env.FONTCONFIG_PATH ?? join(target, 'fonts'),
    },
  };
}

/** The first of the folders that can be created or used: some users have no writable home folder. */
async function firstPrivate([first = '', ...others]: readonly string[]): Promise<string> {
  try {
    await makePrivateFolder(first);
    return first;
  } catch (error) {
    if (others.length === 0 || error instanceof AppError) throw error;
    return firstPrivate(others);
  }
}

function packageEntry(): string | null {
  try {
    return createRequire(import.meta.url).resolve('@sparticuz/chromium');
  } catch {
    return null;
  }
}

/** Unpacks next to the target, then renames, so that an interrupted attempt leaves nothing that looks finished. */
async function unpack(entry: string, target: string, env: Environment): Promise<void> {
  const unfinished = await mkdtemp(`${target}-`);
  try {
    // The package unpacks its libraries only on Lambda.
    const lambda = { ...env, TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' };
    const args = ['--input-type=module', '--eval', UNPACK, pathToFileURL(entry).href];
    const limit = { timeout: UNPACK_LIMIT_MS, killSignal: 'SIGKILL' as const };
    await promisify(execFile)(process.execPath, args, { env: lambda, ...limit });
    await writeFile(join(unfinished, 'fonts', 'fonts.conf'), fontsConf(target));
    const program = join(unfinished, PROGRAM);
    const stamp: Stamp = { ...(await measure(program)), sha256: await digestOf(program) };
    await writeFile(join(unfinished, STAMP), JSON.stringify(stamp), { mode: 0o600 });
    await rename(unfinished, target).catch(async () => {
      // Another process was faster; its copy may be in use and stays.
      if (await isUnmodified(target)) return;
      await removeTree(target);
      await rename(unfinished, target);
    });
  } catch (error) {
    if (!(await isUnmodified(target))) throw error;
  } finally {
    await removeTree(unfinished);
  }
}

/**
 * Whether the program exists, is owned and writable by this user alone, and is unmodified. The file is read in full
 * only if its modification time has changed.
 */
async function isUnmodified(target: string): Promise<boolean> {
  if (!(await isOwnFolder(target))) return false;
  try {
    const program = join(target, PROGRAM);
    const found = await lstat(program);
    const isOwn = found.isFile() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
    if (!isOwn) return false;
    const stamp = stampSchema.parse(JSON.parse(await readFile(join(target, STAMP), 'utf8')));
    if (found.size !== stamp.bytes) return false;
    return found.mtimeMs === stamp.changedMs || (await digestOf(program)) === stamp.sha256;
  } catch {
    return false;
  }
}

async function measure(path: string): Promise<Pick<Stamp, 'bytes' | 'changedMs'>> {
  const { size, mtimeMs } = await lstat(path);
  return { bytes: size, changedMs: mtimeMs };
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * The packaged configuration looks for fonts in /tmp/fonts. Without fonts a page shows no text, not even in web fonts.
 */
function fontsConf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
