import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AppError } from '../errors.ts';
import { EMPTY_PASSWORD, NO_PASSWORD, PASSWORDS_DIFFER } from './messages.ts';
import type { Terminal } from './terminal.ts';

/**
 * A password from standard input (one line break at its end is dropped) or, at a terminal, typed twice and not shown. Never from an argument,
 * which every process on the machine could read.
 */
export async function askPassword(terminal: Terminal, options: { passwordStdin?: boolean }): Promise<string> {
  if (options.passwordStdin) return readPassword(terminal);
  if (!terminal.stdin.isTTY) throw new AppError('bad_input', NO_PASSWORD);
  const password = await typePassword(terminal, 'Password: ');
  if ((await typePassword(terminal, 'The same again: ')) !== password)
    throw new AppError('bad_input', PASSWORDS_DIFFER);
  return password;
}

async function readPassword({ stdin }: Terminal): Promise<string> {
  let text = '';
  for await (const chunk of stdin.setEncoding('utf8')) text += chunk;
  const password = text.replace(/\r?\n$/, '');
  if (!password) throw new AppError('bad_input', EMPTY_PASSWORD);
  return password;
}

async function typePassword({ stdin, stderr, ending }: Terminal, question: string): Promise<string> {
  stderr.write(question);
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nothing, terminal: true, historySize: 0 });
  try {
    // Ctrl+C is an ordinary key while readline has the terminal.
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    return await lines.question('', { signal: ending });
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
