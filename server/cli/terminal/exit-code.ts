import { CommanderError } from 'commander';
import { AppError } from '../../errors.ts';
import { Interruption } from './interruption.ts';

/** Ends a command that has already printed its result, with exit code 1 or another. */
export class CommandFailed extends Error {
  readonly exitCode: number;

  constructor(exitCode = 1) {
    super('The command failed.');
    this.name = 'CommandFailed';
    this.exitCode = exitCode;
  }
}

/** A wrong command line that commander cannot detect; `message` says what to write instead. */
export class WrongUsage extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongUsage';
  }
}

/**
 * How a command that threw ends: the exit code (1 failed, 2 wrong usage, 128 + signal interrupted) and the message for
 * stderr, if any.
 */
export function endOf(error: unknown): { exitCode: number; message: string | null } {
  if (error instanceof CommandFailed || error instanceof Interruption)
    return { exitCode: error.exitCode, message: null };
  // Commander has already printed its help, version or error.
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : 2, message: null };
  if (error instanceof WrongUsage) return { exitCode: 2, message: `local-agent: ${oneLine(error.message)}` };
  if (error instanceof AppError) return { exitCode: 1, message: `local-agent: ${oneLine(error.message)}` };
  const details = error instanceof Error ? error.stack : String(error);
  return { exitCode: 1, message: `local-agent: something unexpected went wrong, which is a bug:\n${details}` };
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
