import { createInterface } from 'node:readline/promises';
import { AppError } from '../../errors.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { QUESTIONS } from './link-messages.ts';

/** Reads a line at a terminal; Enter alone keeps `before`. Without a terminal: `before`, or else AppError bad_input. */
export async function typeLine(
  { stdin, stderr, ending }: Terminal,
  what: keyof typeof QUESTIONS,
  before: string | undefined,
): Promise<string> {
  const { question, option } = QUESTIONS[what];
  if (!stdin.isTTY) {
    if (before) return before;
    throw new AppError('bad_input', option);
  }
  const lines = createInterface({ input: stdin, output: stderr, terminal: true });
  try {
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    const typed = await lines.question(before ? `${question} [${before}]: ` : `${question}: `, { signal: ending });
    return typed.trim() || before || '';
  } finally {
    lines.close();
  }
}
