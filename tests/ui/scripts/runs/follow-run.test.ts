import { describe, expect, it } from 'vitest';
import type { ScriptRun } from '../../../../shared/scripts/script-run.ts';
import { startRun } from '../../../../ui/features/scripts/runs/follow-run.ts';

const RUN: ScriptRun = {
  id: '6f9e3c1e-2c9f-4a35-9d53-1d2f9f3d8a01',
  scriptId: null,
  name: '',
  accountId: null,
  status: 'running',
  startedAt: '2026-11-21T09:05:00.000Z',
  finishedAt: null,
  error: null,
  artifacts: [],
};
const LINE = { at: RUN.startedAt, kind: 'script', text: 'one' };

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const stream = (body: BodyInit) =>
  new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });

/** Starts a run that the agent answers like this; tells what was heard of it, and how it ended. */
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
    await expect(run(response)).rejects.toThrow('The backend answered without the logs of the run.');
  });
});
