import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { platform } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { SystemUser } from './system-user.ts';

/** How long a guardian may take to exit once there is nothing left to guard. */
const END_LIMIT_MS = 2_000;

/** `birth PID` prints when a process started, which distinguishes it from a later one with the same id. */
const BIRTH = `
PATH=/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin
birth() {
  if read -r stat < "/proc/$1/stat"; then
    set -- \${stat##*\\) }
    case $1 in Z|X) ;; *) echo "\${20}" ;; esac
  elif [ ! -e /proc/self/stat ]; then
    ps -o lstart= -p "$1"
  fi
} 2> /dev/null`;

/**
 * Writes its own process id to the guardian's pipe, then execs the server's program. This way the guardian gets the id
 * even if the agent ends right after the spawn.
 */
const ENTER = `${BIRTH}
(echo "$$ $(birth $$)" >&3) 2> /dev/null
PATH=
exec "$@" 3>&-`;

/**
 * Reads the process to guard from the pipe until the agent has ended. Then stops that process: cleanly at first, and
 * with stronger signals after 5 and 8 seconds.
 */
const GUARD = `trap '' HUP INT TERM
${BIRTH}
while read -r next born; do pid=$next at=$born; done
remains() { [ -n "$at" ] && [ "$(birth "$pid")" = "$at" ]; }
seconds=0
for step in INT:5 QUIT:8 KILL:9; do
  remains && kill -\${step%:*} "$pid" 2> /dev/null
  while remains && [ $seconds -lt \${step#*:} ]; do sleep 1 || exit; seconds=$((seconds + 1)); done
done`;

/**
 * Stops a server when the agent ends, even if it is killed: a small shell in a separate session that waits for a pipe
 * to close. It identifies the server by process id and start time, so it never signals another process. Not needed on
 * Windows, where the system ends an agent's child processes with it.
 */
export class Guardian {
  readonly #shell: ChildProcess | null;

  /** `name` is shown in process lists; `user` is the account that the server runs as. */
  constructor(name: string, user: SystemUser | null) {
    if (platform() === 'win32') {
      this.#shell = null;
      return;
    }
    this.#shell = spawn('/bin/sh', ['-c', GUARD, 'local-agent-guardian', name], {
      cwd: '/',
      // A separate session, so that the terminal's signals do not reach it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { LC_ALL: 'C', TZ: 'UTC' },
      ...(user && { uid: user.uid, gid: user.gid }),
    });
    // Without a guardian, the next start stops a server that was left running.
    this.#shell.on('error', () => undefined);
    this.#shell.stdin?.on('error', () => undefined);
  }

  /** Starts a program that ends with the agent. Its stdin and stdout are ignored; its stderr is a pipe. */
  spawn(program: string, args: readonly string[], options: Omit<SpawnOptions, 'stdio'>): ChildProcess {
    const pipe = this.#shell?.stdin;
    if (!pipe || pipe.destroyed) {
      return spawn(program, args, {
        ...options,
        detached: platform() !== 'win32',
        stdio: ['ignore', 'ignore', 'pipe'],
      });
    }
    return spawn('/bin/sh', ['-c', ENTER, 'sh', program, ...args], {
      ...options,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', pipe],
    });
  }

  /** Resolves once the guardian has exited. Call it when the server has ended, or to have the guardian end it. */
  async end(): Promise<void> {
    const shell = this.#shell;
    if (!shell || shell.pid === undefined || shell.exitCode !== null || shell.signalCode !== null) return;
    const gone = new Promise<void>((done) => shell.once('exit', () => done()));
    shell.stdin?.end();
    const inTime = await Promise.race([gone.then(() => true), delay(END_LIMIT_MS, false)]);
    if (inTime) return;
    shell.kill('SIGKILL');
    await gone;
  }
}
