import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  type EngineOptions,
  type LocalEngine,
  openEngine,
} from '../../../../../server/features/ai/local/engine/engine.ts';
import type { EngineQuestion } from '../../../../../server/generation/writers/local/text-engine.ts';
import { builtProgram } from '../../../../../server/supabase/package-files.ts';
import { testEngine } from '../../../../helpers/engine-package.ts';
import { fileFolder } from '../../../../helpers/file-folder.ts';
import { writeTinyModel } from '../../../../helpers/tiny-model.ts';

/** CPU ticks after which a question counts as being answered. */
const WRITING_TICKS = 5;
const WAIT = { timeout: 20_000, interval: 20 };

/** Whether a process is busy is read from /proc. */
const isLinux = process.platform === 'linux';

const schema = z.object({ mood: z.enum(['calm', 'loud']), words: z.array(z.string().min(1).max(20)).min(2).max(3) });
const QUESTION: EngineQuestion = {
  model: 'tiny',
  system: 'You write posts.',
  turns: [{ role: 'user', text: 'Dry the beans well.' }],
  schema: z.toJSONSchema(schema),
  maxTokens: 300,
  temperature: 0.7,
};
/** Takes longer to write than any test waits. */
const long = z.string().min(1000);
const ENDLESS = {
  ...QUESTION,
  schema: z.toJSONSchema(z.object({ one: long, two: long, three: long, four: long, five: long })),
  maxTokens: 7000,
};

const found = await testEngine();
const engine = found ?? '';
const folder = await fileFolder();
const file = join(folder, 'tiny.gguf');
const open: LocalEngine[] = [];

beforeAll(() => writeTinyModel(file));
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

function start(options: Partial<EngineOptions> = {}): LocalEngine {
  const installation = { enginePackage: () => engine, modelFile: () => file };
  // The same priority as the other tests, or it would have to wait for all of them.
  const limits = { priority: 0, ...options.limits };
  const started = openEngine({ installation, log: pino({ level: 'silent' }), ...options, limits });
  open.push(started);
  return started;
}

