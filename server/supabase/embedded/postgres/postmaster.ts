import type { ChildProcess } from 'node:child_process';
import { platform } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Binaries } from './binaries.ts';
import type { Guardian } from './guardian.ts';
import type { SystemUser } from './system-user.ts';

const READY_LIMIT_MS = 60_000;
const READY_POLL_MS = 10;
const ANSWER_LIMIT_MS = 5_000;
/** How long a clean stop may take before the server is forced to stop. Its data is safe either way. */
const FAST_STOP_MS = 4_000;
const LINES_KEPT = 20;

/** Connection options for `pg`, which accepts a socket's folder as the host. */
export type Address = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  ssl?: 'require' | 'prefer' | 'allow' | 'verify-full';
};

export type PostmasterOptions = {
  binaries: Binaries;
  cluster: string;
  socketDir: string;
  user: SystemUser | null;
  log: Logger;
  /** Ends the server when the agent is killed. */
  guardian: Guardian;
  /** Added to SETTINGS. */
  settings?: Readonly<Record<string, string>>;
};

/** The server exited during the start, or did not answer in time. `lines` holds the last lines of its output. */
export class StartFailure extends Error {
  readonly lines: readonly string[];

  constructor(message: string, lines: readonly string[]) {
    super(message);
    this.name = 'StartFailure';
    this.lines = lines;
  }
}

/** Little memory for a small workspace's few connections, but full durability: fsync stays on, the default. */
const SETTINGS = {
  shared_buffers: '24MB',
  max_connections: '24',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  unix_socket_permissions: '0700',
};
/** Settings that exist only since a major version. */
const SETTINGS_SINCE: readonly [number, Record<string, string>][] = [[18, { io_method: 'sync' }]];

/**
 * Starts one server process and waits until it answers. `onSpawn` is called right after the spawn, so that the process
 * can be stopped before it is ready. Rejects with a StartFailure.
 */
export async function launch(
  options: PostmasterOptions,
  address: Address,
  onSpawn: (child: ChildProcess) => void,
): Promise<ChildProcess> {
  const { binaries, cluster, socketDir, user, log, guardian } = options;
  const port = ['-p', String(address.port)];
  const listen = platform() === 'win32' ? ['-h', '127.0.0.1', ...port] : ['-h', '', '-k', socketDir, ...port];
  const known = SETTINGS_SINCE.filter(([major]) => binaries.major >= major).map(([, settings]) => settings);
  const settings = Object.entries(Object.assign({}, SETTINGS, ...known, options.settings)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = guardian.spawn(binaries.postgres, ['-D', cluster, ...listen, ...settings], {
    cwd: cluster,
    windowsHide: true,
    env: { LC_ALL: 'C', PATH: '', TZ: 'UTC', ...(platform() === 'win32' && { SystemRoot: 'C:\\Windows' }) },
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  onSpawn(child);
  const lines: string[] = [];
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (lines.push(line) > LINES_KEPT) lines.shift();
      if (/^(PANIC|FATAL|ERROR)/.test(line)) log.debug({ postgres: line }, 'PostgreSQL reports');
    });
  await waitUntilReady(child, address, lines);
  return child;
}

async function waitUntilReady(child: ChildProcess, address: Address, lines: string[]): Promise<void> {
  let unstarted: Error | null = null;
  let closed = false;
  child.once('error', (error) => {
    unstarted = error;
  });
  // Not 'exit', which may come before the last output has been read.
  child.once('close', () => {
    closed = true;
  });
  for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline; await delay(READY_POLL_MS)) {
    if (unstarted) throw new StartFailure((unstarted as Error).message, lines);
    if (closed) throw new StartFailure(reasonIn(lines), lines);
    if (await answers(address)) return;
  }
  child.kill('SIGQUIT');
  throw new StartFailure(`no answer within ${READY_LIMIT_MS / 1000} s`, lines);
}

function reasonIn(lines: readonly string[]): string {
  return lines.findLast((line) => /FATAL|PANIC|could not/.test(line)) ?? lines.at(-1) ?? 'no message';
}

async function answers(address: Address): Promise<boolean> {
  const { ssl: _ssl, ...where } = address;
  const client = new pg.Client({ ...where, connectionTimeoutMillis: ANSWER_LIMIT_MS });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

/** Stops the server cleanly, or by force when that takes too long. Resolves once it has exited. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGINT');
  const hard = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS);
  await exited;
  clearTimeout(hard);
}

/** Whether the process has exited, or was never started. */
export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
