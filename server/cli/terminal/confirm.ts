import { createInterface } from 'node:readline/promises';
import { AppError } from '../../errors.ts';
import type { Terminal } from './terminal.ts';

export const NOT_CONFIRMED = 'Nothing was changed.';
export const NEEDS_YES = 'Nothing was changed: without a terminal, confirm with --yes.';

/**
 * Shows what is about to happen, and resolves if the user enters one of `words`, in upper or lower case. AppError
 * bad_input if the user declines or there is no terminal.
 */
export async function confirm(
  { stdin, stderr, ending }: Terminal,
  { says, question, words }: { says: string; question: string; words: readonly string[] },
): Promise<void> {
  if (!stdin.isTTY) throw new AppError('bad_input', `${says} ${NEEDS_YES}`);
  stderr.write(`${says}\n`);
  const lines = createInterface({ input: stdin, output: stderr, terminal: true, historySize: 0 });
  try {
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    const answer = await lines.question(question, { signal: ending });
    if (!words.includes(answer.trim().toLowerCase())) throw new AppError('bad_input', NOT_CONFIRMED);
  } finally {
    lines.close();
  }
}
