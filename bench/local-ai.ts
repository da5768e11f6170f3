import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { z } from 'zod';
import { openEngine } from '../server/features/ai/local/engine/engine.ts';
import { createInstallation } from '../server/features/ai/local/installation.ts';
import type { WriteRequest } from '../server/generation/post.ts';
import { builtInWriter } from '../server/generation/writers/built-in-writer.ts';
import { localWriter } from '../server/generation/writers/local/local-writer.ts';
import type { EngineQuestion } from '../server/generation/writers/local/text-engine.ts';
import { testEngine } from '../tests/helpers/engine-package.ts';
import { installTinyModel, TINY } from '../tests/helpers/local-model.ts';
import { proportionalMb } from './memory.ts';
import { withDataDir } from './workspace.ts';

const IDLE_MS = 3000;
const POLL_MS = 20;

const SOURCE = `A sourdough loaf needs about twelve hours in the fridge before it goes into the oven. A hot pot keeps the steam in, so the crust stays soft while the loaf rises. Let it cool for an hour, because the crumb is still setting inside.

Flour takes up more water the longer it rests. Mix it with the water an hour before the salt and the starter, and the dough is smooth after a few folds.`;

const REQUEST: WriteRequest = {
  niche: 'Home baking',
  template: { name: 'Tips', prompt: 'Give practical tips.' },
  sources: [{ ok: true, url: 'https://bread.example/', title: 'Bread', text: SOURCE, language: 'en', picture: null }],
  platforms: ['instagram', 'linkedin'],
  count: 1,
  avoid: [],
  hasVideo: false,
  seed: 'bench',
  onPost: () => undefined,
};

/** Makes any model write a long answer. */
const LONG: Omit<EngineQuestion, 'model'> = {
  system: 'You write posts.',
  turns: [{ role: 'user', text: 'Write about bread.' }],
  schema: z.toJSONSchema(z.object({ text: z.string().min(1500) })),
  maxTokens: 300,
  temperature: 0.7,
};

/**
 * Posts by a local model in its own process: the tests' tiny model, whose posts fail their checks, so each takes two
 * attempts and then the built-in writer; or the GGUF file that BENCH_MODEL names. Memory is read from /proc (Linux).
 */
export async function benchLocalAi(): Promise<Record<string, string>[]> {
  return withDataDir(async (dataDir) => {
    const engineFolder = await testEngine();
    if (engineFolder === null) throw new Error('The engine could not be installed: npm’s registry cannot be reached.');
    await installTinyModel(dataDir, engineFolder);
    const installed = createInstallation(dataDir);
    const own = process.env.BENCH_MODEL;
    const engine = openEngine({
      installation: own ? { ...installed, modelFile: () => own } : installed,
      limits: { idleMs: IDLE_MS },
      log: pino({ level: 'silent' }),
    });
    const agent = () => proportionalMb(process.pid);
    try {
      const before = await agent();
      const calls: { outputTokens: number }[] = [];
      const writer = localWriter({
        choice: { provider: 'local', model: TINY, apiKey: null, baseUrl: null, price: null },
        engine,
        fallback: builtInWriter,
        monthlyCapUsd: null,
        ledger: {
          thisMonth: () => Promise.reject(new Error('There is no cap.')),
          record: async (call) => void calls.push(call),
        },
      });
      const first = await timed(() => writer.write(REQUEST));
      const firstCalls = calls.length;
      const next = await timed(() => writer.write({ ...REQUEST, seed: 'again' }));
      const long = await timed(() => engine.answer({ ...LONG, model: TINY }));
      const during = await proportionalMb(engine.process() ?? 0);
      while (engine.process() !== null) await sleep(POLL_MS);
      const after = await agent();
      return [
        row('first post, with loading the model', `${first.ms.toFixed(0)} ms`, `${firstCalls} answers`),
        row('next post', `${next.ms.toFixed(0)} ms`, `${calls.length - firstCalls} answers`),
        row('tokens a second', ((1000 * long.value.outputTokens) / long.ms).toFixed(0), 'a long answer'),
        row('memory of the agent before', `${before.toFixed(0)} MB`),
        row('memory of the model’s process', `${during.toFixed(0)} MB`, 'beside the agent’s'),
        row('memory of the agent after', `${after.toFixed(0)} MB`, 'the model is let go'),
      ];
    } finally {
      await engine.close();
    }
  });
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

function row(what: string, measured: string, note = ''): Record<string, string> {
  return { what, measured, note };
}
