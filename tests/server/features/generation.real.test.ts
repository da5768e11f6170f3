import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedConnection } from '../../../server/supabase/embedded/backend.ts';
import { readEventStream, type StreamEvent } from '../../../shared/agent/event-stream.ts';
import { jobSchema } from '../../../shared/agent/jobs.ts';
import { dryRunSchema } from '../../../shared/posts/dry-run.ts';
import { GENERATION_EVENTS, generationResultSchema } from '../../../shared/posts/generation.ts';
import { startTestAgent } from '../../helpers/agent.ts';
import { jobRunPath, jobStopPath } from '../../helpers/agent-paths.ts';
import { startGatedSource } from '../../helpers/gated-source.ts';
import { ofFile } from '../../helpers/of-file.ts';

let member: string;
const agent = ofFile(() => startTestAgent());
beforeAll(async () => {
  member = await agent.memberToken();
});

const NO_PROJECT = { success: false, created: 0, message: expect.stringContaining('content project') };

async function eventsOf(answer: Response): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  if (!answer.body) return events;
  for await (const event of readEventStream(answer.body)) events.push(event);
  return events;
}

describe('POST /api/generation', () => {
  it('answers what the function answers, with and without a body', async () => {
    for (const options of [
      { method: 'POST' },
      { body: {} },
      { body: { reason: 'autopilot', count: 1 } },
      { method: 'POST', token: member },
    ]) {
      const answer = await agent.call('/api/generation', options);
      expect(answer.status).toBe(200);
      expect(generationResultSchema.parse(await answer.json())).toEqual(NO_PROJECT);
    }
  });

  it('streams the run to a client that asks for events', async () => {
    const answer = await agent.call('/api/generation', { method: 'POST', headers: { accept: 'text/event-stream' } });
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const last = (await eventsOf(answer)).at(-1);
    expect(last?.event).toBe(GENERATION_EVENTS.result);
    expect(JSON.parse(String(last?.data))).toEqual(NO_PROJECT);
  });

  it('wants a sensible request', async () => {
    const dry = [{ dryRun: true, days: 0 }, { dryRun: true, days: 32 }, { dryRun: 'yes' }];
    for (const body of [{ count: 0 }, { count: 11 }, { reason: 'because' }, ...dry]) {
      const answer = await agent.call('/api/generation', { body });
      const error = expect.stringMatching(/^(count|reason|days|dryRun): /);
      expect([answer.status, await answer.json()]).toEqual([400, { code: 'bad_input', error }]);
    }
  });
});

it('POST /api/generation for a dry run answers the coming days, also to a client that asks for events', async () => {
  for (const accept of ['application/json', 'text/event-stream']) {
    const answer = await agent.call('/api/generation', { body: { dryRun: true, days: 3 }, headers: { accept } });
    expect(answer.status).toBe(200);
    const { autopilot, days } = dryRunSchema.parse(await answer.json());
    expect(autopilot).toBe('off');
    expect(days.map(({ outcome }) => outcome)).toEqual(['no_project', 'no_project', 'no_project']);
  }
});

it('an autopilot that is stopped in the middle of its generation makes nothing, then or later', async () => {
  const source = await startGatedSource();
  try {
    const project = { niche_name: 'Baking', source_url_1: source.url, source_url_2: source.url };
    await agent.admin
      .from('content_projects')
      .insert({ ...project, platforms: ['twitter'] })
      .throwOnError();
    expect((await agent.call(jobRunPath('autopilot'), { method: 'POST' })).status).toBe(202);
    await source.whenAsked();
    const stopped = await agent.call(jobStopPath('autopilot'), { method: 'POST' });
    expect(jobSchema.parse(await stopped.json()).lastRun).toMatchObject({ status: 'failed' });
    source.open();
    const { data: runs } = await agent.admin.from('generation_runs').select('status, created').throwOnError();
    expect(runs).toEqual([{ status: 'failed', created: 0 }]);
    expect((await agent.admin.from('generated_content').select('id').throwOnError()).data).toEqual([]);
  } finally {
    await source.close();
    await agent.admin.from('content_projects').delete().not('id', 'is', null).throwOnError();
  }
});

describe("a hosted project's function that fails", () => {
  /** What the function answers; it may be missing or old. */
  let respond: () => Promise<Response>;
  const project = ofFile(() => startTestAgent());
  const broken = ofFile(async () => {
    (project.agent.connection as EmbeddedConnection).mountFunction('auto-generate-content', () => respond());
    const { secretKey } = JSON.parse(await readFile(join(project.dataDir, 'keys.json'), 'utf8'));
    const supabaseKey = project.agent.connection.publishableKey;
    return startTestAgent({ supabaseUrl: project.url, supabaseKey, supabaseSecretKey: secretKey });
  });

  it.each([
    [409, 'Posts are being made already.', { status: 409, code: 'conflict', error: 'Posts are being made already.' }],
    [503, 'Supabase is away.', { status: 503, code: 'unavailable', error: 'Supabase is away.' }],
    [502, 'The model made no sense.', { status: 502, code: 'bad_answer', error: 'The model made no sense.' }],
  ])('%s keeps its own words and its code', async (status, error, expected) => {
    const code = status === 502 ? 'bad_answer' : 'whatever';
    respond = async () => Response.json({ error, code }, { status });
    const answer = await broken.call('/api/generation', { method: 'POST' });
    expect({ status: answer.status, ...(await answer.json()) }).toEqual(expected);

    const streamed = await broken.call('/api/generation', { method: 'POST', headers: { accept: 'text/event-stream' } });
    const [event] = await eventsOf(streamed);
    expect(event?.event).toBe(GENERATION_EVENTS.error);
    expect(JSON.parse(String(event?.data))).toEqual({ code: expected.code, error });
  });

  it('that is not there is named', async () => {
    respond = async () =>
      Response.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, { status: 404 });
    const answer = await broken.call('/api/generation', { method: 'POST' });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('auto-generate-content') });
  });
});
