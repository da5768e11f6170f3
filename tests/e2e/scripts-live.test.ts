import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { scriptRunListSchema } from '../../shared/script-run.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  openBrowser,
  type PageOptions,
  pageText,
  type TestBrowser,
  waitForPath,
  waitForText,
} from '../helpers/browser.ts';
import { failRequests, holdRequests } from '../helpers/request-faults.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

/** Goes on until it is stopped. */
const WAITS = `log('first');
log('second');
await new Promise(() => setInterval(() => {}, 1000));`;

const VISIT = `const { writeFile } = require('node:fs/promises');
log('one');
await sleep(300);
await page.goto('data:text/html,<title>Hello</title><h1>Hello</h1><script>console.log("from the page")</script>');
console.warn('careful');
await page.screenshot({ path: artifacts + '/hello.png' });
await writeFile(artifacts + '/numbers.json', '[1, 2]');
return page.title();`;

const FAILS = `log('before');
await missing();`;

const RUNS = /^GET .*\/api\/scripts\/runs\?/;

let agent: TestAgent;
let browser: TestBrowser;
let account: { email: string; password: string };
let page: Page;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent({ scriptConcurrency: 1 }), openBrowser()]);
  account = await agent.addMember();
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
beforeEach(async () => {
  await agent.admin.from('puppeteer_scripts').delete().gte('created_at', '2000-01-01').throwOnError();
});
afterEach(async () => {
  await page?.browserContext().close();
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
  page = await openSignedIn(browser, agent, account, '/scripts', options);
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

describe('a run is shown live', () => {
  it('line by line with times, and with what it saved at its end', async () => {
    await openScript(VISIT);
    await waitForText(page, 'No runs yet.');
    await press('Run Script');
    await waitForText(page, 'Script completed', 'Saved files');
    await waitForStatus('Success');
    expect(await logs()).toEqual(['Starting script...', 'one', '[page] from the page', 'careful', 'Hello']);
    const times = await page.$$eval('[role=log] time', (all) => all.map((time) => time.textContent));
    expect(times).toHaveLength(5);
    for (const time of times) expect(time).toMatch(/^\d\d:\d\d:\d\d$/);
    await page.waitForSelector('[role=log] svg[aria-label=Warning]');
  });

  it('while it goes on: lines, a clock, and Cancel, which is neither success nor failure', async () => {
    await openScript(WAITS);
    await press('Run Script');
    await waitForLine('second');
    await waitForText(page, 'Running · 0:01', 'Running...');
    await page.waitForSelector('li [aria-current=true] svg.animate-spin');
    await press('Cancel');
    await waitForText(page, 'Script cancelled', 'Run Script');
    await waitForStatus('Cancelled');
    expect(await logs()).toEqual(['Starting script...', 'first', 'second', 'The run was cancelled.']);
    const text = await pageText(page);
    expect(text).not.toContain('Script completed');
    expect(text).not.toContain('Script failed');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Run Script');
  });

  it('an endless loop can be cancelled, too', async () => {
    await openScript('log("spinning"); for (;;) {}');
    await press('Run Script');
    await waitForLine('spinning');
    await press('Cancel');
    await waitForText(page, 'Script cancelled');
  });

  it('is followed on when the connection to it is lost', async () => {
    const scriptId = await openScript('// another window has the code');
    // From now on this window does not look for runs by itself.
    await waitForText(page, 'No runs yet.');
    const script = 'log("started"); await sleep(1500); log("done")';
    void agent.call('/api/scripts/run', { body: { script, scriptId } });
    const [run] = await vi.waitUntil(
      async () => {
        const runs = await agentRuns(`?scriptId=${scriptId}`);
        return runs.length > 0 && runs;
      },
      { timeout: 10_000 },
    );
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isRun = request.method() === 'POST' && request.url().endsWith('/api/scripts/run');
      const body = `event: run\ndata: ${JSON.stringify(run)}\n\n`;
      void (isRun ? request.respond({ contentType: 'text/event-stream', body }) : request.continue());
    });
    await press('Run Script');
    await waitForLine('started');
    await waitForText(page, 'Script completed');
    expect(await logs()).toEqual(['Starting script...', 'started', 'done']);
  });

  it('that fails with the line of the script where it failed', async () => {
    await openScript(FAILS);
    await press('Run Script');
    await waitForText(page, 'Script failed', 'Error: Failed to run script', 'missing is not defined (line 2)');
    await waitForStatus('Error');
    const lines = await logs();
    expect(lines.slice(0, 2)).toEqual(['Starting script...', 'before']);
    expect(lines.at(-2)).toBe('Error: Failed to run script');
    await page.waitForSelector('[role=log] svg[aria-label=Error]');
  });

  it('waiting for its turn says so', async () => {
    const other = await agent.call('/api/scripts/run', {
      body: { script: WAITS },
      headers: { accept: 'text/event-stream' },
    });
    await openScript('log("my turn")');
    await press('Run Script');
    await waitForText(page, 'Waiting for a free place…', 'Running...');
    await waitForStatus('Waiting');
    const [, first] = await agentRuns('?limit=2');
    await agent.call(`/api/scripts/runs/${first?.id}/cancel`, { method: 'POST' });
    await other.body?.cancel();
    await waitForText(page, 'Script completed');
    await waitForLine('my turn');
  });

  it('with thousands of lines shows the newest ones, and the others when asked', async () => {
    await openScript('for (let n = 1; n <= 3000; n++) log("Line " + n);');
    await press('Run Script');
    await waitForText(page, 'Script completed', 'Line 3000');
    expect(await logs()).toHaveLength(2000);
    await press('Show 1,001 earlier lines');
    await waitForText(page, 'Starting script...', 'Line 1 ');
    expect(await logs()).toHaveLength(3001);
  });

  it('stays where the person has scrolled to, until they go to the end again', async () => {
    await openScript('for (let n = 0; ; n++) { log("Line " + n); await sleep(15); }');
    await press('Run Script');
    await waitForLine('Line 60');
    const below = () => page.$eval('[role=log]', (log) => log.scrollHeight - log.scrollTop - log.clientHeight);
    expect(await below()).toBeLessThan(60);
    await page.$eval('[role=log]', (log) => log.scrollTo({ top: 0 }));
    await waitForText(page, 'Newest lines');
    const count = (await logs()).length;
    await page.waitForFunction(
      (before) => document.querySelectorAll('[role=log] p').length > before + 10,
      { polling: 50 },
      count,
    );
    expect(await page.$eval('[role=log]', (log) => log.scrollTop)).toBe(0);
    await press('Newest lines');
    await page.waitForFunction(() => !document.body.textContent?.includes('Newest lines'), { polling: 50 });
    await press('Cancel');
    await waitForText(page, 'Script cancelled');
  });
});

