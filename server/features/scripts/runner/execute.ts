import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import type { ScriptPuppeteer } from '../../../browser/puppeteer.ts';
import { defineGivenNames, type GivenBrowser } from './given-names.ts';
import type { Output } from './output.ts';
import type { RunnerJob } from './protocol.ts';
import { readScript, TRACK } from './read-script.ts';
import { writeModule } from './script-files.ts';

const PREFIX = '(async function (exports, require, module, __filename, __dirname) {';

export type Parts = { output: Output; puppeteer: ScriptPuppeteer; given: GivenBrowser };

/**
 * Runs a script of any form until its code, the promises of its top-level calls and its exported function are done;
 * returns its result. Rejects with the script's error.
 */
export async function execute(job: RunnerJob, scratch: string, parts: Parts): Promise<unknown> {
  const script = readScript(job.code);
  if (script.form === 'recording') {
    const { playRecording } = await import('./recording.ts');
    await playRecording(script.flow, await parts.given.browser(), await parts.given.page(), parts.output);
    return undefined;
  }
  await defineGivenNames(job, script.uses, parts);
  const calls: unknown[] = [];
  Object.defineProperty(globalThis, TRACK, { value: (promise: unknown) => void calls.push(promise) });
  const run = script.form === 'module' ? runModule : runBody;
  const { returned, exported } = await run(scratch, script.code);
  await Promise.all(calls);
  return typeof exported === 'function' ? callExported(exported as Exported, parts.given) : returned;
}

type Exported = (given: object) => unknown;
type Outcome = { returned: unknown; exported: unknown };

async function runModule(scratch: string, code: string): Promise<Outcome> {
  const namespace = await import(pathToFileURL(await writeModule(scratch, code)).href);
  return { returned: undefined, exported: namespace.default };
}

/** Only the prefix precedes the code, on the same line: line and column numbers in errors match the script. */
async function runBody(scratch: string, code: string): Promise<Outcome> {
  const filename = join(scratch, 'script.js');
  const compiled = compile(code, filename);
  const module = { exports: {} as unknown };
  const body: (...given: unknown[]) => Promise<unknown> = compiled.runInThisContext();
  const returned = await body.call(module.exports, module.exports, createRequire(filename), module, filename, scratch);
  return { returned, exported: module.exports };
}

function compile(code: string, filename: string): vm.Script {
  try {
    return new vm.Script(`${PREFIX}${code}\n})`, {
      filename,
      columnOffset: -PREFIX.length,
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
  } catch (error) {
    const lines = code.split('\n').length;
    const line = Number(/:(\d+)\n/.exec((error as Error).stack ?? '')?.[1]);
    if (!(line > lines)) throw error;
    // The engine reported an error in our suffix.
    const atEnd = new SyntaxError('Unexpected end of input');
    atEnd.stack = `${filename}:${lines}\n${atEnd}`;
    throw atEnd;
  }
}

async function callExported(exported: Exported, given: GivenBrowser): Promise<unknown> {
  if (exported.length === 0) return exported({});
  return exported({ page: await given.page(), browser: await given.browser(), context: {} });
}
