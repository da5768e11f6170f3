import { describe, expect, it } from 'vitest';
import { startRun } from '@/features/scripts/runs/follow-run.ts';
import {
  endedRun,
  endToast,
  failedRun,
  failureToast,
  knownRun,
  startedRun,
  succeededRun,
  withState,
} from '@/features/scripts/runs/latest-run.ts';
import { AgentResponseError } from '@/lib/agent.ts';
import type { ScriptRun, ScriptRunDetails } from '../../../../shared/scripts/script-run.ts';

const AT = '2026-11-21T09:05:00.000Z';
const LATER = '2026-11-21T09:06:00.000Z';
const STARTED = startedRun('a', AT);
const START_LINE = 'Starting script...';
const FAILED = 'Error: Failed to run script';

const RUN: ScriptRun = {
  id: '6f9e3c1e-2c9f-4a35-9d53-1d2f9f3d8a01',
  scriptId: 'a',
  name: 'Morning',
  accountId: null,
  status: 'running',
  startedAt: AT,
  finishedAt: null,
  error: null,
  artifacts: [],
};
const ended = (status: ScriptRun['status'], error: string | null): ScriptRun => ({
  ...RUN,
  status,
  error,
  finishedAt: LATER,
});
const words = (log: { text: string }[]) => log.map(({ text }) => text);
const linesAfter = (error: unknown) => words(failedRun(STARTED, error, LATER).log);

describe('a run', () => {
  it('ends with the lines of a server that answers plain JSON, whose times nobody knows', () => {
    const run = succeededRun(STARTED, ['one'], LATER);
    expect(run).toMatchObject({ status: 'success', finishedAt: LATER });
    expect(run.log.slice(1)).toEqual([{ at: null, kind: 'script', text: 'one' }]);
  });

  it('is not over before everything about its end is there', () => {
    expect(withState(STARTED, { ...RUN, status: 'queued' })).toMatchObject({ id: RUN.id, status: 'queued' });
    expect(withState(STARTED, { ...RUN, status: 'success' })).toBe(STARTED);
  });

  it.each<[ScriptRun['status'], string | null, string[], string]>([
    ['success', null, [], 'Script completed'],
    ['error', 'Error: no (line 2)', [FAILED, 'Error: no (line 2)'], 'Script failed'],
    [
      'timeout',
      'The script did not end within 5 min.',
      [FAILED, 'The script did not end within 5 min.'],
      'Script failed',
    ],
    ['cancelled', 'The run was cancelled.', [], 'Script cancelled'],
  ])('that ended with %s says so', (status, error, lines, title) => {
    const run = endedRun(STARTED, ended(status, error));
    expect(words(run.log)).toEqual([START_LINE, ...lines]);
    expect(endToast(run).title).toBe(title);
  });

  it('does not say twice why it failed', () => {
    const known = 'The script did not end within 5 min.';
    const said = { ...STARTED, log: [...STARTED.log, { at: AT, kind: 'agent' as const, text: known }] };
    expect(words(endedRun(said, ended('timeout', known)).log)).toEqual([START_LINE, known, FAILED]);
  });

  it('of the history reads as it did when it was followed', () => {
    const log: ScriptRunDetails['log'] = [{ at: AT, kind: 'page', text: 'hello' }];
    const followed = endedRun({ ...STARTED, log: [...STARTED.log, ...log] }, ended('error', 'Out of memory.'));
    expect(knownRun('a', { ...ended('error', 'Out of memory.'), log })).toEqual(followed);
  });
});

describe('a failed run', () => {
  it.each<[string, unknown, string[]]>([
    ['no words', null, [FAILED]],
    ['logs that say why', { error: 'No x.', logs: ['one', 'Line 1: No x.'] }, ['one', 'Line 1: No x.', FAILED]],
    ['logs', { error: 'x is not defined', logs: ['one'] }, ['one', FAILED, 'x is not defined']],
  ])('answered with %s', (_, body, lines) => {
    expect(linesAfter(new AgentResponseError(500, body))).toEqual([START_LINE, ...lines]);
  });

  it('shows the words of any other error', () => {
    expect(linesAfter(new Error('Out of memory'))).toEqual([START_LINE, 'Error: Out of memory']);
    expect(linesAfter('odd')).toEqual([START_LINE, 'Error: odd']);
  });

  it('is blamed on the backend unless the backend ran the script', () => {
    expect(failureToast(new AgentResponseError(500, { error: 'Busy.' })).title).toBe('Cannot connect to backend');
    expect(failureToast(new AgentResponseError(422, { error: 'No.', logs: [] })).title).toBe('Script failed');
  });
});

const LINE = { at: RUN.startedAt, kind: 'script', text: 'one' };

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const stream = (body: BodyInit) =>
  new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });

/** Starts a run with this response of the agent. Returns the reported updates and how it ended. */
async function run(response: Response) {
  const heard: unknown[] = [];
  const follower = { run: (state: unknown) => heard.push(state), line: (line: unknown) => heard.push(line) };
  const answer = await startRun(async () => response, { script: '' }, follower, new AbortController().signal);
  return { answer, heard };
}

describe('a stream of events', () => {
  it('is heard as it comes, to the end', async () => {
    const body = event('run', RUN) + event('line', LINE) + event('later', {}) + event('result', RUN);
    expect(await run(stream(body))).toEqual({ answer: { kind: 'end', run: RUN }, heard: [RUN, LINE] });
  });

  it('that ends too early has broken off, and so has one whose connection is lost', async () => {
    expect((await run(stream(event('run', RUN)))).answer).toEqual({ kind: 'broken off' });
    const lost = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(event('line', LINE)));
      },
      pull: (controller) => controller.error(new TypeError('network error')),
    });
    expect(await run(stream(lost))).toEqual({ answer: { kind: 'broken off' }, heard: [LINE] });
  });

  it('throws the agent’s own failure, and what cannot be understood', async () => {
    const failed = event('error', { error: 'No browser was found.', code: 'unavailable' });
    await expect(run(stream(failed))).rejects.toThrow('No browser was found.');
    await expect(run(stream(event('line', { text: 1 })))).rejects.toThrow();
  });
});

describe('a plain answer', () => {
  it('is read for its logs', async () => {
    expect((await run(Response.json({ logs: ['one'], more: 1 }))).answer).toEqual({ kind: 'logs', logs: ['one'] });
  });

  it.each([
    ['no JSON', new Response('<!doctype html>')],
    ['logs of another kind', Response.json({ logs: [1] })],
  ])('with %s is an error in words for people', async (_, response) => {
    await expect(run(response)).rejects.toThrow('The backend’s response did not include the logs of the run.');
  });
});
