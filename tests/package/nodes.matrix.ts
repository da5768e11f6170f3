import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findNpm, npmEnvironment } from '../../server/npm/find-npm.ts';
import { generationResultSchema } from '../../shared/posts/generation.ts';
import { processesOn } from '../helpers/cli.ts';
import { installApart } from '../helpers/install-apart.ts';
import { type SourceServer, startSourceServer } from '../helpers/source-server.ts';

const run = promisify(execFile);
const ROOT = new URL('../..', import.meta.url);
/** The oldest Node that is supported, and the newest of each later supported line. */
const NODES = { 20: '20.19.0', 22: '22.23.3', 24: '24.9.0' };
/** The package with this platform's binary, which the install script of npm's `node` package would install. */
const PROGRAM = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
/** "nobody" on Debian; macOS uses another id. Postgres needs a user that has a name. */
const NOBODY = 65_534;

const isRoot = process.getuid?.() === 0;
const npm = findNpm(process.env, process.execPath) ?? '';

let folder: string;
let tarball: string;
let nodes: string;
let sources: SourceServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'la-nodes-'));
  await chmod(folder, 0o711);
  const aliases = Object.entries(NODES).map(([line, version]) => [`node-${line}`, `npm:${PROGRAM}@${version}`]);
  const apart = await installApart('nodes', { dependencies: Object.fromEntries(aliases) });
  // An ordinary user may not be able to enter the checkout.
  nodes = join(folder, 'nodes');
  await cp(join(apart, 'node_modules'), nodes, { recursive: true });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run(process.execPath, [npm, ...args], { cwd: ROOT, env: environment(process.execPath) });
  const [packed] = Object.values<{ filename: string }>(JSON.parse(stdout));
  tarball = join(folder, packed?.filename ?? '');
  await chmod(tarball, 0o644);
  sources = await startSourceServer();
});
afterAll(async () => {
  await sources?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Installed with npm's defaults, which run install scripts or, since npm 11, don't; or with --ignore-scripts. */
type Case = { line: keyof typeof NODES; user: 'root' | 'ordinary'; scripts: 'npm’s defaults' | '--ignore-scripts' };
const cases: Case[] = [
  { line: 20, user: 'root', scripts: '--ignore-scripts' },
  { line: 20, user: 'ordinary', scripts: 'npm’s defaults' },
  { line: 22, user: 'root', scripts: 'npm’s defaults' },
  { line: 22, user: 'ordinary', scripts: '--ignore-scripts' },
  { line: 24, user: 'root', scripts: '--ignore-scripts' },
  { line: 24, user: 'ordinary', scripts: 'npm’s defaults' },
];

for (const { line, user, scripts } of cases) {
  const isOther = user === 'ordinary' && isRoot;
  // Without root, the cases for root are skipped.
  const title = `Node ${NODES[line]}, ${user} user, installed with ${scripts}`;
  it.skipIf(user === 'root' && !isRoot)(title, async () => {
    const node = join(nodes, `node-${line}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    const home = join(folder, `${line}-${user}`);
    const project = join(home, 'project');
    const dataDir = join(home, 'data');
    for (const path of [home, project]) {
      await mkdir(path, { mode: 0o755 });
      if (isOther) await chown(path, NOBODY, NOBODY);
    }
    const as = { cwd: project, env: environment(node, home), ...(isOther && { uid: NOBODY, gid: NOBODY }) };
    expect((await run(node, ['--version'], as)).stdout).toBe(`v${NODES[line]}\n`);
    const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--engine-strict'];
    await writeFile(join(project, 'package.json'), '{"private":true}');
    if (isOther) await chown(join(project, 'package.json'), NOBODY, NOBODY);
    const ignored = scripts === '--ignore-scripts' ? [scripts] : [];
    await run(node, [npm, 'install', tarball, ...ignored, ...quiet], as);

    const program = join(project, 'node_modules/local-agent/bin/local-agent.js');
    const start = [program, 'start', '--json', '--no-open', '--port', '0', '--data-dir', dataDir];
    const agent = spawn(node, start, { ...as, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [report] = await Promise.race([
        once(createInterface({ input: agent.stdout }), 'line'),
        once(agent, 'exit').then(([code]) => Promise.reject(new Error(`start ended with ${code}`))),
      ]);
      const { url } = JSON.parse(report);
      const token = (await readFile(join(dataDir, 'agent-token'), 'utf8')).trim();
      const response = await fetch(new URL('/api/projects', url), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          niche_name: 'Baking bread',
          source_url_1: `${sources.origin}/sourdough.html`,
          source_url_2: `${sources.origin}/strength.html`,
          posts_per_day: 2,
          platforms: ['bluesky', 'instagram'],
        }),
      });
      expect(response.status).toBe(201);
      const generate = ['generate', '--count', '2', '--json', '--data-dir', dataDir];
      const { stdout } = await run(node, [program, ...generate], as);
      expect(generationResultSchema.parse(JSON.parse(stdout))).toMatchObject({ success: true, created: 2 });
      const listed = await run(node, [program, 'posts', 'list', '--json', '--data-dir', dataDir], as);
      expect(JSON.parse(listed.stdout)).toHaveLength(2);
    } finally {
      agent.kill('SIGTERM');
      if (agent.exitCode === null && agent.signalCode === null) await once(agent, 'exit');
    }
    await vi.waitUntil(async () => (await processesOn(dataDir)).length === 0, { timeout: 20_000, interval: 100 });
    await rm(home, { recursive: true });
  });
}

/** The environment of a user who only has this Node, with a separate home and npm cache. */
function environment(node: string, home?: string): Record<string, string | undefined> {
  const { npm_config_cache: _, ...rest } = npmEnvironment(process.env);
  const PATH = [dirname(node), process.env.PATH].join(process.platform === 'win32' ? ';' : ':');
  return { ...rest, PATH, ...(home && { HOME: home, USERPROFILE: home, XDG_DATA_HOME: undefined }) };
}
