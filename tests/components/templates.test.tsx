import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ContentStyleTemplatesRow } from '../../shared/workspace/database.ts';
import { GOOD_KEY, startModelServer } from '../helpers/ai-imitation/model-server.ts';
import { appInDocument, FULL, says, saysNoMore } from '../helpers/component/app.tsx';

const MARKUP = 'Bread & <b>butter</b> <script>document.title="broken"</script> 🍞';
const LONG = `Donaudampfschifffahrt${'x'.repeat(179)}`;
const ARABIC = 'نصائح يوم الأحد';
/** The requests of this method about templates. */
const CALL = (method: string) => new RegExp(`^${method} .*/rest/v1/content_style_templates`);

const app = appInDocument();
const { open, press, fill, fail, hold, letGo, reload } = app;

type Seed = Partial<ContentStyleTemplatesRow> & { name: string };

/** Leaves exactly these templates in the workspace and opens the screen. */
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

describe('the list (§2)', () => {
  it('shows three skeleton cards while it loads', async () => {
    await openWith({ name: 'Tips' });
    hold(CALL('GET'));
    reload();
    await waitFor(() => expect(document.querySelectorAll('main [data-slot=skeleton]')).toHaveLength(3));
    letGo();
    await says('Write about {niche}.');
  });

  it('is in the order of the week, from Sunday; those without a day come last', async () => {
    await openWith(
      { name: 'Any', day_of_week: null },
      { name: 'Last', day_of_week: 6 },
      { name: 'First', day_of_week: 0, description: 'For lazy days' },
      { name: 'Second', day_of_week: 1 },
    );
    expect(names()).toEqual(['First (Sunday)', 'Second (Monday)', 'Last (Saturday)', 'Any']);
    await says('For lazy days', 'Write about {niche}.');
  });

  it('shows names and prompts as text', async () => {
    await openWith({ name: MARKUP, prompt_template: `${MARKUP} {niche}` }, { name: LONG }, { name: ARABIC });
    expect(names()).toEqual([MARKUP, LONG, ARABIC]);
    expect(document.title).toContain('Content Templates');
  });
});

describe('"Create New Template"', () => {
  beforeEach(() => openWith({ name: 'Tips', day_of_week: 2 }));

  it('offers what §2 says', async () => {
    expect(field('Name').placeholder).toBe('e.g., Motivational Monday');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt Template' }).getAttribute('rows')).toBe(
      '4',
    );
    expect([...document.querySelectorAll('form label')].map((label) => label.textContent)).toEqual([
      'Name',
      'Description',
      'Prompt Template',
      'Day of Week (Optional)',
    ]);
    await says('Use {niche} for dynamic substitution.');
    await press('Day of Week (Optional)', { role: 'combobox' });
    const days = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect(days.map(({ textContent }) => textContent)).toEqual([
      'No particular day',
      'Sunday',
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
    ]);
  });

  it('adds an active template for its day, says so and is empty again', async () => {
    await fill('Name', MARKUP);
    await fill('Description', 'Short and warm');
    await fill('Prompt Template', 'A line about {niche}');
    await app.choose('Day of Week (Optional)', 'Monday');
    await press('Create Template');
    await says('Template created successfully', `${MARKUP} (Monday)`, 'No particular day');
    expect(names()).toEqual([`${MARKUP} (Monday)`, 'Tips (Tuesday)']);
    expect(await stored(MARKUP)).toMatchObject({
      description: 'Short and warm',
      prompt_template: 'A line about {niche}',
      day_of_week: 1,
      is_active: true,
    });
    expect(['Name', 'Description', 'Prompt Template'].map((label) => field(label).value)).toEqual(['', '', '']);
  });

  it('says what is missing beside the field, goes there, and keeps the rest', async () => {
    await fill('Prompt Template', 'Only a prompt');
    await press('Create Template');
    await says('Name and prompt template are required', 'Enter a name.');
    expect(document.activeElement?.getAttribute('name')).toBe('name');
    expect(field('Prompt Template').value).toBe('Only a prompt');
    expect(names()).toEqual(['Tips (Tuesday)']);
  });

  it('shows how the prompt will read', async () => {
    await fill('Prompt Template', 'A line about {niche}, and <i>more</i>');
    await says('A line about Home baking, and <i>more</i>');
  });

  it('keeps what was typed after an error, and over a reload', async () => {
    await fill('Name', ARABIC);
    await fill('Prompt Template', 'A line about {niche}');
    fail(CALL('POST'));
    await press('Create Template');
    await says('Error', 'The database is full.');
    reload();
    await says('Tips (Tuesday)');
    expect([field('Name').value, field('Prompt Template').value]).toEqual([ARABIC, 'A line about {niche}']);
  });
});

