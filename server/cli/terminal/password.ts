import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AppError } from '../../errors.ts';
import type { Terminal } from './terminal.ts';

const NO_PASSWORD = 'Pass the password on standard input: printf %s "$PASSWORD" | local-agent users … --password-stdin';
const EMPTY_PASSWORD = 'No password on standard input.';
const PASSWORDS_DIFFER = 'The passwords do not match. Nothing was changed; try again.';

/**
 * A password from standard input (one line break at its end is dropped) or, at a terminal, typed twice without echo.
 * Never an argument, which every process on the machine could read.
 */
export async function askPassword(terminal: Terminal, options: { passwordStdin?: boolean }): Promise<string> {
  const how = { fromStdin: options.passwordStdin, notTyped: NO_PASSWORD, empty: EMPTY_PASSWORD };
  const password = await askSecret(terminal, { ...how, question: 'Password: ' });
  if (!options.passwordStdin && (await typeSecret(terminal, 'Repeat it: ')) !== password)
    throw new AppError('bad_input', PASSWORDS_DIFFER);
  return password;
}

/**
 * A secret from standard input or, at a terminal, typed without echo. AppError bad_input with the message `notTyped` if
 * there is no terminal, or `empty` if standard input is empty.
 */
export async function askSecret(
  terminal: Terminal,
  {
    fromStdin,
    question,
    notTyped,
    empty,
  }: { fromStdin?: boolean | undefined; question: string; notTyped: string; empty: string },
): Promise<string> {
  if (fromStdin) return readSecret(terminal, empty);
  if (!terminal.stdin.isTTY) throw new AppError('bad_input', notTyped);
  return typeSecret(terminal, question);
}

/** All of standard input without a final line break. AppError bad_input with the message `empty` if it is empty. */
export async function readSecret({ stdin }: Terminal, empty: string): Promise<string> {
  let text = '';
  for await (const chunk of stdin.setEncoding('utf8')) text += chunk;
  const secret = text.replace(/\r?\n$/, '');
  if (!secret) throw new AppError('bad_input', empty);
  return secret;
}

/** Reads a line typed without echo; empty for Enter alone. */
export async function typeSecret({ stdin, stderr, ending }: Terminal, question: string): Promise<string> {
  stderr.write(question);
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nothing, terminal: true, historySize: 0 });
  try {
    // While readline has the terminal, Ctrl+C sends no signal.
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    return await lines.question('', { signal: ending });
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