describe.skipIf(found === null)(
  'a model on this machine (skipped without npm’s registry)',
  { timeout: 400_000 },
  () => {
    it('answers in the form of the schema, one question after the other, in one process that is let go when idle', async () => {
      const local = start({ limits: { idleMs: 200 } });
      const answers = [local.answer(QUESTION), local.answer(QUESTION)];
      const first = await answers[0];
      const pid = local.process();
      const said: unknown = JSON.parse(first?.text ?? '');
      expect(said).toEqual({ mood: expect.stringMatching(/^(calm|loud)$/), words: expect.any(Array) });
      expect(schema.parse(said)).toEqual(said);
      expect(first).toMatchObject({ isWhole: true, inputTokens: expect.any(Number), outputTokens: expect.any(Number) });
      expect(first?.outputTokens).toBeGreaterThan(10);
      expect(await isRunning(pid)).toBe(true);
      schema.parse(JSON.parse((await answers[1])?.text ?? ''));
      await vi.waitFor(() => expect(local.process()).toBeNull(), WAIT);
      await vi.waitFor(async () => expect(await isRunning(pid)).toBe(false), WAIT);
    });

    // Reads from /proc whether the process is busy.
    it.runIf(isLinux)(
      'is cut where it finds no end, stops at once when it is cancelled, and answers the next question',
      async () => {
        const local = start();
        expect(await local.answer({ ...ENDLESS, maxTokens: 20 })).toMatchObject({ isWhole: false, outputTokens: 20 });
        const pid = local.process() ?? 0;
        const cancel = new AbortController();
        const cancelled = [ENDLESS, ENDLESS].map((question) =>
          expect(local.answer(question, cancel.signal)).rejects.toThrow('Cancelled.'),
        );
        await untilBusy(pid);
        cancel.abort(new Error('Cancelled.'));
        await Promise.all(cancelled);
        expect(await local.answer(QUESTION)).toMatchObject({ isWhole: true });
        expect(local.process()).toBe(pid);
      },
    );

    // Reads from /proc whether the process is busy.
    it.runIf(isLinux)('fails one question when its process is killed, and works again afterwards', async () => {
      const local = start();
      await local.answer(QUESTION);
      const pid = local.process() ?? 0;
      const said = expect(local.answer(ENDLESS)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(
          /^The process of tiny was killed, most likely because memory ran out\. Close other/,
        ),
      });
      await untilBusy(pid);
      process.kill(pid, 'SIGKILL');
      await said;
      expect(await local.answer(QUESTION)).toMatchObject({ isWhole: true });
      expect(local.process()).not.toBe(pid);
    });

    it.each([
      [
        'its file is removed',
        (local: LocalEngine) => local.release('tiny'),
        'The model was removed while it was writing.',
      ],
      [
        'the agent closes',
        (local: LocalEngine) => local.close(),
        'The agent was stopped before the model had answered.',
      ],
    ])('is let go when %s, and what it was writing says so', async (_when, end, words) => {
      const local = start();
      const said = expect(local.answer(ENDLESS)).rejects.toThrow(words);
      await vi.waitFor(() => expect(local.process()).not.toBeNull(), WAIT);
      const pid = local.process();
      await local.release('another');
      expect(local.process()).toBe(pid);
      await end(local);
      await said;
      expect(await isRunning(pid)).toBe(false);
    });

    it('ends with an agent that is killed', async () => {
      const setup = { setup: { engine, file, threads: 1, contextMax: 1024 } };
      const agent = spawn(process.execPath, ['-e', AGENT, PROGRAM, JSON.stringify(setup)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [pid] = await once(agent.stdout, 'data');
      expect(await isRunning(Number(pid))).toBe(true);
      agent.kill('SIGKILL');
      await vi.waitFor(async () => expect(await isRunning(Number(pid))).toBe(false), WAIT);
    });
  },
);

const PROGRAM = builtProgram('local-engine');
/** Stands in for an agent: starts a model's process as an agent does, and prints its id once the model is loaded. */
const AGENT = `
  const child = require('node:child_process').fork(process.argv[1]);
  child.send(JSON.parse(process.argv[2]));
  child.on('message', (report) => process.stdout.write(report.kind === 'ready' ? String(child.pid) : 'failed'));
`;

describe('what is not right is said in one line with its remedy', { timeout: 400_000 }, () => {
  it('no engine, no model, or too little memory: no process is started', async () => {
    const at = (installation: EngineOptions['installation'], freeMemory = () => 1e12) =>
      start({ installation, freeMemory });
    const noEngine = at({ enginePackage: () => null, modelFile: () => file });
    await expect(noEngine.answer(QUESTION)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/engine .* is not installed\. Install it in Settings/),
    });
    const noModel = at({ enginePackage: () => engine, modelFile: () => null });
    await expect(noModel.answer(QUESTION)).rejects.toThrow('The model tiny is not on this machine. Install it');
    const full = at({ enginePackage: () => engine, modelFile: () => file }, () => 100_000_000);
    await expect(full.answer(QUESTION)).rejects.toThrow(
      'tiny needs about 350 MB of free memory, and 100 MB are free. Close other programs, or choose a smaller model',
    );
    expect([noEngine, noModel, full].map((each) => each.process())).toEqual([null, null, null]);
  });

  it.skipIf(found === null)('an engine whose package is gone, and a file that is no model', async () => {
    const empty = start({ installation: { enginePackage: () => folder, modelFile: () => file } });
    await expect(empty.answer(QUESTION)).rejects.toThrow(/does not run here: .* Remove it and install it again/);
    const broken = join(folder, 'broken.gguf');
    await writeFile(broken, (await readFile(file)).subarray(0, 60_000));
    const damaged = start({ installation: { enginePackage: () => engine, modelFile: () => broken } });
    await expect(damaged.answer(QUESTION)).rejects.toThrow(/^tiny cannot be loaded: .* Install it again, or choose/);
    await vi.waitFor(() => expect(damaged.process()).toBeNull(), WAIT);
    await writeTinyModel(broken);
    expect(await damaged.answer(QUESTION)).toMatchObject({ isWhole: true });
  });
});

const run = promisify(execFile);

/** Whether a process exists and is not a zombie. */
async function isRunning(pid: number | null): Promise<boolean> {
  if (process.platform === 'win32') return isThere(pid ?? 0);
  const { stdout } = await run('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function untilBusy(pid: number): Promise<void> {
  const before = await workOf(pid);
  await vi.waitFor(async () => expect(await workOf(pid)).toBeGreaterThan(before + WRITING_TICKS), WAIT);
}

/** The CPU time that a process has used, in hundredths of a second. Linux only. */
async function workOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]);
}
