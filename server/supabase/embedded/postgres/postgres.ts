import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { platform } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../../errors.ts';
import { backOffMs } from '../../../runs/loop.ts';
import { Guardian } from './guardian.ts';
import { stopLeftover } from './leftover.ts';
import { type Address, hasEnded, launch, type PostmasterOptions, StartFailure, stopPostmaster } from './postmaster.ts';

const SOCKET_PORT = 5432;
/** How long the remaining processes of a killed server may take to exit. */
const REMAINS_LIMIT_MS = 15_000;
const REMAINS_POLL_MS = 100;
/** If a server that has run for this long dies, the cause is new, so it is restarted without a delay. */
const STEADY_MS = 60_000;
/** Initial delay before a restart when the server keeps dying; it grows up to a minute. */
const RESTART_MS = 1_000;
/** Postgres' messages about damaged files. */
const DAMAGED =
  /contains errors|could not load .*hba|could not read file|files are incompatible|invalid checkpoint|incorrect checksum/i;

export type PostgresOptions = Omit<PostmasterOptions, 'guardian'> & {
  password: string;
  /** Called when the server died and its files are damaged: the agent cannot continue. The message has the remedy. */
  onLost(error: AppError): void;
};

export type RunningPostgres = { address: Address; pid(): number | undefined; stop(): Promise<void> };

/**
 * Starts the embedded Postgres and supervises it: stops one that a killed agent left running, waits until the new one
 * answers, restarts it whenever it dies, and stops it cleanly; if the agent is killed, a guardian does. The server
 * listens only on a Unix socket in a private folder; on Windows on a loopback port with a random password.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { log, cluster, socketDir } = options;
  if (await stopLeftover(cluster)) log.warn('Stopped the PostgreSQL that an interrupted local-agent had left running.');
  const address = await addressOf(options);
  const guardian = new Guardian(cluster, options.user);
  let child: ChildProcess | undefined;
  let startedAt = 0;
  /** Deaths and failed starts since it last ran for STEADY_MS. */
  let failures = 0;
  let restart: NodeJS.Timeout | undefined;
  let stopping = false;
  // When the agent is forced to exit, there is no time for a clean stop, but the server must not be left running.
  const abandon = () => child?.kill('SIGQUIT');
  process.once('exit', abandon);

  async function run(): Promise<void> {
    const onSpawn = (spawned: ChildProcess) => {
      child = spawned;
      if (stopping) child.kill('SIGQUIT');
    };
    const launched = await launchPastRemains({ ...options, guardian }, address, onSpawn, () => !stopping);
    startedAt = performance.now();
    launched.once('exit', died);
    if (hasEnded(launched)) died(launched.exitCode, launched.signalCode);
  }

  function died(code: number | null, signal: NodeJS.Signals | null): void {
    if (stopping) return;
    if (performance.now() - startedAt > STEADY_MS) failures = 0;
    log.error({ code, signal }, 'PostgreSQL died and is being restarted.');
    runAgain();
  }

  function runAgain(): void {
    const wait = failures === 0 ? 0 : backOffMs(RESTART_MS, failures, Math.random());
    failures += 1;
    restart = setTimeout(() => {
      run().catch((err: unknown) => {
        if (stopping) return;
        if (err instanceof StartFailure && isDamaged(err.lines)) {
          options.onLost(startError(cluster, err));
          return;
        }
        log.error({ err }, 'PostgreSQL cannot be restarted; trying again.');
        runAgain();
      });
    }, wait);
  }

  try {
    await run();
  } catch (error) {
    process.off('exit', abandon);
    await guardian.end();
    throw error instanceof StartFailure ? startError(cluster, error) : error;
  }
  return {
    address,
    pid: () => child?.pid,
    async stop() {
      stopping = true;
      clearTimeout(restart);
      if (child) await stopPostmaster(child);
      await guardian.end();
      process.off('exit', abandon);
      await rm(socketDir, { recursive: true, force: true });
    },
  };
}

async function addressOf({ socketDir, password }: PostgresOptions): Promise<Address> {
  const owner = { user: 'postgres', password, database: 'postgres' };
  return platform() === 'win32'
    ? { host: '127.0.0.1', port: await freePort(), ...owner }
    : { host: socketDir, port: SOCKET_PORT, ...owner };
}

/**
 * Retries a start that fails because of an earlier server: the child processes of a killed server take a moment to
 * exit, and a server whose agent was killed may be about to write its lock file.
 */
async function launchPastRemains(
  options: PostmasterOptions,
  address: Address,
  onSpawn: (child: ChildProcess) => void,
  isWanted: () => boolean,
): Promise<ChildProcess> {
  for (const deadline = Date.now() + REMAINS_LIMIT_MS; ; await delay(REMAINS_POLL_MS)) {
    try {
      return await launch(options, address, onSpawn);
    } catch (error) {
      const remains = error instanceof StartFailure && /lock file|pre-existing shared memory/.test(error.message);
      if (!remains || !isWanted() || Date.now() > deadline) throw error;
      await stopLeftover(options.cluster);
    }
  }
}

function startError(cluster: string, error: StartFailure): AppError {
  const { message, lines } = error;
  const isFull = lines.some((line) => /No space left|disk quota exceeded/i.test(line));
  let remedy = 'Nothing was changed; start again, or choose another --data-dir.';
  if (isDamaged(lines))
    remedy = 'Its files are damaged: restore the folder from a backup, or choose another --data-dir.';
  if (isFull) remedy = 'The disk is full: free some space, then start again.';
  return new AppError('unavailable', `PostgreSQL could not start on ${cluster}: ${message}. ${remedy}`, {
    cause: new Error(lines.join('\n'), { cause: error }),
  });
}

function isDamaged(lines: readonly string[]): boolean {
  return lines.some((line) => DAMAGED.test(line));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (typeof address !== 'object' || address === null) throw new Error('No loopback port is free.');
  return address.port;
}
