import { afterEach, describe, expect, it, vi } from 'vitest';
import { streamRun } from '../../../server/generation/event-stream.ts';
import { GenerationError } from '../../../server/generation/generation-error.ts';

afterEach(() => vi.restoreAllMocks());

describe('streamRun', () => {
  it('ends with an error for people', async () => {
    const response = streamRun(() => Promise.reject(new GenerationError('conflict', 'No free time.')));
    expect(await response.text()).toBe('event: error\ndata: {"error":"No free time.","code":"conflict"}\n\n');
  });

  it('keeps what was not meant for people in the log', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const text = await streamRun(() => Promise.reject(new Error('password=hunter2'))).text();
    expect(text).toContain('"code":"internal"');
    expect(text).not.toContain('hunter2');
    expect(log).toHaveBeenCalledOnce();
  });
});
