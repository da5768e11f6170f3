import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyInput, Page } from 'puppeteer';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { openBrowser, type TestBrowser, waitForText } from '../helpers/browser.ts';
import { PNG } from '../helpers/media-screen.ts';
import { openSignedIn } from '../helpers/signed-in-page.ts';

/** More presses of Tab than the screen has stops. */
const MOST_STOPS = 60;

let agent: TestAgent;
let browser: TestBrowser;
let page: Page;
let folder: string;

beforeAll(async () => {
  [agent, browser, folder] = await Promise.all([
    startTestAgent(),
    openBrowser(),
    mkdtemp(join(tmpdir(), 'local-agent-media-keyboard-')),
  ]);
  page = await openSignedIn(browser, agent, await agent.addMember(), '/media');
  await waitForText(page, 'No media assets yet');
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close(), folder && rm(folder, { recursive: true, force: true })]);
});

const press = (key: KeyInput) => page.keyboard.press(key);

/**
 * What has the focus: its label, or else its own words, without spaces between lines ("a.pngNot usedPNG picture" is a
 * tile). Empty while the page itself or a whole dialog has it, for a moment when something closes: they hold every word.
 */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element?.matches('body, [role=dialog]')) return '';
    return (element?.ariaLabel ?? element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  });

/** Goes on by Tab until what has the focus has these words, and checks that the eye sees where it is. */
async function tabTo(words: string) {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await press('Tab');
    if (!(await focused()).includes(words)) continue;
    const style = await page.evaluate(
      () => document.activeElement && getComputedStyle(document.activeElement).outlineStyle,
    );
    expect(style, `the outline of ${words}`).not.toBe('none');
    return;
  }
  throw new Error(
    `Tab does not lead to ${JSON.stringify(words)}; the last stop is ${JSON.stringify(await focused())}.`,
  );
}

/** Waits until what has the focus has these words. */
const waitForFocus = (words: string) =>
  vi.waitFor(async () => expect(await focused()).toContain(words), { timeout: 20_000 });
const waitForDialogs = (count: number) =>
  page.waitForFunction(
    (wanted) => document.querySelectorAll('[role=dialog]').length === wanted,
    { polling: 50 },
    count,
  );

/**
 * Presses the Delete that has the focus, and waits for the answer to whether anything uses the file: nothing can be
 * deleted before it.
 */
async function ask() {
  await press('Enter');
  await waitForText(page, 'Delete this picture?', 'Nothing uses this file.');
  await waitForFocus('Keep it');
}

it('the library is used by keyboard alone: uploads, walks through the pictures, and deletes with a question', async () => {
  const names = ['a.png', 'b.png', 'c.png'];
  for (const name of names) await writeFile(join(folder, name), PNG);
  await tabTo('Upload');
  const chooser = page.waitForFileChooser();
  // A key may overtake the order to catch the chooser on its way to the page; an answer of the page may not.
  await page.evaluate(() => undefined);
  await press('Enter');
  await (await chooser).accept(names.map((name) => join(folder, name)));
  await waitForText(page, 'All 3', '3 files uploaded');
  expect(await focused(), 'after choosing files').toBe('Upload files');

  await tabTo('Not usedPNG');
  await press('Enter');
  await waitForText(page, 'Stored as');
  await press('ArrowRight');
  await press('ArrowLeft');
  await press('Escape');
  await waitForDialogs(0);
  await waitForFocus('Not usedPNG');

  await press('Space');
  await waitForText(page, 'Stored as');
  await tabTo('Delete');
  await ask();
  await press('Enter');
  await waitForDialogs(1);
  await waitForFocus('Delete');
  await ask();
  await press('Escape');
  await waitForDialogs(1);
  await waitForFocus('Delete');

  await ask();
  await tabTo('Delete');
  await press('Enter');
  await waitForText(page, 'File deleted', 'All 2');
  await waitForDialogs(0);
  // The tile is gone, so the screen begins anew at its heading; the next stops are its own again.
  await waitForFocus('Media Library');
  await tabTo('Not usedPNG');
});

it('Escape at the very moment of the question leaves the picture below it open', async () => {
  await press('Enter');
  await waitForText(page, 'Stored as');
  await tabTo('Delete');
  await page.evaluate(() =>
    addEventListener('focusin', ({ target }) => {
      if (document.querySelectorAll('[role=dialog]').length < 2) return;
      target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    }),
  );
  await ask();
  await waitForDialogs(2);
});
