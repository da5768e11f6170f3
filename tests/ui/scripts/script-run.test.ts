import { describe, expect, it } from 'vitest';
import {
  failedRun,
  failureToast,
  readRunResult,
  startedRun,
  succeededRun,
} from '../../../ui/features/scripts/script-run.ts';
import { AgentResponseError } from '../../../ui/lib/agent.ts';

const STARTED = startedRun('a');
const START_LINE = 'Starting script...';
const FAILED = 'Error: Failed to run script';

const linesAfter = (error: unknown) => failedRun(STARTED, error).lines;

describe('a run', () => {
  it('begins with a single start line', () => {
    expect(STARTED).toEqual({ scriptId: 'a', status: 'running', lines: [START_LINE] });
  });

  it('ends with the lines of the server', () => {
    expect(succeededRun(STARTED, ['one', 'two'])).toEqual({
      scriptId: 'a',
      status: 'success',
      lines: [START_LINE, 'one', 'two'],
    });
  });
});

describe('a failed run', () => {
  it.each<[string, unknown, string[]]>([
    ['no words', null, [FAILED]],
    ['words', { error: 'Busy.', code: 'busy' }, [FAILED, 'Busy.']],
    ['something else', { error: 7 }, [FAILED]],
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

describe('the answer of the backend', () => {
  it('is read for its logs', async () => {
    expect(await readRunResult(Response.json({ logs: ['one'], more: 1 }))).toEqual(['one']);
  });

  it.each([
    ['no JSON', new Response('<!doctype html>')],
    ['no logs', Response.json({})],
    ['logs of another kind', Response.json({ logs: [1] })],
  ])('with %s is an error in words for people', async (_, response) => {
    await expect(readRunResult(response)).rejects.toThrow('The backend answered without the logs of the run.');
  });
});