describe('without a model', () => {
  const PIRATE = 'Five tips about {niche}, like a pirate';

  it('says on a card of one’s own what the built-in writer makes of it', async () => {
    await openWith({ name: 'Quotes', prompt_template: 'A quote, please.' });
    await saysNoMore('Choose a model in Settings');
    await openWith({ name: 'Tips', prompt_template: PIRATE }, { name: 'Quotes', prompt_template: 'A quote, please.' });
    await says('Needs a model', 'Without one, posts are tips from your sources. The rest of the prompt is ignored.');
    await says('Works without a model: posts are quotations from your sources, word for word.');
    expect(screen.getAllByText('Needs a model')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Choose a model in Settings' }).getAttribute('href')).toBe('/settings/ai');
  });

  it('says it in the form while one types', async () => {
    await openWith();
    await saysNoMore('Needs a model');
    await fill('Prompt Template', 'Five tips about {niche}');
    await says('Works without a model: posts are tips from your sources, word for word.');
    await fill('Prompt Template', PIRATE);
    await says('Needs a model', 'Without one, posts are tips from your sources.');
    await fill('Prompt Template', 'Something about {niche}');
    await says('Without one, posts are passages of your sources, each in another form. The prompt is ignored.');
  });
});

describe('"See a sample"', () => {
  const SAMPLE = /^POST .*\/api\/templates\/sample/;
  const preheat = 'Preheat the pot for at least 40 minutes';

  it('shows a post made with a card’s template, after an error too, and returns the focus', async () => {
    await openWith({ name: 'Tips', prompt_template: 'Five tips about {niche}' });
    fail(SAMPLE, 'no connection');
    const card = within(screen.getByRole('main')).getByRole('listitem');
    await app.user.click(within(card).getByRole('button', { name: 'See a sample' }));
    await says('No sample was written');
    letGo();
    hold(SAMPLE);
    await press('Try again');
    await says('Writing a sample…');
    letGo();
    await says(preheat, 'This is an example about “Home baking”.', 'Nothing is saved or scheduled.');
    await saysNoMore('Write it with the model');
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.textContent).toBe('See a sample');
  });

  it('shows one of a form that is complete, by the model once that is chosen and asked for', async () => {
    await openWith();
    await press('See a sample');
    await says('Enter a name.', 'Enter a prompt.');
    expect(document.activeElement?.getAttribute('name')).toBe('name');
    const models = await startModelServer();
    const model = { provider: 'openai', model: 'small-writer', baseUrl: models.baseUrl('openai'), apiKey: GOOD_KEY };
    await app.agent.call('/api/ai', { body: model });
    reload();
    await fill('Name', 'Tips');
    await fill('Prompt Template', 'Five tips about {niche}');
    await press('See a sample');
    await says(preheat, 'A sample costs what a post costs');
    models.play({ status: 400, message: 'Not today' });
    await press('Write it with the model');
    await says('No sample was written', 'Not today');
    await press('Try again');
    await says('Written by small-writer (OpenAI)', 'Write another with the model');
    expect(models.requests[1]?.text).toContain('Five tips about Home baking');
    await models.close();
    await app.agent.call('/api/ai', { body: { provider: null } });
  });
});

describe('"Active" (§4)', () => {
  beforeEach(() => openWith({ name: 'Tips' }));

  it('is shown at once and saved', async () => {
    hold(CALL('PATCH'));
    await press('Active Tips', { role: 'switch' });
    await waitFor(() => expect(isActive()).toBe(false));
    expect(await stored('Tips')).toMatchObject({ is_active: true });
    letGo();
    await says('Template updated successfully');
    expect(await stored('Tips')).toMatchObject({ is_active: false });
    expect(isActive()).toBe(false);
  });

  it('goes back when it cannot be saved', async () => {
    fail(CALL('PATCH'), FULL);
    await press('Active Tips', { role: 'switch' });
    await says('Error', 'The database is full.');
    await waitFor(() => expect(isActive()).toBe(true));
  });

  it('says so when the template was deleted elsewhere', async () => {
    await remove();
    await press('Active Tips', { role: 'switch' });
    await says('Template not found', '“Tips” was deleted in another window.', 'No templates yet');
  });
});

