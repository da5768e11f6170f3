import { expect, it } from 'vitest';
import { endOf } from '../../../server/cli/terminal/exit-code.ts';
import { Interruption } from '../../../server/cli/terminal/interruption.ts';
import { AppError } from '../../../server/errors.ts';
import { runHere } from '../../helpers/cli.ts';

const run = (...args: string[]) => runHere(args);

it('prints its version', async () => {
  const stdout = expect.stringMatching(/^\d+\.\d+\.\d+\n$/);
  expect(await run('--version')).toEqual({ code: 0, stdout, stderr: '' });
});

it('explains itself on stdout when asked, with every command', async () => {
  const { code, stdout } = await run('--help');
  expect(code).toBe(0);
  const all =
    'start status stop users generate posts jobs scripts accounts channels warmup config token service doctor';
  for (const command of `${all} browser`.split(' ')) {
    expect(stdout).toMatch(new RegExp(`^ +${command} `, 'm'));
  }
});

it.each([[[]], [['nonsense']], [['start', '--nonsense']], [['users', 'add']], [['users', 'add', 'a@b.c', 'password']]])(
  'takes %j for wrong usage: exit code 2, and help on stderr',
  async (args) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).not.toBe('');
  },
);

it.each([
  [['start', '--port', 'abc'], '--port: expected a port from 0 to 65535.'],
  [['start', '--port', '70000'], '--port: expected a port from 0 to 65535.'],
  [['start', '--allow-origin', 'here'], '--allow-origin: expected a URL that begins with http:// or https://.'],
  [['doctor', '--port', '-1'], '--port: expected a port from 0 to 65535.'],
  [['status', '--data-dir', ''], '--data-dir: expected a directory.'],
  [['status', '--log-level', 'loud'], '--log-level: expected silent, fatal, error, warn, info, debug or trace.'],
])('takes %j for wrong usage too, in the words of the setting', async (args, said) =>
  expect(await run(...args)).toEqual({ code: 2, stdout: '', stderr: `local-agent: ${said}\n` }),
);

it('ends with 1 and one line for a known error, 130 for Ctrl+C, and shows where a bug is', () => {
  expect(endOf(new AppError('conflict', 'It is taken.\nTry another.'))).toEqual({
    exitCode: 1,
    message: 'local-agent: It is taken. Try another.',
  });
  expect(endOf(new Interruption(130))).toEqual({ exitCode: 130, message: null });
  expect(endOf(new TypeError('oops')).message).toMatch(/a bug:\nTypeError: oops\n +at /);
});
