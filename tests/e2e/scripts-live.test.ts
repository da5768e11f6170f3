import { describe, expect, it, vi } from 'vitest';
import { pageText, waitForText } from '../helpers/browser.ts';
import { FAILS, scriptRunsScreen, VISIT, WAITS } from '../helpers/script-runs-screen.ts';

const screen = scriptRunsScreen();
const { agentRuns, openScript, press, logs, waitForLine, waitForStatus } = screen;

describe('a run is shown live', () => {
  it('line by line with times, and with what it saved at its end', async () => {
    await openScript(VISIT);
    await waitForText(screen.page, 'No runs yet.');
    await press('Run Script');
    await waitForText(screen.page, 'Script completed', 'Saved files');
    await waitForStatus('Success');
    expect(await logs()).toEqual(['Starting script...', 'one', '[page] from the page', 'careful', 'Hello']);
    const times = await screen.page.$$eval('[role=log] time', (all) => all.map((time) => time.textContent));
    expect(times).toHaveLength(5);
    for (const time of times) expect(time).toMatch(/^\d\d:\d\d:\d\d$/);
    await screen.page.waitForSelector('[role=log] svg[aria-label=Warning]');
  });

  it('while it goes on: lines, a clock, and Cancel, which is neither success nor failure', async () => {
    await openScript(WAITS);
    await press('Run Script');
    await waitForLine('second');
    await waitForText(screen.page, 'Running...');
    await vi.waitFor(async () => expect(await pageText(screen.page)).toMatch(/Running · \d+:(?!00)\d\d /), {
      timeout: 20_000,
    });
    await screen.page.waitForSelector('li [aria-current=true] svg.animate-spin');
    await press('Cancel');
    await waitForText(screen.page, 'Script cancelled', 'Run Script');
    await waitForStatus('Cancelled');
    expect(await logs()).toEqual(['Starting script...', 'first', 'second', 'The run was cancelled.']);
    const text = await pageText(screen.page);
    expect(text).not.toContain('Script completed');
    expect(text).not.toContain('Script failed');
    expect(await screen.page.evaluate(() => document.activeElement?.textContent)).toBe('Run Script');
  });

  it('an endless loop can be cancelled, too', async () => {
    await openScript('log("spinning"); for (;;) {}');
    await press('Run Script');
    await waitForLine('spinning');
    await press('Cancel');
    await waitForText(screen.page, 'Script cancelled');
  });

  it('is followed on when the connection to it is lost', async () => {
    const scriptId = await openScript('// another window has the code');
    // From now on this window does not look for runs by itself.
    await waitForText(screen.page, 'No runs yet.');
    const script = 'log("started"); await sleep(1500); log("done")';
    void screen.agent.call('/api/scripts/run', { body: { script, scriptId } });
    const [run] = await vi.waitUntil(
      async () => {
        const runs = await agentRuns(`?scriptId=${scriptId}`);
        return runs.length > 0 && runs;
      },
      { timeout: 20_000 },
    );
    await screen.page.setRequestInterception(true);
    screen.page.on('request', (request) => {
      const isRun = request.method() === 'POST' && request.url().endsWith('/api/scripts/run');
      const body = `event: run\ndata: ${JSON.stringify(run)}\n\n`;
      void (isRun ? request.respond({ contentType: 'text/event-stream', body }) : request.continue());
    });
    await press('Run Script');
    await waitForLine('started');
    await waitForText(screen.page, 'Script completed');
    expect(await logs()).toEqual(['Starting script...', 'started', 'done']);
  });

  it('that fails with the line of the script where it failed', async () => {
    await openScript(FAILS);
    await press('Run Script');
    await waitForText(screen.page, 'Script failed', 'Error: Failed to run script', 'missing is not defined (line 2)');
    await waitForStatus('Error');
    const lines = await logs();
    expect(lines.slice(0, 2)).toEqual(['Starting script...', 'before']);
    expect(lines.at(-2)).toBe('Error: Failed to run script');
    await screen.page.waitForSelector('[role=log] svg[aria-label=Error]');
  });

  it('waiting for its turn says so', async () => {
    const other = await screen.agent.call('/api/scripts/run', {
      body: { script: WAITS },
      headers: { accept: 'text/event-stream' },
    });
    await openScript('log("my turn")');
    await press('Run Script');
    await waitForText(screen.page, 'Waiting for a free slot…', 'Running...');
    await waitForStatus('Waiting');
    const [, first] = await agentRuns('?limit=2');
    await screen.agent.call(`/api/scripts/runs/${first?.id}/cancel`, { method: 'POST' });
    await other.body?.cancel();
    await waitForText(screen.page, 'Script completed');
    await waitForLine('my turn');
  });

  it('with thousands of lines shows the newest ones, and the others when asked', async () => {
    await openScript('for (let n = 1; n <= 3000; n++) log("Line " + n);');
    await press('Run Script');
    await waitForText(screen.page, 'Script completed', 'Line 3000');
    expect(await logs()).toHaveLength(2000);
    await press('Show 1,001 earlier lines');
    await waitForText(screen.page, 'Starting script...', 'Line 1 ');
    expect(await logs()).toHaveLength(3001);
  });

  it('stays where the person has scrolled to, until they go to the end again', async () => {
    await openScript('for (let n = 0; ; n++) { log("Line " + n); await sleep(15); }');
    await press('Run Script');
    await waitForLine('Line 60');
    const below = () => screen.page.$eval('[role=log]', (log) => log.scrollHeight - log.scrollTop - log.clientHeight);
    expect(await below()).toBeLessThan(60);
    await screen.page.$eval('[role=log]', (log) => log.scrollTo({ top: 0 }));
    await waitForText(screen.page, 'Newest lines');
    const count = (await logs()).length;
    await screen.page.waitForFunction(
      (before) => document.querySelectorAll('[role=log] p').length > before + 10,
      { polling: 50 },
      count,
    );
    expect(await screen.page.$eval('[role=log]', (log) => log.scrollTop)).toBe(0);
    await press('Newest lines');
    await screen.page.waitForFunction(() => !document.body.textContent?.includes('Newest lines'), { polling: 50 });
    await press('Cancel');
    await waitForText(screen.page, 'Script cancelled');
  });
});
