import type { Page } from 'puppeteer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../server/supabase/connection.ts';
import type { ContentStyleTemplatesRow } from '../../shared/database.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import {
  axeViolations,
  byRole,
  fill,
  openBrowser,
  signIn,
  type TestBrowser,
  waitForOptions,
  waitForText,
} from '../helpers/browser.ts';
import { failRequests, holdRequests } from '../helpers/request-faults.ts';

const CALL = (method: string) => new RegExp(`^${method} .*/rest/v1/content_style_templates`);
const FULL = { status: 500, body: { message: 'The database is full.' } };
const MARKUP = 'Bread & <b>butter</b> <script>document.title="broken"</script> 🍞';
const LONG = `Donaudampfschifffahrt${'x'.repeat(179)}`;
const ARABIC = 'نصائح يوم الأحد';

type Seed = Partial<ContentStyleTemplatesRow> & { name: string };

let agent: TestAgent;
let browser: TestBrowser;
let member: Client;
let page: Page;
let endFault: (() => Promise<void>) | undefined;

beforeAll(async () => {
  [agent, browser] = await Promise.all([startTestAgent(), openBrowser()]);
  const account = await agent.addMember();
  member = agent.supabase(await agent.signIn(account.email, account.password));
  page = await browser.newPage();
  await signIn(page, agent.url, account);
});
afterAll(async () => {
  await Promise.all([agent?.close(), browser?.close()]);
});
afterEach(letGo);

async function letGo() {
  await endFault?.();
  endFault = undefined;
}

/** Leaves exactly these templates in the workspace and opens the screen. */
async function openWith(...seeds: Seed[]) {
  await member.from('content_style_templates').delete().not('id', 'is', null).throwOnError();
  const rows = seeds.map((seed) => ({ description: '', prompt_template: 'Write about {niche}.', ...seed }));
  if (rows.length > 0) await member.from('content_style_templates').insert(rows).throwOnError();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(new URL('/templates', agent.url).href);
  await waitForText(page, 'Create New Template', seeds[0]?.name ?? 'No templates yet');
}

const names = () => page.$$eval('main li h3', (all) => all.map((name) => name.textContent?.trim()));
const stored = async (name: string) =>
  (await member.from('content_style_templates').select('*').eq('name', name).maybeSingle().throwOnError()).data;
const press = (name: string) => byRole(page, 'button', name).click();
const typed = (label: string) =>
  byRole(page, 'textbox', label)
    .map((field) => (field as HTMLInputElement).value)
    .wait();
const isActive = () => page.$eval('main [role=switch]', (toggle) => toggle.ariaChecked === 'true');

