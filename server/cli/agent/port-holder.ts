import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { healthSchema } from '../../../shared/agent/agent-api.ts';
import { OTHER_AGENT, OTHER_PROGRAM } from '../messages.ts';

/** Reached only if a program accepts the connection but does not respond. */
const ANSWER_LIMIT_MS = 5_000;
/** The state LISTEN in /proc/net/tcp. */
const LISTEN = '0A';

/** Describes what listens on a local TCP port: a local-agent, a program with its process id, or an unknown program. */
export async function holderOfPort(port: number): Promise<string> {
  if (await isAgent(port)) return OTHER_AGENT;
  const found = process.platform === 'linux' ? await askProc(port) : await askLsof(port);
  return found ? `${found.name} (process ${found.pid})` : OTHER_PROGRAM;
}

async function isAgent(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`, {
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    return healthSchema.safeParse(await response.json()).success;
  } catch {
    return false;
  }
}

type Program = { pid: string; name: string };

async function askProc(port: number): Promise<Program | null> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const sockets = new Set(tables.flatMap((table) => listeningSockets(table, port)));
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const descriptor of descriptors) {
      const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
      if (sockets.has(target)) return { pid, name: (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() };
    }
  }
  return null;
}

/** Rows of /proc/net/tcp: number, local address (hex:hex), remote address, state … and the inode as the tenth field. */
function listeningSockets(table: string, port: number): string[] {
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === LISTEN && Number.parseInt(local?.split(':')[1] ?? '', 16) === port)
    .map((fields) => `socket:[${fields[9]}]`);
}

async function askLsof(port: number): Promise<Program | null> {
  const args = ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'];
  const { stdout } = await promisify(execFile)('lsof', args).catch(() => ({ stdout: '' }));
  const [, pid, name] = /^p(\d+)\nc(.+)$/m.exec(stdout) ?? [];
  return pid && name ? { pid, name } : null;
}