describe('the files of a run', () => {
  it('are pictures to look at and files to download', async () => {
    await openScript(VISIT);
    await press('Run Script');
    await page.waitForSelector('figure img');
    const source = await page.$eval('figure img', (image) => (image as HTMLImageElement).src);
    expect(source).toMatch(/^blob:/);
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('figure img')?.naturalWidth, {
      polling: 50,
    });
    await press('Open hello.png');
    await page.waitForSelector('[role=dialog] img');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('[role=dialog]'), { polling: 50 });
    const download = await page.evaluateHandle(() => {
      const clicked = { name: '' };
      HTMLAnchorElement.prototype.click = function () {
        clicked.name = this.download;
      };
      return clicked;
    });
    await press('Download numbers.json');
    await page.waitForFunction((clicked) => clicked.name === 'numbers.json', { polling: 50 }, download);
    await byRole(page, 'link', 'Settings').click();
    await waitForPath(page, '/settings');
    const isGone = await page.evaluate(
      (url) =>
        fetch(url).then(
          () => false,
          () => true,
        ),
      source,
    );
    expect(isGone).toBe(true);
  });
});

describe('the history of a script', () => {
  it('lists its runs, newest first, and shows the log and files of one, also after a reload', async () => {
    await openScript(VISIT);
    await press('Run Script');
    await waitForText(page, 'Script completed');
    await byRole(page, 'textbox', 'Script Editor').click();
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.sendCharacter(FAILS);
    await press('Run Script');
    await waitForText(page, 'Script failed');
    await press('Save Changes');
    await waitForText(page, 'Script saved');
    await page.reload();
    await page.waitForSelector('li > button[aria-expanded]');
    const [newest, oldest] = await runRows();
    expect(newest).toMatch(/^Error .* UTC\d.*missing is not defined \(line 2\)$/);
    expect(oldest).toMatch(/^Success .* UTC\d/);
    expect(await pageText(page)).not.toContain('Execution Logs');
    await openRun();
    await waitForText(page, 'Error: Failed to run script');
    await openRun(2);
    await page.waitForSelector('figure img');
    expect(await logs('region')).toEqual(['Starting script...', 'one', '[page] from the page', 'careful', 'Hello']);
  });

  it('finds a run that still goes on after a reload, and cancels it', async () => {
    await openScript(WAITS);
    await press('Run Script');
    await waitForLine('second');
    await page.reload();
    await waitForLine('second');
    await waitForText(page, 'Execution Logs', 'Running...', 'Cancel');
    await waitForStatus('Running');
    expect(await logs()).toEqual(['Starting script...', 'first', 'second']);
    await press('Cancel');
    await waitForText(page, 'Script cancelled', 'The run was cancelled.');
    await page.waitForFunction(
      () => document.querySelector('li > button[aria-expanded] [role=img]')?.getAttribute('aria-label') === 'Cancelled',
      { polling: 50 },
    );
  });

  it('shows that it is loading', async () => {
    await openScript(FAILS);
    const release = await holdRequests(page, RUNS);
    await page.reload({ waitUntil: 'domcontentloaded' });
    await waitForText(page, 'Loading runs...');
    await release();
    await waitForText(page, 'No runs yet.');
  });

  it('that cannot be loaded says so, with a retry', async () => {
    await openScript(FAILS);
    const end = await failRequests(page, RUNS, {
      status: 503,
      body: { error: 'Supabase is away.', code: 'unavailable' },
    });
    await page.reload();
    await waitForText(page, 'Error loading runs', 'Supabase is away.');
    await end();
    await press('Try again');
    await waitForText(page, 'No runs yet.');
  });
});

describe('looks', () => {
  it.each(['light', 'dark'] as const)('axe finds nothing serious in the %s theme', async (colorScheme) => {
    await openScript(`console.error('bad'); ${VISIT}`, { colorScheme });
    await press('Run Script');
    await waitForText(page, 'Script completed');
    await openRun();
    await page.waitForSelector('[role=region] p');
    await page.waitForFunction(() => document.querySelectorAll('figure img').length === 2, { polling: 50 });
    expect(await axeViolations(page)).toEqual([]);
    await press('Open hello.png');
    await page.waitForSelector('[role=dialog] img');
    expect(await axeViolations(page)).toEqual([]);
  });

  it.each([360, 768, 1440])('nothing is cut off at %d px', async (width) => {
    await openScript(
      `log('x'.repeat(3000)); ${VISIT.replace('numbers', 'n'.repeat(150))}; throw new Error('y'.repeat(900))`,
      {
        width,
        height: 800,
      },
    );
    await press('Run Script');
    await waitForText(page, 'Saved files');
    await openRun();
    await page.waitForSelector('[role=region] p');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
