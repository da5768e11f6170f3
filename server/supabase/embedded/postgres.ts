import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { platform } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import postgres from 'postgres';
import { AppError } from '../../errors.ts';
import type { Binaries } from './binaries.ts';
import { stopLeftover } from './leftover.ts';
import type { SystemUser } from './system-user.ts';

const READY_LIMIT_MS = 60_000;
const READY_POLL_MS = 10;
/** How long an orderly stop may take before the server is stopped hard; its data is safe either way. */
const FAST_STOP_MS = 4_000;
const SOCKET_PORT = 5432;

/** How to reach a Postgres: options for postgres.js. */
export type Address = { host: string; port: number; user: string; password: string; database: string };

export type PostgresOptions = {
  binaries: Binaries;
  cluster: string;
  socketDir: string;
  user: SystemUser | null;
  password: string;
  log: Logger;
  /** Called when the server died twice: the agent cannot go on. The message says so and what to do. */
  onLost(error: AppError): void;
};

export type RunningPostgres = { address: Address; pid(): number | undefined; stop(): Promise<void> };

/** Little memory, full durability: a few connections of one person's workspace, fsync on as by default. */
const SETTINGS = {
  shared_buffers: '24MB',
  max_connections: '24',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  io_method: 'sync',
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

/**
 * Starts the embedded Postgres and watches over it: stops one that a killed agent left behind, waits until it answers, restarts it once when it
 * dies, and stops it cleanly. It listens on a Unix socket in a private folder only; on Windows on a loopback port with a random password.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { log, cluster } = options;
  if (await stopLeftover(cluster)) log.warn('Stopped the PostgreSQL that an interrupted local-agent had left running.');
  const address: Address = {
    host: platform() === 'win32' ? '127.0.0.1' : options.socketDir,
    port: platform() === 'win32' ? await freePort() : SOCKET_PORT,
    user: 'postgres',
    password: options.password,
    database: 'postgres',
  };
  let restarted = false;
  let stopping = false;
  let child = await launch(options, address);

  const watch = () =>
    child.once('exit', (code, signal) => {
      if (stopping) return;
      log.error({ code, signal }, restarted ? 'PostgreSQL died again.' : 'PostgreSQL died and is being restarted.');
      if (restarted) return options.onLost(lostError(cluster));
      restarted = true;
      launch(options, address).then(
        (next) => {
          child = next;
          if (stopping) void stopChild(child);
          else watch();
        },
        () => options.onLost(lostError(cluster)),
      );
    });
  watch();
  // An agent that is forced to end has no time for an orderly stop, but must not leave the server behind.
  const abandon = () => child.kill('SIGQUIT');
  process.once('exit', abandon);

  return {
    address,
    pid: () => child.pid,
    async stop() {
      stopping = true;
      await stopChild(child);
      process.off('exit', abandon);
      await rm(options.socketDir, { recursive: true, force: true });
    },
  };
}

function lostError(cluster: string): AppError {
  return new AppError(
    'unavailable',
    `PostgreSQL stopped twice and stays down (its data in ${cluster} is kept). Look at the log above, then start local-agent again.`,
  );
}

async function launch(options: PostgresOptions, address: Address): Promise<ChildProcess> {
  const { binaries, cluster, user, log } = options;
  const listen =
    platform() === 'win32'
      ? ['-h', '127.0.0.1', '-p', String(address.port)]
      : ['-h', '', '-k', options.socketDir, '-p', String(address.port)];
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', cluster, ...listen, ...settings], {
    cwd: cluster,
    // A session of its own: Ctrl+C in the terminal must reach the agent alone, which then stops Postgres in order.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { LC_ALL: 'C', PATH: '', TZ: 'UTC', ...(process.platform === 'win32' && { SystemRoot: 'C:\\Windows' }) },
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  const complaints: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (complaints.push(line) > 20) complaints.shift();
    if (/^(PANIC|FATAL|ERROR)/.test(line)) log.debug({ postgres: line }, 'PostgreSQL reports');
  });
  await waitUntilReady(child, address, complaints, cluster);
  return child;
}

async function waitUntilReady(
  child: ChildProcess,
  address: Address,
  complaints: string[],
  cluster: string,
): Promise<void> {
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline; ) {
    if (failure || child.exitCode !== null || child.signalCode !== null) throw startError(cluster, failure, complaints);
    if (await answers(address)) return;
    await delay(READY_POLL_MS);
  }
  child.kill('SIGQUIT');
  throw startError(cluster, null, [...complaints, `no answer within ${READY_LIMIT_MS / 1000} s`]);
}

function startError(cluster: string, failure: Error | null, complaints: string[]): AppError {
  const text = complaints.join('\n');
  const full = /No space left/i.test(text);
  const reason =
    failure?.message ??
    complaints.findLast((line) => /FATAL|PANIC|could not/.test(line)) ??
    complaints.at(-1) ??
    'no message';
  const remedy = full
    ? 'The disk is full: free some space, then start again.'
    : 'Nothing was changed; start again, or choose another --data-dir.';
  return new AppError('unavailable', `PostgreSQL could not start on ${cluster}: ${reason}. ${remedy}`, {
    cause: failure ?? new Error(text),
  });
}

async function answers(address: Address): Promise<boolean> {
  const sql = postgres({ ...socketOptions(address), max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** postgres.js takes a socket's folder as the host. */
export function socketOptions(address: Address) {
  return { ...address, host: address.host } as const;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGINT');
  const hard = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS);
  await exited;
  clearTimeout(hard);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (typeof address !== 'object' || address === null) throw new Error('No loopback port is free.');
  return address.port;
}
