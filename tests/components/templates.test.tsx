import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { WEEKDAYS } from '@/features/templates/messages.ts';
import type { ContentStyleTemplatesRow } from '../../shared/workspace/database.ts';
import { appInDocument, says } from '../helpers/component/app.tsx';
import { SPECIFIED } from '../helpers/component/specified.ts';
import { isFull } from '../helpers/depth.ts';

const MARKUP = 'Bread & <b>butter</b> <script>document.title="broken"</script> 🍞';
const LONG = `Donaudampfschifffahrt${'x'.repeat(179)}`;
const ARABIC = 'نصائح يوم الأحد';
/** Matches requests for templates with this method. */
const CALL = (method: string) => new RegExp(`^${method} .*/rest/v1/content_style_templates`);

const app = appInDocument();
const { open, press, fill, fail, hold, letGo, reload } = app;

type Seed = Partial<ContentStyleTemplatesRow> & { name: string };

/** Replaces the workspace's templates with these and opens the screen. */
async function openWith(...seeds: Seed[]) {
  await app.member.from('content_style_templates').delete().not('id', 'is', null).throwOnError();
  const rows = seeds.map((seed) => ({ description: '', prompt_template: 'Write about {niche}.', ...seed }));
  if (rows.length > 0) await app.member.from('content_style_templates').insert(rows).throwOnError();
  await open('/templates');
  await says('Create New Template', seeds[0]?.name ?? 'No templates yet');
}

const stored = async (name: string) =>
  (await app.member.from('content_style_templates').select('*').eq('name', name).maybeSingle().throwOnError()).data;
const names = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent?.trim());
const field = (label: string, root: HTMLElement = document.body) =>
  within(root).getByRole<HTMLInputElement>('textbox', { name: label });
const isActive = () => screen.getByRole('switch', { name: 'Active Tips' }).getAttribute('aria-checked') === 'true';
const change = (fields: Partial<ContentStyleTemplatesRow>) =>
  app.member.from('content_style_templates').update(fields).eq('name', 'Tips').throwOnError();
const remove = () => app.member.from('content_style_templates').delete().eq('name', 'Tips').throwOnError();

it('the list (§2) loads, or says why not, and is in the order of the week, names and prompts as text', async () => {
  await openWith(
    { name: MARKUP, prompt_template: `${MARKUP} {niche}` },
    { name: LONG, day_of_week: 6 },
    { name: 'First', day_of_week: 0, description: 'For lazy days' },
    { name: ARABIC, day_of_week: 1 },
  );
  expect(names()).toEqual(['First (Sunday)', `${ARABIC} (Monday)`, `${LONG} (Saturday)`, MARKUP]);
  await says('For lazy days', `${MARKUP} {niche}`);
  expect(document.title).toContain('Content Templates');
  hold(CALL('GET'));
  reload();
  await waitFor(() => expect(document.querySelectorAll('main [data-slot=skeleton]')).toHaveLength(3));
  letGo();
  await says('For lazy days');
  fail(CALL('GET'));
  reload();
  await says(...SPECIFIED['Templates: any call fails'], 'The database is full.');
});

it('"Create New Template" offers what §2 says, says what is missing, and keeps what was typed until it is added', async () => {
  await openWith({ name: 'Tips', day_of_week: 2 });
  expect(field('Name').placeholder).toBe('e.g., Motivational Monday');
  expect(field('Prompt Template').getAttribute('rows')).toBe('4');
  expect([...document.querySelectorAll('form label')].map((label) => label.textContent)).toEqual([
    'Name',
    'Description',
    'Prompt Template',
    'Day of Week (Optional)',
  ]);
  await says('Use {niche} for dynamic substitution.');
  await press('Day of Week (Optional)', { role: 'combobox' });
  const days = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(days.map(({ textContent }) => textContent)).toEqual(['No particular day', ...WEEKDAYS]);
  await app.user.keyboard('{Escape}');

  await fill('Prompt Template', 'A line about {niche}, and <i>more</i>');
  await says('A line about Home baking, and <i>more</i>');
  await press('Create Template');
  await says(...SPECIFIED['Templates: missing name or prompt'], 'Enter a name.');
  expect(document.activeElement?.getAttribute('name')).toBe('name');
  await fill('Name', MARKUP);
  fail(CALL('POST'));
  await press('Create Template');
  await says(...SPECIFIED['Templates: any call fails'], 'The database is full.');
  letGo();
  reload();
  await says('Tips (Tuesday)');
  expect([field('Name').value, field('Prompt Template').value]).toEqual([
    MARKUP,
    'A line about {niche}, and <i>more</i>',
  ]);

  await fill('Description', 'Short and warm');
  await app.choose('Day of Week (Optional)', 'Monday');
  await press('Create Template');
  await says(...SPECIFIED['Templates: create success'], `${MARKUP} (Monday)`, 'No particular day');
  expect(names()).toEqual([`${MARKUP} (Monday)`, 'Tips (Tuesday)']);
  expect(await stored(MARKUP)).toMatchObject({ description: 'Short and warm', day_of_week: 1, is_active: true });
  expect(['Name', 'Description', 'Prompt Template'].map((label) => field(label).value)).toEqual(['', '', '']);
});

