import { createClient } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { GenerationCallError, generatePosts } from '@/domain/posts/generation/generate-posts.ts';
import type { GenerationProgress } from '../../../../../shared/posts/generation.ts';
import type { Database } from '../../../../../shared/workspace/database.ts';

const RESULT = { success: true, template: 'Tips', created: 2 };
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Runs generatePosts with a real client whose network returns this response. */
async function run(body: string, type: string, status = 200) {
  const asked: (string | null)[] = [];
  const fetch = async (_url: RequestInfo | URL, init?: RequestInit) => {
    asked.push(`${init?.method} ${init?.body ?? 'no body'} ${new Headers(init?.headers).get('accept')}`);
    return new Response(body, { status, headers: { 'content-type': type } });
  };
  const supabase = createClient<Database>('http://127.0.0.1:9', 'key', {
    auth: { persistSession: false },
    global: { fetch },
    // Node 20 has no built-in WebSocket.
    realtime: { transport: WebSocket as never },
  });
  const progress: GenerationProgress[] = [];
  const outcome = await generatePosts(supabase, (step) => progress.push(step)).catch((error: unknown) => error);
  return { outcome, progress, asked };
}

describe('generatePosts', () => {
  it('posts without a body, follows the steps and answers the result', async () => {
    const step = { step: 'writing', done: 1, total: 2 };
    const stream = event('progress', step) + event('progress', { step: 'dancing' }) + event('result', RESULT);
    const { outcome, progress, asked } = await run(stream, 'text/event-stream');
    expect(outcome).toEqual(RESULT);
    expect(progress).toEqual([step]);
    expect(asked).toEqual(['POST no body text/event-stream']);
  });

  it('takes plain JSON of an older function too', async () => {
    expect((await run('{"success":false}', 'application/json')).outcome).toEqual({ success: false, created: 0 });
  });

  it.each([
    ['an error event', event('error', { error: 'Busy.', code: 'busy' }), 'text/event-stream', 200, 'Busy.'],
    ['an error status', '{"error":"No.","code":"x"}', 'application/json', 500, 'No.'],
    ['an error without words', 'oops', 'text/plain', 502, 'The generation function could not be reached.'],
    ['a stream that ends early', event('progress', {}), 'text/event-stream', 200, 'The run was interrupted before'],
    ['something else', '[1]', 'application/json', 200, 'The generation function sent an unexpected response.'],
  ])('throws on %s', async (_, body, type, status, words) => {
    const { outcome } = await run(body, type, status);
    expect(outcome).toBeInstanceOf(GenerationCallError);
    expect((outcome as Error).message).toContain(words);
  });
});