describe('the list (§2)', () => {
  it('shows three skeleton cards while it loads', async () => {
    endFault = await holdRequests(page, CALL('GET'));
    await page.goto(new URL('/templates', agent.url).href, { waitUntil: 'domcontentloaded' });
    await page.waitForSelector('main [data-slot=skeleton]');
    expect(await page.$$eval('main [data-slot=skeleton]', (all) => all.length)).toBe(3);
    await letGo();
    await waitForText(page, 'Motivational Quotes (Monday)', 'Carousel Tips (Tuesday)');
  });

  it('is in the order of the week, from Sunday; those without a day come last', async () => {
    await openWith(
      { name: 'Any', day_of_week: null },
      { name: 'Last', day_of_week: 6 },
      { name: 'First', day_of_week: 0, description: 'For lazy days' },
      { name: 'Second', day_of_week: 1 },
    );
    expect(await names()).toEqual(['First (Sunday)', 'Second (Monday)', 'Last (Saturday)', 'Any']);
    await waitForText(page, 'For lazy days', 'Write about {niche}.');
  });

  it('has an empty state', async () => {
    await openWith();
    await waitForText(page, 'No templates yet', 'Posts are written in a plain style until there is one.');
  });

  it('shows names and prompts as text, however long, and nothing scrolls sideways', async () => {
    await openWith({ name: MARKUP, prompt_template: `${MARKUP} {niche} ${LONG}` }, { name: LONG }, { name: ARABIC });
    expect(await names()).toEqual([MARKUP, LONG, ARABIC]);
    expect(await page.title()).toContain('Content Templates');
    for (const width of [360, 768, 1440]) {
      await page.setViewport({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});

describe('"Create New Template"', () => {
  beforeEach(() => openWith({ name: 'Tips', day_of_week: 2 }));

  it('offers what §2 says', async () => {
    const form = await page.$eval('form', (element) => ({
      name: element.querySelector('input')?.placeholder,
      rows: element.querySelector('textarea')?.rows,
      labels: [...element.querySelectorAll('label')].map((label) => label.textContent),
    }));
    expect(form).toEqual({
      name: 'e.g., Motivational Monday',
      rows: 4,
      labels: ['Name', 'Description', 'Prompt Template', 'Day of Week (Optional)'],
    });
    await waitForText(page, 'Use {niche} for dynamic substitution.');
    await byRole(page, 'combobox', 'Day of Week (Optional)').click();
    await waitForOptions(page);
    const days = await page.$$eval('[role=option]', (all) => all.map((day) => day.textContent));
    expect(days).toEqual([
      'No particular day',
      'Sunday',
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
    ]);
    await page.keyboard.press('Escape');
  });

  it('by keyboard alone adds an active template for its day, says so and is empty again', async () => {
    await page.focus('form input');
    await page.keyboard.type(MARKUP);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Short and warm');
    await page.keyboard.press('Tab');
    await page.keyboard.type('A line about {niche}');
    // The preview, then the day.
    for (const _ of ['preview', 'day']) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await waitForOptions(page);
    await page.keyboard.type('Mon');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Monday');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.role === 'combobox');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await waitForText(page, 'Template created successfully', `${MARKUP} (Monday)`);
    expect(await names()).toEqual([`${MARKUP} (Monday)`, 'Tips (Tuesday)']);
    expect(await stored(MARKUP)).toMatchObject({
      description: 'Short and warm',
      prompt_template: 'A line about {niche}',
      day_of_week: 1,
      is_active: true,
    });
    expect([await typed('Name'), await typed('Description'), await typed('Prompt Template')]).toEqual(['', '', '']);
    await waitForText(page, 'No particular day');
  });

  it('says what is missing beside the field, goes there, and keeps the rest', async () => {
    await fill(page, 'Prompt Template', 'Only a prompt');
    await press('Create Template');
    await waitForText(page, 'Name and prompt template are required', 'Enter a name.');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    expect(await typed('Prompt Template')).toBe('Only a prompt');
    expect(await names()).toEqual(['Tips (Tuesday)']);
  });

  it('refuses a name of more than 200 characters with a word about it', async () => {
    // Puppeteer's fill sets long text past React's eyes.
    await page.focus('form input');
    await page.keyboard.sendCharacter(`${LONG}y`);
    await fill(page, 'Prompt Template', 'A line about {niche}');
    await press('Create Template');
    await waitForText(page, 'Shorten the name to 200 characters.');
    expect(await names()).toEqual(['Tips (Tuesday)']);
  });

  it('shows how the prompt will read', async () => {
    await fill(page, 'Prompt Template', 'A line about {niche}, and <i>more</i>');
    await page.locator('summary').click();
    await waitForText(page, 'A line about Home baking, and <i>more</i>');
  });

  it.each([
    ['an error', FULL, 'The database is full.'],
    ['no connection', 'no connection', 'The backend could not be reached.'],
  ] as const)('keeps what was typed after %s, and over a reload', async (_, fault, words) => {
    await fill(page, 'Name', ARABIC);
    await fill(page, 'Prompt Template', 'A line about {niche}');
    endFault = await failRequests(page, CALL('POST'), fault);
    await press('Create Template');
    await waitForText(page, 'Error', words);
    await page.reload();
    await waitForText(page, 'Tips (Tuesday)');
    expect([await typed('Name'), await typed('Prompt Template')]).toEqual([ARABIC, 'A line about {niche}']);
  });
});

describe('"Active" (§4)', () => {
  beforeEach(() => openWith({ name: 'Tips' }));

  it('is shown at once and saved', async () => {
    endFault = await holdRequests(page, CALL('PATCH'));
    await byRole(page, 'switch', 'Active Tips').click();
    await page.waitForFunction(() => document.querySelector('main [role=switch]')?.ariaChecked === 'false');
    expect(await stored('Tips')).toMatchObject({ is_active: true });
    await letGo();
    await waitForText(page, 'Template updated successfully');
    expect(await stored('Tips')).toMatchObject({ is_active: false });
    expect(await isActive()).toBe(false);
  });

  it('goes back when it cannot be saved', async () => {
    endFault = await failRequests(page, CALL('PATCH'), FULL);
    await byRole(page, 'switch', 'Active Tips').click();
    await waitForText(page, 'Error', 'The database is full.');
    await page.waitForFunction(() => document.querySelector('main [role=switch]')?.ariaChecked === 'true');
  });

  it('says so when the template was deleted elsewhere', async () => {
    await member.from('content_style_templates').delete().eq('name', 'Tips').throwOnError();
    await byRole(page, 'switch', 'Active Tips').click();
    await waitForText(page, 'Template not found', '“Tips” was deleted in another window.', 'No templates yet');
  });
});

describe('deleting (§2)', () => {
  beforeEach(() => openWith({ name: 'Tips', day_of_week: 5 }));

  it('asks nothing, and Undo brings the same row back', async () => {
    const before = await stored('Tips');
    await press('Delete');
    await waitForText(page, 'Template deleted successfully', 'No templates yet');
    expect(await stored('Tips')).toBeNull();
    await press('Undo');
    await waitForText(page, 'Template restored', 'Tips (Friday)');
    expect(await stored('Tips')).toEqual(before);
  });

  it('passes the focus to the next card', async () => {
    await openWith({ name: 'First', day_of_week: 0 }, { name: 'Second', day_of_week: 1 });
    await press('Delete');
    await waitForText(page, 'Template deleted successfully');
    expect(await names()).toEqual(['Second (Monday)']);
    expect(await page.evaluate(() => document.activeElement?.role)).toBe('switch');
  });

  it('offers to try the undo again when it fails', async () => {
    await press('Delete');
    await waitForText(page, 'Template deleted successfully');
    endFault = await failRequests(page, CALL('POST'), FULL);
    await press('Undo');
    await waitForText(page, 'The database is full.', 'Try again');
    await letGo();
    await press('Try again');
    await waitForText(page, 'Template restored', 'Tips (Friday)');
  });

  it('says so when it was deleted elsewhere already', async () => {
    await member.from('content_style_templates').delete().eq('name', 'Tips').throwOnError();
    await press('Delete');
    await waitForText(page, 'Template not found', 'No templates yet');
  });
});

describe('editing', () => {
  beforeEach(async () => {
    await openWith({ name: 'Tips', description: 'Old words' });
    await press('Edit');
    await waitForText(page, 'Edit Template');
  });
  const inDialog = (field: string) => page.locator(`[role=dialog] ${field}`);
  const change = (fields: Partial<ContentStyleTemplatesRow>) =>
    member.from('content_style_templates').update(fields).eq('name', 'Tips').throwOnError();

  it('saves what was changed, leaves what another window changed, and goes back to the button', async () => {
    await inDialog('textarea').fill('New prompt for {niche}');
    await change({ description: 'Words from elsewhere', day_of_week: 3 });
    await press('Save Changes');
    await waitForText(page, 'Template updated successfully', 'Tips (Wednesday)');
    expect(await stored('Tips')).toMatchObject({
      prompt_template: 'New prompt for {niche}',
      description: 'Words from elsewhere',
      day_of_week: 3,
    });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Edit');
  });

  it('shows what another window put in the same field, and replaces it at the second try', async () => {
    await inDialog('textarea').fill('My prompt');
    await change({ prompt_template: 'Their prompt' });
    await press('Save Changes');
    await waitForText(page, 'Prompt Template changed in another window meanwhile.', 'Their prompt');
    expect(await stored('Tips')).toMatchObject({ prompt_template: 'Their prompt' });
    await press('Save Changes');
    await waitForText(page, 'Template updated successfully');
    expect(await stored('Tips')).toMatchObject({ prompt_template: 'My prompt' });
  });

  it('without a change leaves the row as it is', async () => {
    const before = await stored('Tips');
    await press('Save Changes');
    await waitForText(page, 'Template updated successfully');
    expect(await stored('Tips')).toEqual(before);
  });

  it('keeps what was typed when the row is deleted elsewhere, and saves it as a new one', async () => {
    await inDialog('textarea').fill('My prompt');
    await member.from('content_style_templates').delete().eq('name', 'Tips').throwOnError();
    await press('Save Changes');
    await waitForText(page, 'This template was deleted in another window.');
    await press('Save as New Template');
    await waitForText(page, 'Template created successfully', 'My prompt');
    expect(await stored('Tips')).toMatchObject({ prompt_template: 'My prompt', description: 'Old words' });
  });

  it('says what is missing, saves nothing then, and keeps the dialog open after an error', async () => {
    await inDialog('input[name=name]').fill('  ');
    await press('Save Changes');
    await waitForText(page, 'Validation Error', 'Enter a name.');
    await inDialog('input[name=name]').fill('Better tips');
    endFault = await failRequests(page, CALL('PATCH'), FULL);
    await press('Save Changes');
    await waitForText(page, 'Error The database is full.', 'Edit Template');
    expect(await stored('Tips')).not.toBeNull();
  });

  it('brings back by Undo what a closed dialog held', async () => {
    await inDialog('textarea').fill('My prompt');
    await page.keyboard.press('Escape');
    await waitForText(page, 'Changes discarded');
    await press('Undo');
    await waitForText(page, 'Edit Template');
    expect(await page.$eval('[role=dialog] textarea', (field) => field.value)).toBe('My prompt');
  });

  it('goes on after a reload', async () => {
    await inDialog('textarea').fill('My prompt');
    await page.reload();
    await waitForText(page, 'Edit Template');
    expect(await page.$eval('[role=dialog] textarea', (field) => field.value)).toBe('My prompt');
  });

  it.each(['light', 'dark'])('has nothing serious for axe in the %s theme', async (theme) => {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await inDialog('textarea').fill('My prompt');
    await change({ prompt_template: 'Their prompt' });
    await press('Save Changes');
    await waitForText(page, 'Their prompt');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await waitForText(page, 'Changes discarded', 'Tips');
    expect(await axeViolations(page)).toEqual([]);
  });
});
