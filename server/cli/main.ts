import { isRunByNpx } from '../system/environment.ts';
import { FORCED } from './messages.ts';
import { buildProgram } from './program.ts';
import { endOf } from './terminal/exit-code.ts';
import { interruptionSignal } from './terminal/interruption.ts';
import { note, type Terminal } from './terminal/terminal.ts';

/**
 * Runs one command line and ends the process with its exit code: 0 done, 1 failed, 2 wrong usage, 128 + signal
 * interrupted.
 */
export async function main(args: string[]): Promise<never> {
  const { stdin, stdout, stderr } = process;
  const ending = interruptionSignal((exitCode) => {
    stderr.write(`${FORCED}\n`);
    process.exit(exitCode);
  }, isRunByNpx());
  // The reader of our output may be gone (`… | head`); still shut down cleanly.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  const terminal: Terminal = { stdin, stdout, stderr, ending };
  const exitCode = await runCommand(args, terminal);
  await Promise.all([stdout, stderr].map((stream) => new Promise((written) => stream.write('', written))));
  process.exit(exitCode);
}

/** Runs one command line on `terminal`, prints errors there, and returns its exit code. Never rejects. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const program = await buildProgram(terminal, args);
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    const { exitCode, message } = endOf(error);
    if (message) note(terminal, message);
    return exitCode;
  }
}
