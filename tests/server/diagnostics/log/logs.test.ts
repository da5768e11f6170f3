import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { logPaths, openLogFile } from '../../../../server/diagnostics/log/log-file.ts';
import { endOfLog, followLog, readLog } from '../../../../server/diagnostics/log/read-log.ts';
import { logRoutes } from '../../../../server/diagnostics/log/routes.ts';
import { withZod } from '../../../../server/http/zod-compiler.ts';
import type { LogLevel } from '../../../../shared/agent/logs.ts';
import { testFolder } from '../../../helpers/file-folder.ts';

const NUMBERS: { [level in LogLevel]?: number } = { error: 50, warn: 40, info: 30, debug: 20 };
const line = (msg: string, level: LogLevel = 'warn', time = 1_800_000_000_000) =>
  `${JSON.stringify({ level: NUMBERS[level], time, pid: 1, hostname: 'h', msg })}\n`;

let folder: string;
beforeEach(async () => {
  folder = await testFolder();
});

describe('the files of the log', () => {
  it('are put aside when they are full, and the oldest goes', async () => {
    const limits = { maxBytes: 250, files: 3 };
    const log = openLogFile(folder, limits);
    for (let n = 0; n < 20; n++) log.write(line(`line ${n}`));
    log.close();
    expect((await readdir(folder)).sort()).toEqual(['agent.log', 'agent.log.1', 'agent.log.2']);
    for (const path of logPaths(folder, limits)) expect((await stat(path)).size).toBeLessThanOrEqual(250);
    const kept = await readLog(folder, { last: 100 }, limits);
    expect(kept.at(-1)?.message).toBe('line 19');
    const numbers = kept.map(({ message }) => Number(message.split(' ')[1]));
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  });

  it('go on where an earlier agent ended, and only their owner can read them', async () => {
    for (const text of ['one', 'two']) {
      const log = openLogFile(folder);
      log.write(line(text));
      log.close();
    }
    expect((await readLog(folder, { last: 9 })).map(({ message }) => message)).toEqual(['one', 'two']);
    if (process.platform !== 'win32') expect((await stat(join(folder, 'agent.log'))).mode & 0o777).toBe(0o600);
  });

  // On Windows, creating a link needs rights that few users have.
  it.skipIf(process.platform === 'win32')('are never written through a link', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await writeFile(elsewhere, 'mine');
    await symlink(elsewhere, join(folder, 'agent.log'));
    openLogFile(folder).write(line('not here'));
    expect(await readFile(elsewhere, 'utf8')).toBe('mine');
  });

  it('may be missing: lines are lost then, and nothing fails', async () => {
    await writeFile(join(folder, 'file'), '');
    const log = openLogFile(join(folder, 'file', 'logs'));
    expect(() => log.write(line('lost'))).not.toThrow();
    expect(await readLog(join(folder, 'none'), { last: 9 })).toEqual([]);
  });
});

describe('reading the log', () => {
  const messages = async (request: Omit<Parameters<typeof readLog>[1], 'last'> & { last?: number }) =>
    (await readLog(folder, { last: 100, ...request })).map(({ message }) => message);

  it('leaves out what is not asked for, and what is no line', async () => {
    const texts = [line('old', 'error', 1000), line('loud', 'error'), line('Bread burnt'), line('quiet', 'debug')];
    await writeFile(join(folder, 'agent.log'), `${texts.join('')}{"level":50,"ti\n`);
    expect(await messages({})).toEqual(['old', 'loud', 'Bread burnt', 'quiet']);
    expect(await messages({ level: 'warn' })).toEqual(['old', 'loud', 'Bread burnt']);
    expect(await messages({ level: 'error', since: 2000 })).toEqual(['loud']);
    expect([await messages({ text: 'bread' }), await messages({ last: 1 })]).toEqual([['Bread burnt'], ['quiet']]);
  });
});

describe('following the log', () => {
  it('has each new line once, over files that are put aside', { timeout: 20_000 }, async () => {
    const limits = { maxBytes: 300, files: 5 };
    const log = openLogFile(folder, limits);
    log.write(line('before'));
    const ending = new AbortController();
    const from = await endOfLog(folder, limits);
    const seen: string[] = [];
    const lines = followLog(folder, { from, signal: ending.signal, level: 'warn' }, limits);
    for (let n = 0; n < 3; n++) {
      log.write(line('not this', 'debug'));
      log.write(line(`brød ${n}`));
      const { value } = await lines.next();
      seen.push(value?.message ?? '');
    }
    ending.abort();
    expect(await lines.next()).toMatchObject({ done: true });
    log.close();
    expect(seen).toEqual(Array.from({ length: 3 }, (_, n) => `brød ${n}`));
    expect((await readdir(folder)).length).toBeGreaterThan(1);
  });

  it('begins with a log that is not there yet', { timeout: 20_000 }, async () => {
    const ending = new AbortController();
    const lines = followLog(folder, { from: await endOfLog(folder), signal: ending.signal });
    const first = lines.next();
    openLogFile(folder).write(line('first'));
    expect((await first).value?.message).toBe('first');
    ending.abort();
    await lines.next();
  });
});

it('the level of the log changes while the agent runs', async () => {
  let written = '';
  const log = pino({ level: 'warn' }, { write: (text: string) => (written += text) });
  const app = Fastify();
  withZod(app);
  logRoutes(log)(app);
  log.info('too quiet');
  const change = (level: string) => app.inject({ method: 'PUT', url: '/api/log-level', payload: { level } });
  expect((await change('info')).json()).toEqual({ level: 'info' });
  log.info('heard');
  expect((await app.inject('/api/log-level')).json()).toEqual({ level: 'info' });
  expect(written).toContain('heard');
  expect(written).not.toContain('too quiet');
  expect((await change('loud')).statusCode).not.toBe(200);
  expect(log.level).toBe('info');
  await app.close();
});
