import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { scriptRunListSchema } from '../../shared/scripts/script-run.ts';
import { startTestAgent, type TestAgent } from './agent.ts';
import { byRole, openBrowser, type PageOptions, type TestBrowser, waitForText } from './browser.ts';
import { type ReusablePage, reusablePage } from './reusable-page.ts';

/** Goes on until it is stopped. */
export const WAITS = `log('first');
log('second');
await new Promise(() => setInterval(() => {}, 1000));`;

/** Logs by each way there is, and saves a picture and a file. */
export const VISIT = `const { writeFile } = require('node:fs/promises');
log('one');
await sleep(300);
await page.goto('data:text/html,<title>Hello</title><h1>Hello</h1><script>console.log("from the page")</script>');
console.warn('careful');
await page.screenshot({ path: artifacts + '/hello.png' });
await writeFile(artifacts + '/numbers.json', '[1, 2]');
return page.title();`;

/** Fails in its second line. */
export const FAILS = `log('before');
await missing();`;

/**
 * The Scripts screen with one script that runs on an agent of its own, one run at a time; the file's tests share it,
 * and each leaves no run going on. Called once at the top of a file.
 */
export function scriptRunsScreen() {
  let agent: TestAgent;
  let browser: TestBrowser;
  let account: { email: string; password: string };
  let page: Page;
  let reusable: ReusablePage;

  beforeAll(async () => {
    [agent, browser] = await Promise.all([startTestAgent({ scriptConcurrency: 1 }), openBrowser()]);
    account = await agent.addMember();
    reusable = reusablePage(browser, agent);
  });
  afterAll(async () => {
    await Promise.all([agent?.close(), browser?.close()]);
  });
  beforeEach(async () => {
    await agent.admin.from('puppeteer_scripts').delete().gte('created_at', '2000-01-01').throwOnError();
  });
  afterEach(async () => {
    await reusable.empty();
    const goingOn = (await agentRuns('')).filter(({ finishedAt }) => finishedAt === null);
    await Promise.all(goingOn.map(({ id }) => agent.call(`/api/scripts/runs/${id}/cancel`, { method: 'POST' })));
  });

  /** The runs that the agent lists, newest first. */
  async function agentRuns(query: string) {
    return scriptRunListSchema.parse(await (await agent.call(`/api/scripts/runs${query}`)).json());
  }

  /** Opens the screen with one script, which is then selected, and answers its id. */
  async function openScript(code: string, options?: PageOptions): Promise<string> {
    const row = { name: 'Morning', code };
    const { data } = await agent.admin.from('puppeteer_scripts').insert(row).select('id').single().throwOnError();
    await agent.call('/api/scripts/approvals', { body: { script: row.code } });
    page = await reusable.open(account, '/scripts', options);
    await waitForText(page, 'Script Editor', 'Runs');
    return data.id;
  }

  const press = (name: string) => byRole(page, 'button', name).click();
  const logs = (role = 'log') => page.$$eval(`[role=${role}] p`, (all) => all.map((line) => line.textContent));
  const runRows = () =>
    page.$$eval('li > button[aria-expanded]', (all) =>
      all.map((row) => `${row.querySelector('[role=img]')?.getAttribute('aria-label')} ${row.textContent}`),
    );

  /** Unfolds a run of the history by keyboard: a notification may lie over it. */
  async function openRun(position = 1) {
    await page.focus(`li:nth-child(${position}) > button[aria-expanded]`);
    await page.keyboard.press('Enter');
  }

  /** Waits for a line of the log; the editor may read the same. */
  async function waitForLine(text: string) {
    await page.waitForFunction(
      (wanted) => [...document.querySelectorAll('[role=log] p')].some((line) => line.textContent === wanted),
      { polling: 50 },
      text,
    );
  }

  async function waitForStatus(status: string) {
    await page.waitForSelector(`header [role=img][aria-label="${status}"]`);
  }

  return {
    /** The page of the test that runs, once it is opened. */
    get page() {
      return page;
    },
    get agent() {
      return agent;
    },
    agentRuns,
    openScript,
    press,
    logs,
    runRows,
    openRun,
    waitForLine,
    waitForStatus,
  };
}