it.runIf(isFull)('without a model, the form and the cards say what the built-in writer makes of a prompt', async () => {
  const prompt_template = 'Five tips about {niche}, like a pirate';
  await openWith({ name: 'Tips', prompt_template }, { name: 'Quotes', prompt_template: 'A quote, please.' });
  await says('Without one, posts are tips from your sources. The rest of the prompt is ignored.');
  expect(screen.getAllByText('Needs a model')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Choose a model in Settings' }).getAttribute('href')).toBe('/settings/ai');
  await fill('Prompt Template', 'Five tips about {niche}');
  await says('Works without a model: posts are tips from your sources, word for word.');
});

it.runIf(isFull)(
  '"See a sample" shows a post made with a card’s template, after an error too, and returns the focus',
  async () => {
    await openWith({ name: 'Tips', prompt_template: 'Five tips about {niche}' });
    fail(/^POST .*\/api\/templates\/sample/, 'no connection');
    const card = within(screen.getByRole('main')).getByRole('listitem');
    await app.user.click(within(card).getByRole('button', { name: 'See a sample' }));
    await says('No sample was written');
    letGo();
    await press('Try again');
    await says('Preheat the pot for at least 40 minutes', 'Nothing is saved or scheduled.');
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.textContent).toBe('See a sample');
  },
);

it('"Active" (§4) is shown at once and saved, goes back when it cannot be, and says when the template is gone', async () => {
  await openWith({ name: 'Tips' });
  const toggle = () => press('Active Tips', { role: 'switch' });
  fail(CALL('PATCH'));
  await toggle();
  await says(...SPECIFIED['Templates: any call fails'], 'The database is full.');
  await waitFor(() => expect(isActive()).toBe(true));
  letGo();
  hold(CALL('PATCH'));
  await toggle();
  await waitFor(() => expect(isActive()).toBe(false));
  expect(await stored('Tips')).toMatchObject({ is_active: true });
  letGo();
  await says(...SPECIFIED['Templates: update success']);
  expect(await stored('Tips')).toMatchObject({ is_active: false });
  expect(isActive()).toBe(false);
  await remove();
  await toggle();
  await says('Template not found', '“Tips” was deleted in another window.', 'No templates yet');
});

it('deleting (§2) asks nothing, passes the focus on, and Undo brings the same row back, at the second try too', async () => {
  await openWith({ name: 'Tips', day_of_week: 0 }, { name: 'Second', day_of_week: 1 });
  const before = await stored('Tips');
  const deleteTips = async () =>
    app.user.click((await screen.findAllByRole('button', { name: 'Delete' }))[0] ?? document.body);
  fail(CALL('DELETE'));
  await deleteTips();
  await says(...SPECIFIED['Templates: any call fails'], 'The database is full.');
  letGo();
  await deleteTips();
  await says(...SPECIFIED['Templates: delete success']);
  expect([names(), await stored('Tips')]).toEqual([['Second (Monday)'], null]);
  expect(document.activeElement?.getAttribute('role')).toBe('switch');
  fail(CALL('POST'));
  await press('Undo');
  await says('The database is full.', 'Try again');
  letGo();
  await press('Try again');
  await says('Template restored', 'Tips (Sunday)');
  expect(await stored('Tips')).toEqual(before);
  await remove();
  await deleteTips();
  await says('Template not found');
  expect(names()).toEqual(['Second (Monday)']);
});

describe('editing', () => {
  const dialog = () => screen.getByRole('dialog');
  const save = () => press('Save Changes');
  async function edit() {
    await press('Edit');
    await says('Edit Template');
  }
  beforeEach(async () => {
    await openWith({ name: 'Tips', description: 'Old words' });
    await edit();
  });

  it('saves what was changed alone, shows what another window put in the same field, and asks before it replaces that', async () => {
    const before = await stored('Tips');
    await save();
    await says(...SPECIFIED['Templates: update success']);
    expect(await stored('Tips')).toEqual(before);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit'));

    await edit();
    await fill('Prompt Template', 'New prompt for {niche}', dialog());
    await change({ description: 'Words from elsewhere', day_of_week: 3 });
    await save();
    await says('Tips (Wednesday)');
    const merged = { prompt_template: 'New prompt for {niche}', description: 'Words from elsewhere', day_of_week: 3 };
    expect(await stored('Tips')).toMatchObject(merged);

    await edit();
    await fill('Prompt Template', 'My prompt', dialog());
    await change({ prompt_template: 'Their prompt' });
    await save();
    await says('Prompt Template changed in another window.', 'Their prompt');
    expect(await stored('Tips')).toMatchObject({ prompt_template: 'Their prompt' });
    await save();
    await waitFor(async () => expect(await stored('Tips')).toMatchObject({ prompt_template: 'My prompt' }));
  });

  it.runIf(isFull)('keeps what was typed over Escape, a reload and a deletion elsewhere', async () => {
    await fill('Name', 'Better tips', dialog());
    await app.user.keyboard('{Escape}');
    await says('Changes discarded');
    await press('Undo');
    await says('Edit Template');
    reload();
    await says('Edit Template');
    await remove();
    await press('Save Changes');
    await says('This template was deleted in another window.');
    await press('Save as New Template');
    await says('Template created successfully');
    expect(await stored('Better tips')).toMatchObject({ description: 'Old words' });
  });
});
