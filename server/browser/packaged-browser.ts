import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

type Environment = Record<string, string | undefined>;

/** Unpacks the browser of the package named by its argument into TMPDIR; in a process of its own, since it goes by its environment. */
const UNPACK = 'const { default: chromium } = await import(process.argv[1]); await chromium.executablePath();';

/**
 * The headless Chromium inside @sparticuz/chromium (Linux x64) with the libraries and fonts that a bare machine lacks, unpacked once below `folder`.
 * Null where the package is not installed.
 */
export async function packagedBrowser(
  folder: string,
  env: Environment,
): Promise<{ executablePath: string; env: Environment } | null> {
  const entry = packageEntry();
  if (!entry) return null;
  // The package does not export its package.json.
  const { version } = JSON.parse(await readFile(join(dirname(entry), '..', '..', 'package.json'), 'utf8'));
  const target = join(folder, `local-agent-chromium-${version}`);
  if (!(await exists(target))) await unpack(entry, target, env);
  return {
    executablePath: join(target, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(target, 'al2023', 'lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter),
      FONTCONFIG_PATH: env.FONTCONFIG_PATH ?? join(target, 'fonts'),
    },
  };
}

function packageEntry(): string | null {
  try {
    return createRequire(import.meta.url).resolve('@sparticuz/chromium');
  } catch {
    return null;
  }
}

/** Beside the target and renamed, so that a broken-off attempt leaves nothing that looks finished. */
async function unpack(entry: string, target: string, env: Environment): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const unfinished = await mkdtemp(`${target}-`);
  try {
    // The package brings its libraries only where it believes to be on Lambda.
    const lambda = { ...env, TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' };
    const args = ['--input-type=module', '--eval', UNPACK, pathToFileURL(entry).href];
    await promisify(execFile)(process.execPath, args, { env: lambda });
    await writeFile(join(unfinished, 'fonts', 'fonts.conf'), fontsConf(target));
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have been faster.
    if (!(await exists(target))) throw error;
  }
}

/** The packaged configuration looks for its fonts in /tmp/fonts. Without any font a page shows no text at all, not even in web fonts. */
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

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
