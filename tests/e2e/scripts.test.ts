import type { Page } from 'puppeteer';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestAgent } from '../helpers/agent.ts';
import { axeViolations, byRole, dress, waitForPath, waitForText } from '../helpers/browser.ts';
import { isFull } from '../helpers/depth.ts';
import { sharedPage } from '../helpers/shared-page.ts';

/** Logs through every channel, saves a picture and a file, then runs until it is cancelled. */
const CODE = `const { writeFile } = require('node:fs/promises');
await page.goto('data:text/html,<h1>Hello</h1><script>console.log("from the page")</script>');
console.warn('careful');
await page.screenshot({ path: artifacts + '/hello.png' });
await writeFile(artifacts + '/numbers.json', '[1, 2]');
for (let n = 1; ; n++) { log('Line ' + n); if (n > 40) await sleep(20); }`;

const shared = sharedPage();
const { press } = shared;
let agent: TestAgent;
let page: Page;

beforeAll(() => {
  ({ agent, page } = shared);
});

const editor = () => byRole(page, 'textbox', 'Script Editor');
const see = (look: () => unknown) => page.waitForFunction(look, { polling: 50 });
const goTo = (item: string) => byRole(page, 'link', item).click();

async function stored() {
  const { data } = await agent.admin.from('puppeteer_scripts').select('name, code').throwOnError();
  return data;
}

async function withControl(key: 's' | 'Enter' | 'Home' | 'a') {
  await page.keyboard.down('Control');
  await page.keyboard.press(key);
  await page.keyboard.up('Control');
}

async function hasCode(code: string) {
  await page.waitForFunction(
    (wanted: string) =>
      [...document.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n') === wanted,
    { polling: 50 },
    code,
  );
}

describe('a person', () => {
  it('writes a script in the editor, which this screen alone loads', async () => {
    await page.goto(new URL('/', agent.url).href);
    await waitForText(page, 'Quick Actions');
    const isLoaded = () =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('code-editor')));
    expect(await isLoaded()).toBe(false);
    await goTo('Scripts');
    await waitForText(page, 'No scripts yet');
    await press('New');
    await see(() => (document.activeElement as HTMLInputElement | null)?.value === 'New Script');
    await page.keyboard.type('Morning');
    // The icon is always visible on devices without hover, such as a headless browser.
    expect(await page.$eval('li button[aria-label^="Delete "]', (icon) => getComputedStyle(icon).opacity)).toBe('1');
    await editor().click();
    expect(await isLoaded()).toBe(true);
    expect(await page.$eval('.cm-line span', (span) => getComputedStyle(span).fontStyle)).toBe('italic');
    await withControl('a');
    await page.keyboard.press('Tab');
    await page.keyboard.type('x');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.cm-editor'))).toBeNull();
    await editor().click();
    await withControl('a');
    await page.keyboard.sendCharacter(CODE);
    await hasCode(CODE);
    await withControl('s');
    await waitForText(page, 'Script saved');
    expect(await stored()).toEqual([{ name: 'Morning', code: CODE }]);
  });

  it('runs it, reads its lines as they come, stays where they have scrolled to, and cancels it', async () => {
    await editor().click();
    await withControl('Enter');
    await waitForText(page, 'Running...', 'Line 40');
    const log = () =>
      page.$eval('[role=log]', ({ clientHeight, scrollHeight, scrollTop, children }) => ({
        height: clientHeight,
        top: scrollTop,
        below: scrollHeight - scrollTop - clientHeight,
        lines: children.length,
      }));
    expect((await log()).height).toBeLessThanOrEqual(400);
    expect((await log()).below).toBeLessThan(60);
    await page.$eval('[role=log]', (element) => element.scrollTo({ top: 0 }));
    await waitForText(page, 'Newest lines');
    const { lines } = await log();
    await page.waitForFunction(
      (before) => (document.querySelector('[role=log]')?.children.length ?? 0) > before + 10,
      { polling: 50 },
      lines,
    );
    expect((await log()).top).toBe(0);
    await press('Newest lines');
    await see(() => !document.body.textContent?.includes('Newest lines'));
    await press('Cancel');
    await waitForText(page, 'Script cancelled', 'Saved files');
    await see(() => document.activeElement?.textContent === 'Run Script');
    const first = await page.$$eval('[role=log] > div', (all) =>
      all.slice(0, 4).map((line) => {
        const mark = line.querySelector('svg')?.ariaLabel;
        return [
          line.querySelector('time')?.textContent?.replace(/\d\d/g, '00'),
          mark,
          line.querySelector('p')?.textContent,
        ];
      }),
    );
    expect(first).toEqual([
      ['00:00:00', null, 'Starting script...'],
      ['00:00:00', null, '[page] from the page'],
      ['00:00:00', 'Warning', 'careful'],
      ['00:00:00', null, 'Line 1'],
    ]);
  });

  it('looks at its pictures, downloads its files, and finds both in the history', async () => {
    await see(() => document.querySelector<HTMLImageElement>('figure img')?.naturalWidth);
    await press('Open hello.png');
    await page.waitForSelector('[role=dialog] img');
    if (isFull) expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=dialog]', { hidden: true });
    const download = await page.evaluateHandle(() => {
      const clicked = { name: '' };
      HTMLAnchorElement.prototype.click = function () {
        clicked.name = this.download;
      };
      return clicked;
    });
    await press('Download numbers.json');
    await page.waitForFunction((clicked) => clicked.name === 'numbers.json', { polling: 50 }, download);
    await page.focus('li > button[aria-expanded]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=region] p');
    await see(() => document.querySelectorAll('figure img').length === 2);
    for (const colorScheme of isFull ? (['light', 'dark'] as const) : (['dark'] as const)) {
      await dress(page, { colorScheme });
      expect(await axeViolations(page)).toEqual([]);
    }
    expect(shared.faults).toEqual([]);
  });

  it.runIf(isFull)('keeps no picture in memory on another screen', async () => {
    const source = await page.$eval('figure img', ({ src }) => src);
    await goTo('Settings');
    await waitForPath(page, '/settings');
    await waitForText(page, 'Posting Schedule');
    const isGone = (url: string) =>
      fetch(url).then(
        () => false,
        () => true,
      );
    expect(await page.evaluate(isGone, source)).toBe(true);
  });
});

