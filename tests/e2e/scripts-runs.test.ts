import { describe, expect, it } from 'vitest';
import { axeViolations, byRole, pageText, waitForPath, waitForText } from '../helpers/browser.ts';
import { failRequests, holdRequests } from '../helpers/request-faults.ts';
import { FAILS, scriptRunsScreen, VISIT, WAITS } from '../helpers/script-runs-screen.ts';

const RUNS = /^GET .*\/api\/scripts\/runs\?/;

const screen = scriptRunsScreen();
const { openScript, press, logs, runRows, openRun, waitForLine, waitForStatus } = screen;

describe('the files of a run', () => {
  it('are pictures to look at and files to download', async () => {
    await openScript(VISIT);
    await press('Run Script');
    await screen.page.waitForSelector('figure img');
    const source = await screen.page.$eval('figure img', (image) => (image as HTMLImageElement).src);
    expect(source).toMatch(/^blob:/);
    await screen.page.waitForFunction(() => document.querySelector<HTMLImageElement>('figure img')?.naturalWidth, {
      polling: 50,
    });
    await press('Open hello.png');
    await screen.page.waitForSelector('[role=dialog] img');
    await screen.page.keyboard.press('Escape');
    await screen.page.waitForFunction(() => !document.querySelector('[role=dialog]'), { polling: 50 });
    const download = await screen.page.evaluateHandle(() => {
      const clicked = { name: '' };
      HTMLAnchorElement.prototype.click = function () {
        clicked.name = this.download;
      };
      return clicked;
    });
    await press('Download numbers.json');
    await screen.page.waitForFunction((clicked) => clicked.name === 'numbers.json', { polling: 50 }, download);
    await byRole(screen.page, 'link', 'Settings').click();
    await waitForPath(screen.page, '/settings');
    const isGone = await screen.page.evaluate(
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
    await waitForText(screen.page, 'Script completed');
    await byRole(screen.page, 'textbox', 'Script Editor').click();
    await screen.page.keyboard.down('Control');
    await screen.page.keyboard.press('a');
    await screen.page.keyboard.up('Control');
    await screen.page.keyboard.sendCharacter(FAILS);
    await press('Run Script');
    await waitForText(screen.page, 'Script failed');
    await press('Save Changes');
    await waitForText(screen.page, 'Script saved');
    await screen.page.reload();
    await screen.page.waitForSelector('li > button[aria-expanded]');
    const [newest, oldest] = await runRows();
    expect(newest).toMatch(/^Error .* UTC\d.*missing is not defined \(line 2\)$/);
    expect(oldest).toMatch(/^Success .* UTC\d/);
    expect(await pageText(screen.page)).not.toContain('Execution Logs');
    await openRun();
    await waitForText(screen.page, 'Error: Failed to run script');
    await openRun(2);
    await screen.page.waitForSelector('figure img');
    expect(await logs('region')).toEqual(['Starting script...', 'one', '[page] from the page', 'careful', 'Hello']);
  });

  it('finds a run that still goes on after a reload, and cancels it', async () => {
    await openScript(WAITS);
    await press('Run Script');
    await waitForLine('second');
    await screen.page.reload();
    await waitForLine('second');
    await waitForText(screen.page, 'Execution Logs', 'Running...', 'Cancel');
    await waitForStatus('Running');
    expect(await logs()).toEqual(['Starting script...', 'first', 'second']);
    await press('Cancel');
    await waitForText(screen.page, 'Script cancelled', 'The run was cancelled.');
    await screen.page.waitForFunction(
      () => document.querySelector('li > button[aria-expanded] [role=img]')?.getAttribute('aria-label') === 'Cancelled',
      { polling: 50 },
    );
  });

  it('shows that it is loading', async () => {
    await openScript(FAILS);
    const release = await holdRequests(screen.page, RUNS);
    await screen.page.reload({ waitUntil: 'domcontentloaded' });
    await waitForText(screen.page, 'Loading runs...');
    await release();
    await waitForText(screen.page, 'No runs yet.');
  });

  it('that cannot be loaded says so, with a retry', async () => {
    await openScript(FAILS);
    const end = await failRequests(screen.page, RUNS, {
      status: 503,
      body: { error: 'Supabase is away.', code: 'unavailable' },
    });
    await screen.page.reload();
    await waitForText(screen.page, 'Error loading runs', 'Supabase is away.');
    await end();
    await press('Try again');
    await waitForText(screen.page, 'No runs yet.');
  });
});

describe('looks', () => {
  it.each(['light', 'dark'] as const)('axe finds nothing serious in the %s theme', async (colorScheme) => {
    await openScript(`console.error('bad'); ${VISIT}`, { colorScheme });
    await press('Run Script');
    await waitForText(screen.page, 'Script completed');
    await openRun();
    await screen.page.waitForSelector('[role=region] p');
    await screen.page.waitForFunction(() => document.querySelectorAll('figure img').length === 2, { polling: 50 });
    expect(await axeViolations(screen.page)).toEqual([]);
    await press('Open hello.png');
    await screen.page.waitForSelector('[role=dialog] img');
    expect(await axeViolations(screen.page)).toEqual([]);
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
    await waitForText(screen.page, 'Saved files');
    await openRun();
    await screen.page.waitForSelector('[role=region] p');
    expect(await screen.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});
