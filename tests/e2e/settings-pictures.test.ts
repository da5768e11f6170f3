import type { Page } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Brand } from '../../shared/pictures/brand.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { axeViolations, byRole, openBrowser, signIn, type TestBrowser, waitForText } from '../helpers/browser.ts';

const HINT = 'Text on it is dark or light, whichever is readable. Leave empty to give each niche its own colours.';

let agent: TestAgent;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  const account = await agent.addMember();
  page = await browser.newPage();
  await signIn(page, agent.url, account);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
beforeEach(() => openWith({}));

const rows = () => agent.admin.from('app_settings');
const stored = async () => (await rows().select('brand_color, brand_handle').single().throwOnError()).data;

async function openWith(brand: Partial<Brand>) {
  await rows().delete().not('id', 'is', null).throwOnError();
  await rows().insert(brand).throwOnError();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(new URL('/settings', agent.url).href);
  await waitForText(page, 'Pictures', HINT);
}

const press = (name: string) => byRole(page, 'button', name).click();

async function type(label: string, text: string) {
  await byRole(page, 'textbox', label).click({ count: 3 });
  await page.keyboard.press('Backspace');
  await page.keyboard.sendCharacter(text);
}

/** The backgrounds and words of the three small cards. */
const preview = () =>
  page.$eval('[role=img][aria-label="How cards will look"]', (cards) => ({
    words: cards.textContent,
    colours: [...cards.querySelectorAll<HTMLElement>('[style]')].map((part) => part.style.background),
  }));

describe('the Pictures card', () => {
  it('takes a colour and a handle, shows them at once and stores them', async () => {
    expect((await preview()).words).toContain('Your niche');
    await type('Brand colour', '#0A7D5A');
    await type('Handle', ' @bread.daily ');
    const { words, colours } = await preview();
    expect(words).toContain('@bread.daily');
    expect(words).not.toContain('Your niche');
    expect(colours).toContain('rgb(10, 125, 90)');
    await press('Save Settings');
    await waitForText(page, 'Settings saved successfully');
    expect(await stored()).toEqual({ brand_color: '#0a7d5a', brand_handle: '@bread.daily' });
    expect(await page.$eval('input[type=color]', (input) => input.value)).toBe('#0a7d5a');
  });

  it("takes a colour of the browser's picker", async () => {
    await page.$eval('input[type=color]', (input) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '#aa3377');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === '#aa3377'));
    await press('Save Settings');
    await waitForText(page, 'Settings saved successfully');
    expect(await stored()).toMatchObject({ brand_color: '#aa3377' });
  });

  it('goes back to the colours of the niche', async () => {
    await openWith({ brand_color: '#0a7d5a', brand_handle: '@bread.daily' });
    await press('Colours by niche');
    expect((await preview()).colours).not.toContain('rgb(10, 125, 90)');
    await type('Handle', ' ');
    await press('Save Settings');
    await waitForText(page, 'Settings saved successfully');
    expect(await stored()).toEqual({ brand_color: null, brand_handle: null });
  });

  it.each([
    ['Brand colour', 'blueish', 'Enter a colour such as #2f4fc9: a # and six digits from 0 to 9 and a to f.'],
    ['Handle', `@${'a'.repeat(42)}`, 'The limit is 40 characters. Remove 3.'],
  ])('says what is wrong with a %s, keeps it and saves nothing', async (label, typed, problem) => {
    await type(label, typed);
    await page.keyboard.press('Tab');
    await waitForText(page, problem);
    await press('Save Settings');
    const field = byRole(page, 'textbox', label);
    expect(await field.map((input) => (input as HTMLInputElement).value).wait()).toBe(typed);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    expect(await stored()).toEqual({ brand_color: null, brand_handle: null });
  });

  it.each(['light', 'dark'] as const)('is accessible in %s and fits a phone', async (scheme) => {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await openWith({ brand_color: '#ffcc00', brand_handle: '@bread.daily' });
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewport({ width: 360, height: 740 });
    const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(wide).toBeLessThanOrEqual(room ?? 0);
    await page.setViewport({ width: 1280, height: 900 });
  });
});
