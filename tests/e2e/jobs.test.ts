import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  openBrowser,
  pageText,
  signIn,
  type TestBrowser,
  waitForText,
} from '../helpers/browser.ts';
import { failRequests } from '../helpers/request-faults.ts';

let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let endFault: (() => Promise<void>) | undefined;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  const account = await agent.addMember();
  await agent.admin.from('app_settings').insert({ timezone: 'Asia/Tokyo', auto_generate_daily: true }).throwOnError();
  page = await browser.newPage();
  await signIn(page, agent.url, account);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
beforeEach(async () => {
  await agent.admin.from('job_runs').delete().neq('job', '').throwOnError();
});
afterEach(async () => {
  await endFault?.();
  endFault = undefined;
});

async function open() {
  await page.goto(new URL('/settings', agent.url).href);
  await waitForText(page, 'Jobs', 'AI Autopilot', 'Clean-up');
}

/** Notes a run that is over, as an agent would have. */
const ran = (job: string, fields: object) =>
  agent.admin
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
  it("shows each job's last and next run in the configured zone", async () => {
    await ran('autopilot', { status: 'failed', result: 'Create a content project first.' });
    await open();
    const text = await pageText(page);
    expect(text).toContain('Times in Asia/Tokyo.');
    expect(text).toContain('Every day at 08:00');
    expect(text).toContain('Mar 2, 2026, 7:00 AM GMT+9');
    expect(text).toContain('Create a content project first.');
    expect(text).toContain('Never');
  });

  it.each(['light', 'dark'])('fits a narrow page, and axe finds nothing serious in the %s theme', async (theme) => {
    await ran('autopilot', { status: 'failed', result: 'Create a content project first.' });
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.setViewport({ width: 360, height: 900 });
    await open();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.setViewport({ width: 1440, height: 900 });
  });

  it('runs a job now, keeps the focus, and says how it ended', async () => {
    await open();
    await byRole(page, 'button', 'Run now: Clean-up').click();
    await waitForText(page, 'Clean-up: done', 'Nothing was old enough to delete.', 'by hand');
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel);
    expect(await focused()).toBe('Run now: Clean-up');
    await byRole(page, 'button', 'Run now: AI Autopilot').click();
    await waitForText(page, 'AI Autopilot: failed', 'Create a content project first.');
  });

  it('says why a job was not started', async () => {
    await ran('clean-up', { status: 'running', lease_until: new Date(Date.now() + 60_000).toISOString() });
    await open();
    await waitForText(page, 'Running on another agent.');
    await agent.admin.from('job_runs').delete().neq('job', '').throwOnError();
    await open();
    endFault = await failRequests(page, /^POST .*\/api\/jobs\/clean-up\/run/, {
      status: 409,
      body: { error: 'The job clean-up is running already.', code: 'conflict' },
    });
    await byRole(page, 'button', 'Run now: Clean-up').click();
    await waitForText(page, 'Clean-up was not started', 'is running already');
  });

  it('pauses everything, prominently, and resumes it', async () => {
    await open();
    await byRole(page, 'button', 'Pause all').click();
    await waitForText(page, 'Nothing starts automatically until you resume.', 'None while paused');
    const stored = async () => (await agent.admin.from('app_settings').select('*').single().throwOnError()).data;
    expect(await stored()).toMatchObject({ automation_paused: true });
    await open();
    expect(await axeViolations(page)).toEqual([]);
    await byRole(page, 'button', 'Resume').click();
    await byRole(page, 'button', 'Pause all').wait();
    expect(await stored()).toMatchObject({ automation_paused: false });
  });

  it('brings back what was deleted within the last day', async () => {
    const { data } = await agent.admin
      .from('generated_content')
      .insert({ content_type: 'text', caption: 'A loaf in the morning' })
      .select('id')
      .single()
      .throwOnError();
    await agent.admin.from('generated_content').delete().eq('id', data.id).throwOnError();
    await open();
    await page.locator('summary').click();
    expect(await axeViolations(page)).toEqual([]);
    await byRole(page, 'button', 'Restore: A loaf in the morning').click();
    await waitForText(page, 'Restored and saved.');
    await page.waitForSelector('summary', { hidden: true });
    const { data: restored } = await agent.admin.from('generated_content').select('*').eq('id', data.id).throwOnError();
    expect(restored).toMatchObject([{ caption: 'A loaf in the morning', saved_at: expect.any(String) }]);
  });

  it('offers another try when it cannot be loaded', async () => {
    endFault = await failRequests(page, /^GET .*\/api\/jobs$/, {
      status: 503,
      body: { error: 'Supabase is away.', code: 'unavailable' },
    });
    await page.goto(new URL('/settings', agent.url).href);
    await waitForText(page, 'Failed to load jobs', 'Supabase is away.');
    await endFault();
    endFault = undefined;
    await byRole(page, 'button', 'Try again').click();
    await waitForText(page, 'Every hour');
  });
});