describe.runIf(isFull)('unsaved changes', () => {
  it('lose no key of a long script on a slow machine, and none to a reload right after, which asks', async () => {
    const code = 'work();\n'.repeat(20_000);
    const typed = 'The quick brown fox jumps over the lazy dog';
    await agent.admin.from('puppeteer_scripts').update({ code }).eq('name', 'Morning').throwOnError();
    await page.goto(new URL('/templates', agent.url).href);
    await goTo('Settings');
    await waitForPath(page, '/settings');
    await goTo('Scripts');
    await waitForText(page, 'work();');
    await page.emulateCPUThrottling(4);
    await editor().click();
    await withControl('Home');
    await page.keyboard.type(typed);
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.accept();
      });
    });
    await page.reload();
    expect(await asked).toBe('beforeunload');
    await page.emulateCPUThrottling(null);
    await waitForText(page, 'Unsaved changes', `${typed}work();`);
  });

  it('hold the screen however often the back button is pressed, but not a place on this page', async () => {
    const asked = () => waitForText(page, 'Save your changes?');
    await page.evaluate(() => {
      history.back();
      history.back();
    });
    await asked();
    await waitForPath(page, '/scripts');
    await press('Keep editing');
    await page.waitForSelector('[role=dialog]', { hidden: true });
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="#content"]')?.click());
    await waitForPath(page, '/scripts#content');
    await page.evaluate(() => history.back());
    await waitForPath(page, '/scripts');
    expect(await page.$('[role=dialog]')).toBeNull();

    await page.evaluate(() => history.back());
    await asked();
    await press('Discard');
    await waitForPath(page, '/settings');
  });
});