describe('deleting (§2)', () => {
  beforeEach(() => openWith({ name: 'Tips', day_of_week: 5 }));

  it('asks nothing, and Undo brings the same row back', async () => {
    const before = await stored('Tips');
    await press('Delete');
    await says('Template deleted successfully', 'No templates yet');
    expect(await stored('Tips')).toBeNull();
    await press('Undo');
    await says('Template restored', 'Tips (Friday)');
    expect(await stored('Tips')).toEqual(before);
  });

  it('passes the focus to the next card', async () => {
    await openWith({ name: 'First', day_of_week: 0 }, { name: 'Second', day_of_week: 1 });
    const [first] = await screen.findAllByRole('button', { name: 'Delete' });
    await app.user.click(first ?? document.body);
    await says('Template deleted successfully');
    expect(names()).toEqual(['Second (Monday)']);
    expect(document.activeElement?.getAttribute('role')).toBe('switch');
  });

  it('offers to try the undo again when it fails', async () => {
    await press('Delete');
    await says('Template deleted successfully');
    fail(CALL('POST'), FULL);
    await press('Undo');
    await says('The database is full.', 'Try again');
    letGo();
    await press('Try again');
    await says('Template restored', 'Tips (Friday)');
  });

  it('says so when it was deleted elsewhere already', async () => {
    await remove();
    await press('Delete');
    await says('Template not found', 'No templates yet');
  });
});

describe('editing', () => {
  beforeEach(async () => {
    await openWith({ name: 'Tips', description: 'Old words' });
    await press('Edit');
    await says('Edit Template');
  });
  const dialog = () => screen.getByRole('dialog');
  const prompt = () => field('Prompt Template', dialog());

  it('saves what was changed, leaves what another window changed, and goes back to the button', async () => {
    await fill('Prompt Template', 'New prompt for {niche}', dialog());
    await change({ description: 'Words from elsewhere', day_of_week: 3 });
    await press('Save Changes');
    await says('Template updated successfully', 'Tips (Wednesday)');
    expect(await stored('Tips')).toMatchObject({
      prompt_template: 'New prompt for {niche}',
      description: 'Words from elsewhere',
      day_of_week: 3,
    });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit'));
  });

  it('shows what another window put in the same field, and replaces it at the second try', async () => {
    await fill('Prompt Template', 'My prompt', dialog());
    await change({ prompt_template: 'Their prompt' });
    await press('Save Changes');
    await says('Prompt Template changed in another window.', 'Their prompt');
    expect(await stored('Tips')).toMatchObject({ prompt_template: 'Their prompt' });
    await press('Save Changes');
    await says('Template updated successfully');
    expect(await stored('Tips')).toMatchObject({ prompt_template: 'My prompt' });
  });

  it('without a change leaves the row as it is', async () => {
    const before = await stored('Tips');
    await press('Save Changes');
    await says('Template updated successfully');
    expect(await stored('Tips')).toEqual(before);
  });

  it('keeps what was typed when the row is deleted elsewhere, and saves it as a new one', async () => {
    await fill('Prompt Template', 'My prompt', dialog());
    await remove();
    await press('Save Changes');
    await says('This template was deleted in another window.');
    await press('Save as New Template');
    await says('Template created successfully', 'My prompt');
    expect(await stored('Tips')).toMatchObject({ prompt_template: 'My prompt', description: 'Old words' });
  });

  it('says what is missing, saves nothing then, and keeps the dialog open after an error', async () => {
    await fill('Name', '  ', dialog());
    await press('Save Changes');
    await says('Validation Error', 'Enter a name.');
    await fill('Name', 'Better tips', dialog());
    fail(CALL('PATCH'), FULL);
    await press('Save Changes');
    await says('Error The database is full.', 'Edit Template');
    expect(await stored('Tips')).not.toBeNull();
  });

  it('brings back by Undo what a closed dialog held', async () => {
    await fill('Prompt Template', 'My prompt', dialog());
    await app.user.keyboard('{Escape}');
    await says('Changes discarded');
    await press('Undo');
    await says('Edit Template');
    expect(prompt().value).toBe('My prompt');
  });

  it('goes on after a reload', async () => {
    await fill('Prompt Template', 'My prompt', dialog());
    reload();
    await says('Edit Template');
    expect(prompt().value).toBe('My prompt');
  });
});
