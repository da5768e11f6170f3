import { beforeAll, describe, expect, it } from 'vitest';
import { jobSchema } from '../../../shared/agent/jobs.ts';
import { GENERATION_EVENTS, generationResultSchema } from '../../../shared/posts/generation.ts';
import { jobRunPath, jobStopPath } from '../../helpers/agent-paths.ts';
import { eventsOf } from '../../helpers/events-of.ts';
import { startGatedSource } from '../../helpers/gated-source.ts';
import { addProject } from '../../helpers/history.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { workerAgent } from '../../helpers/worker-agent.ts';

let member: string;
const agent = ofFile(workerAgent);
beforeAll(async () => {
  member = await agent.memberToken();
});

const NO_PROJECT = { success: false, created: 0, message: expect.stringContaining('content project') };

describe('POST /api/generation', () => {
  it('answers what the function answers, with and without a body', async () => {
    for (const options of [{ body: { reason: 'autopilot', count: 1 } }, { method: 'POST', token: member }]) {
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
    for (const body of [{ count: 11 }, { dryRun: true, days: 32 }]) {
      const answer = await agent.call('/api/generation', { body });
      const error = expect.stringMatching(/^(count|days): /);
      expect([answer.status, await answer.json()]).toEqual([400, { code: 'bad_input', error }]);
    }
  });
});

it('an autopilot that is stopped in the middle of its generation makes nothing, then or later', async () => {
  const source = await startGatedSource();
  try {
    await addProject(agent.admin, { source_url_1: source.url, source_url_2: source.url, platforms: ['twitter'] });
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
