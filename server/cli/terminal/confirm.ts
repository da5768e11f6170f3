import { createInterface } from 'node:readline/promises';
import { AppError } from '../../errors.ts';
import type { Terminal } from './terminal.ts';

export const NOT_CONFIRMED = 'Nothing was changed.';
export const NEEDS_YES = 'Nothing was changed: confirm with --yes where nobody can type.';

/**
 * Says what is about to happen, and goes on where one of the words is typed, in whatever case. AppError bad_input when the
 * person declines, or there is no terminal.
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
