import { waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { hurry } from '../../helpers/component/hurry.ts';
import { settingsInDocument } from '../../helpers/component/settings.tsx';

const BUSY_POLL_MS = 1_500;
const FAILED = { status: 'failed', result: 'Create a content project first.' };

const app = settingsInDocument();
const { press, openWith } = app;

beforeEach(() => app.agent.admin.from('job_runs').delete().neq('job', '').throwOnError());

async function open() {
  await openWith({ timezone: 'Asia/Tokyo', auto_generate_daily: true }, 'jobs');
  await says('Jobs', 'AI Autopilot', 'Clean-up');
}

/** Notes a run that is over, as an agent would have. */
const ran = (job: string, fields: object) =>
  app.agent.admin
    .from('job_runs')
    .insert({
      job,
      run_key: new Date().toISOString().slice(0, 10),
      owner: '00000000-0000-4000-8000-000000000000',
      started_at: '2026-03-01T22:00:00Z',
      finished_at: '2026-03-01T22:00:03Z',
      lease_until: '2026-03-01T22:01:30Z',
      ...fields,
    })
    .throwOnError();

describe('the Jobs card', () => {
  it("shows each job's last and next run in the configured zone, runs one now, and says how it ended", async () => {
    hurry(BUSY_POLL_MS);
    await ran('autopilot', FAILED);
    app.fail(/^GET .*\/api\/jobs$/, { status: 503, body: { error: 'Supabase is away.', code: 'unavailable' } });
    await openWith({ timezone: 'Asia/Tokyo', auto_generate_daily: true }, 'jobs');
    await says('Failed to load jobs', 'Supabase is away.');
    app.letGo();
    await press('Try again');
    await says('Times in Asia/Tokyo.', 'Every day at 08:00', 'Mar 2, 2026, 7:00 AM GMT+9', FAILED.result, 'Never');
    await saysNoMore('Failed to load jobs');
    const body = { error: 'The job clean-up is running already.', code: 'conflict' };
    app.fail(/^POST .*\/api\/jobs\/clean-up\/run/, { status: 409, body });
    await press('Run now: Clean-up');
    await says('Clean-up was not started', 'is running already');
    app.letGo();
    await press('Run now: Clean-up');
    await says('Clean-up: done', 'Nothing was old enough to delete.', 'by hand');
    // The end is told before the list has been read again.
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Run now: Clean-up'));
    await press('Run now: AI Autopilot');
    await says('AI Autopilot: failed', FAILED.result);
    await app.agent.admin.from('job_runs').delete().neq('job', '').throwOnError();
    await ran('clean-up', { status: 'running', lease_until: new Date(Date.now() + 600_000).toISOString() });
    app.reload();
    await says('Running on another agent.');
  });

  it('pauses everything, prominently, and resumes it', async () => {
    await open();
    await press('Pause all');
    await says('Nothing starts automatically until you resume.', 'None while paused');
    expect(await app.stored()).toMatchObject({ automation_paused: true });
    app.reload();
    await press('Resume');
    await says('Pause all');
    await waitFor(async () => expect(await app.stored()).toMatchObject({ automation_paused: false }));
  });
});
