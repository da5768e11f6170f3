import { beforeEach, describe, expect, it } from 'vitest';
import { byRole, fill, waitForOptions, waitForText } from '../helpers/browser.ts';
import { CALL, FULL, templatesScreen } from '../helpers/templates-screen.ts';

const MARKUP = 'Bread & <b>butter</b> <script>document.title="broken"</script> 🍞';
const LONG = `Donaudampfschifffahrt${'x'.repeat(179)}`;
const ARABIC = 'نصائح يوم الأحد';

const screen = templatesScreen();
const { openWith, stored, press, fail, hold, letGo } = screen;

const names = () => screen.page.$$eval('main li h3', (all) => all.map((name) => name.textContent?.trim()));
const typed = (label: string) =>
  byRole(screen.page, 'textbox', label)
    .map((field) => (field as HTMLInputElement).value)
    .wait();
const isActive = () => screen.page.$eval('main [role=switch]', (toggle) => toggle.ariaChecked === 'true');

describe('the list (§2)', () => {
  it('shows three skeleton cards while it loads', async () => {
    await hold(CALL('GET'));
    await screen.page.goto(new URL('/templates', screen.agent.url).href, { waitUntil: 'domcontentloaded' });
    await screen.page.waitForSelector('main [data-slot=skeleton]');
    expect(await screen.page.$$eval('main [data-slot=skeleton]', (all) => all.length)).toBe(3);
    await letGo();
    await waitForText(screen.page, 'Motivational Quotes (Monday)', 'Carousel Tips (Tuesday)');
  });

  it('is in the order of the week, from Sunday; those without a day come last', async () => {
    await openWith(
      { name: 'Any', day_of_week: null },
      { name: 'Last', day_of_week: 6 },
      { name: 'First', day_of_week: 0, description: 'For lazy days' },
      { name: 'Second', day_of_week: 1 },
    );
    expect(await names()).toEqual(['First (Sunday)', 'Second (Monday)', 'Last (Saturday)', 'Any']);
    await waitForText(screen.page, 'For lazy days', 'Write about {niche}.');
  });

  it('has an empty state', async () => {
    await openWith();
    await waitForText(screen.page, 'No templates yet', 'Until you add one, posts are written in a plain style.');
  });

  it('shows names and prompts as text, however long, and nothing scrolls sideways', async () => {
    await openWith({ name: MARKUP, prompt_template: `${MARKUP} {niche} ${LONG}` }, { name: LONG }, { name: ARABIC });
    expect(await names()).toEqual([MARKUP, LONG, ARABIC]);
    expect(await screen.page.title()).toContain('Content Templates');
    for (const width of [360, 768, 1440]) {
      await screen.page.setViewport({ width, height: 900 });
      expect(await screen.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});

describe('"Create New Template"', () => {
  beforeEach(() => openWith({ name: 'Tips', day_of_week: 2 }));

  it('offers what §2 says', async () => {
    const form = await screen.page.$eval('form', (element) => ({
      name: element.querySelector('input')?.placeholder,
      rows: element.querySelector('textarea')?.rows,
      labels: [...element.querySelectorAll('label')].map((label) => label.textContent),
    }));
    expect(form).toEqual({
      name: 'e.g., Motivational Monday',
      rows: 4,
      labels: ['Name', 'Description', 'Prompt Template', 'Day of Week (Optional)'],
    });
    await waitForText(screen.page, 'Use {niche} for dynamic substitution.');
    await byRole(screen.page, 'combobox', 'Day of Week (Optional)').click();
    await waitForOptions(screen.page);
    const days = await screen.page.$$eval('[role=option]', (all) => all.map((day) => day.textContent));
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
    await screen.page.keyboard.press('Escape');
  });

  it('by keyboard alone adds an active template for its day, says so and is empty again', async () => {
    await screen.page.focus('form input');
    await screen.page.keyboard.type(MARKUP);
    await screen.page.keyboard.press('Tab');
    await screen.page.keyboard.type('Short and warm');
    await screen.page.keyboard.press('Tab');
    await screen.page.keyboard.type('A line about {niche}');
    // The preview, then the day.
    for (const _ of ['preview', 'day']) await screen.page.keyboard.press('Tab');
    await screen.page.keyboard.press('Enter');
    await waitForOptions(screen.page);
    await screen.page.keyboard.type('Mon');
    await screen.page.waitForFunction(() => document.activeElement?.textContent === 'Monday');
    await screen.page.keyboard.press('Enter');
    await screen.page.waitForFunction(() => document.activeElement?.role === 'combobox');
    await screen.page.keyboard.press('Tab');
    await screen.page.keyboard.press('Enter');
    await waitForText(screen.page, 'Template created successfully', `${MARKUP} (Monday)`);
    expect(await names()).toEqual([`${MARKUP} (Monday)`, 'Tips (Tuesday)']);
    expect(await stored(MARKUP)).toMatchObject({
      description: 'Short and warm',
      prompt_template: 'A line about {niche}',
      day_of_week: 1,
      is_active: true,
    });
    expect([await typed('Name'), await typed('Description'), await typed('Prompt Template')]).toEqual(['', '', '']);
    await waitForText(screen.page, 'No particular day');
  });

  it('says what is missing beside the field, goes there, and keeps the rest', async () => {
    await fill(screen.page, 'Prompt Template', 'Only a prompt');
    await press('Create Template');
    await waitForText(screen.page, 'Name and prompt template are required', 'Enter a name.');
    expect(await screen.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    expect(await typed('Prompt Template')).toBe('Only a prompt');
    expect(await names()).toEqual(['Tips (Tuesday)']);
  });

  it('refuses a name of more than 200 characters with a word about it', async () => {
    // Puppeteer's fill sets long text past React's eyes.
    await screen.page.focus('form input');
    await screen.page.keyboard.sendCharacter(`${LONG}y`);
    await fill(screen.page, 'Prompt Template', 'A line about {niche}');
    await press('Create Template');
    await waitForText(screen.page, 'Shorten the name to 200 characters.');
    expect(await names()).toEqual(['Tips (Tuesday)']);
  });

  it('shows how the prompt will read', async () => {
    await fill(screen.page, 'Prompt Template', 'A line about {niche}, and <i>more</i>');
    await screen.page.locator('summary').click();
    await waitForText(screen.page, 'A line about Home baking, and <i>more</i>');
  });

  it.each([
    ['an error', FULL, 'The database is full.'],
    ['no connection', 'no connection', 'The backend could not be reached.'],
  ] as const)('keeps what was typed after %s, and over a reload', async (_, fault, words) => {
    await fill(screen.page, 'Name', ARABIC);
    await fill(screen.page, 'Prompt Template', 'A line about {niche}');
    await fail(CALL('POST'), fault);
    await press('Create Template');
    await waitForText(screen.page, 'Error', words);
    await screen.page.reload();
    await waitForText(screen.page, 'Tips (Tuesday)');
    expect([await typed('Name'), await typed('Prompt Template')]).toEqual([ARABIC, 'A line about {niche}']);
  });
});

describe('"Active" (§4)', () => {
  beforeEach(() => openWith({ name: 'Tips' }));

  it('is shown at once and saved', async () => {
    await hold(CALL('PATCH'));
    await byRole(screen.page, 'switch', 'Active Tips').click();
    await screen.page.waitForFunction(() => document.querySelector('main [role=switch]')?.ariaChecked === 'false');
    expect(await stored('Tips')).toMatchObject({ is_active: true });
    await letGo();
    await waitForText(screen.page, 'Template updated successfully');
    expect(await stored('Tips')).toMatchObject({ is_active: false });
    expect(await isActive()).toBe(false);
  });

  it('goes back when it cannot be saved', async () => {
    await fail(CALL('PATCH'), FULL);
    await byRole(screen.page, 'switch', 'Active Tips').click();
    await waitForText(screen.page, 'Error', 'The database is full.');
    await screen.page.waitForFunction(() => document.querySelector('main [role=switch]')?.ariaChecked === 'true');
  });

  it('says so when the template was deleted elsewhere', async () => {
    await screen.member.from('content_style_templates').delete().eq('name', 'Tips').throwOnError();
    await byRole(screen.page, 'switch', 'Active Tips').click();
    await waitForText(screen.page, 'Template not found', '“Tips” was deleted in another window.', 'No templates yet');
  });
});

describe('deleting (§2)', () => {
  beforeEach(() => openWith({ name: 'Tips', day_of_week: 5 }));

  it('asks nothing, and Undo brings the same row back', async () => {
    const before = await stored('Tips');
    await press('Delete');
    await waitForText(screen.page, 'Template deleted successfully', 'No templates yet');
    expect(await stored('Tips')).toBeNull();
    await press('Undo');
    await waitForText(screen.page, 'Template restored', 'Tips (Friday)');
    expect(await stored('Tips')).toEqual(before);
  });

  it('passes the focus to the next card', async () => {
    await openWith({ name: 'First', day_of_week: 0 }, { name: 'Second', day_of_week: 1 });
    await press('Delete');
    await waitForText(screen.page, 'Template deleted successfully');
    expect(await names()).toEqual(['Second (Monday)']);
    expect(await screen.page.evaluate(() => document.activeElement?.role)).toBe('switch');
  });

  it('offers to try the undo again when it fails', async () => {
    await press('Delete');
    await waitForText(screen.page, 'Template deleted successfully');
    await fail(CALL('POST'), FULL);
    await press('Undo');
    await waitForText(screen.page, 'The database is full.', 'Try again');
    await letGo();
    await press('Try again');
    await waitForText(screen.page, 'Template restored', 'Tips (Friday)');
  });

  it('says so when it was deleted elsewhere already', async () => {
    await screen.member.from('content_style_templates').delete().eq('name', 'Tips').throwOnError();
    await press('Delete');
    await waitForText(screen.page, 'Template not found', 'No templates yet');
  });
});
