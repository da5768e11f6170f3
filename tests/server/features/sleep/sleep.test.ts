import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { keepChild } from '../../../../server/features/sleep/kept-child.ts';
import { sleepOf, sleptBetween } from '../../../../server/features/sleep/sleep.ts';

const MANAGER = '/org/freedesktop/login1: org.freedesktop.login1.Manager';

test.each([
  [`${MANAGER}.PrepareForSleep (true,)`, true],
  [`${MANAGER}.PrepareForSleep (false,)`, false],
  [`${MANAGER}.PrepareForShutdown (true,)`, null],
  ['Monitoring signals on object /org/freedesktop/login1 owned by org.freedesktop.login1', null],
  [`${MANAGER}.SessionNew ('PrepareForSleep (true,)', objectpath '/')`, null],
])('the line %s of the monitor', (line, expected) => {
  expect(sleepOf(line)).toBe(expected);
});

test('a clock that went on without the agent, not a busy machine or a clock set back, is sleep', () => {
  expect([5_000, 19_000, 21_000, -3_600_000].map((passed) => sleptBetween(1e12, 1e12 + passed))).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

test.skipIf(process.platform === 'win32')('a program is read by line, and ends with its input', async () => {
  const log = pino({ level: 'silent' });
  const line = await new Promise<string>((resolve) => {
    const child = keepChild({
      program: '/bin/sh',
      args: ['-c', 'echo ready; exec cat'],
      onLine: (read) => void child.end().then(() => resolve(read)),
      log,
    });
  });
  expect(line).toBe('ready');
  const missing = keepChild({ program: 'no-such-program-here', args: [], log });
  await Promise.race([missing.end(), delay(5_000).then(() => expect.unreachable())]);
});
