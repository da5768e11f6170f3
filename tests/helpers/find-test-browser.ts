import { access, constants, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** How to start a browser: its file, the environment it needs, and whether it is Chrome's headless shell. */
export type TestBrowserPath = { executablePath: string; env: NodeJS.ProcessEnv; shell: boolean };

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** PUPPETEER_EXECUTABLE_PATH, else an installed Chromium or Chrome, else the one inside @sparticuz/chromium (Linux x64), unpacked once. */
export async function findTestBrowser(): Promise<TestBrowserPath> {
  const chosen = process.env.PUPPETEER_EXECUTABLE_PATH;
  if (chosen) return { executablePath: chosen, env: process.env, shell: false };
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of INSTALLED) {
      const executablePath = join(directory, name);
      if (directory && (await isExecutable(executablePath))) return { executablePath, env: process.env, shell: false };
    }
  }
  return unpackedBrowser();
}

/** The packaged browser with the libraries and fonts that a bare machine lacks. It stays in the temporary folder for the next run. */
async function unpackedBrowser(): Promise<TestBrowserPath> {
  const directory = join(tmpdir(), `local-agent-test-chromium-${await packagedVersion()}`);
  if (!(await exists(directory))) await unpack(directory);
  return {
    executablePath: join(directory, 'chromium'),
    shell: true,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [join(directory, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter),
      FONTCONFIG_PATH: process.env.FONTCONFIG_PATH ?? join(directory, 'fonts'),
    },
  };
}

/** The package does not export its package.json. */
async function packagedVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const manifest = JSON.parse(await readFile(join(dirname(entry), '..', '..', 'package.json'), 'utf8'));
  return manifest.version;
}

/** Unpacks beside the directory and renames, so that an interrupted run leaves nothing that looks finished. */
async function unpack(directory: string): Promise<void> {
  await mkdir(tmpdir(), { recursive: true });
  const unfinished = await mkdtemp(`${directory}-`);
  // The package unpacks into os.tmpdir(), and its libraries only where it believes to be on Lambda.
  const saved = { ...process.env };
  process.env.TMPDIR = unfinished;
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs20.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
      if (saved[name] === undefined) delete process.env[name];
      else process.env[name] = saved[name];
    }
  }
  await writeFile(join(unfinished, 'fonts', 'fonts.conf'), fontsConf(directory));
  await rename(unfinished, directory).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(directory))) throw error;
  });
}

/** The packaged configuration looks for its fonts in /tmp/fonts. Without any font a page shows no text at all, not even in web fonts. */
function fontsConf(directory: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(directory, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(directory, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
