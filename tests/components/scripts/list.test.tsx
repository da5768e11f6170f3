import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { NEW_SCRIPT } from '../../../shared/scripts/new-script.ts';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { names, row, scriptsInDocument } from '../../helpers/component/scripts.tsx';
import { SPECIFIED } from '../../helpers/component/specified.ts';

const LIST = /^GET .*\/rest\/v1\/puppeteer_scripts/;
const MARKUP = '<b>Bold</b> & <script>document.title="broken"</script> خبز 🍞';

const app = scriptsInDocument();
const { open, openWith, stored, press, select, hasCode, typeCode } = app;

const selected = () => document.querySelector('li [aria-current=true]')?.getAttribute('title');
const hasFocus = (name: string) =>
  waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent).toBe(name),
  );

describe('the list', () => {
  it('says that it is loading, that it is empty (§2), and what fails; "New" adds a script, its name ready to be replaced', async () => {
    app.hold(LIST);
    await open('/scripts');
    await says('Loading scripts...');
    app.letGo();
    await says(
      'No scripts yet',
      'No Script Selected',
      'No script selected Create or select a script to get started',
      `Make sure the backend server is running on ${new URL(app.agent.url).host} and that valid Instagram cookies are saved.`,
    );
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run Script' }).disabled).toBe(true);
    expect(screen.queryByText('Script Editor')).toBeNull();
    // The button is disabled, as §2 requires; the shortcut is not.
    await app.user.keyboard('{Control>}{Enter}{/Control}');
    await says(...SPECIFIED['Scripts: run with none selected']);

    app.fail(LIST);
    app.reload();
    await says(...SPECIFIED['Scripts: load fails'], 'The database is full.');
    app.letGo();
    await app.user.click((await screen.findAllByRole('button', { name: 'Try again' }))[0] ?? document.body);
    await says('No scripts yet');
    app.fail(/^POST .*\/puppeteer_scripts/);
    await press('New');
    await says(...SPECIFIED['Scripts: create fails'], 'The database is full.');
    app.letGo();
    await press('New');
    await says(
      ...SPECIFIED['Scripts: create success'],
      'Save Changes',
      'Scripts run on this machine with your permissions.',
    );
    await hasCode(NEW_SCRIPT.code);
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Script name' });
    expect([name.value, name.selectionStart, name.selectionEnd]).toEqual(['New Script', 0, 10]);
    await app.user.keyboard('Morning scroll{Enter}');
    await says('Script saved');
    expect(await stored()).toEqual([`Morning scroll: ${NEW_SCRIPT.code}`]);
  });

  it('is newest first, markup as text', async () => {
    await openWith({ name: 'Newest' }, { name: MARKUP, code: 'second();' }, { name: 'Oldest' });
    expect([names(), selected()]).toEqual([['Newest', MARKUP, 'Oldest'], 'Newest']);
    await select(MARKUP);
    await hasCode('second();');
    expect(document.querySelectorAll('li [aria-current=true]')).toHaveLength(1);
    screen.getByRole('heading', { level: 2, name: MARKUP });
    expect(document.title).toBe('Scripts · Local Agent');
  });
});

describe('an example', () => {
  it('is offered beside "New" in a line each, and runs at once: nobody has to approve it', async () => {
    await open('/scripts');
    await says('No scripts yet');
    await press('Start with an example');
    const items = await screen.findAllByRole('menuitem');
    expect(items).toHaveLength(4);
    for (const item of items) expect(item.textContent).toMatch(/^[A-Z][^.]+\..*$/);
    await app.user.keyboard('{ArrowDown}{Enter}');
    await says('Script created');
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Script name' });
    expect(name.value).toBe('Headlines');
    const [row] = (await app.scripts().select().throwOnError()).data;
    const answer = await app.agent.call('/api/scripts/approvals', { body: { script: 'next();', before: row?.code } });
    expect(await answer.json()).toEqual({ approved: true });
  });
});

it('deleting is reached by Tab from its row, asks first, and leaves the selection alone unless it is what goes', async () => {
  await openWith({ name: 'First' }, { name: 'Second' }, { name: 'Third' });
  row('Second').focus();
  await app.user.tab();
  await hasFocus('Delete Second');
  await app.user.keyboard('{Enter}');
  await says('Delete Script Are you sure you want to delete this script? This action cannot be undone.');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await hasFocus('Delete Second');
  app.fail(/^DELETE .*\/puppeteer_scripts/);
  await press('Delete Second');
  await confirm();
  await says(...SPECIFIED['Scripts: delete fails'], 'The database is full.');
  expect(await stored()).toHaveLength(3);
  app.letGo();
  await confirm();
  await says(...SPECIFIED['Scripts: delete success']);
  await waitFor(() => expect(names()).toEqual(['First', 'Third']));
  expect(selected()).toBe('First');
  await typeCode('edited');
  await press('Delete First');
  await confirm();
  await says('No Script Selected', 'Create or select a script to get started');
  expect([names(), selected()]).toEqual([['Third'], undefined]);
  await saysNoMore('Are you sure');
  await hasFocus('Scripts');
});

const confirm = async () => press('Delete', { inside: await screen.findByRole('dialog') });

it('a script is scheduled, changed, switched off, and its schedule removed and brought back', async () => {
  const card = () => screen.getByRole('region', { name: 'Schedule' });
  const schedules = async () =>
    (await app.agent.admin.from('script_schedules').select('is_on, days, minute_of_day, every_minutes').throwOnError())
      .data;
  await openWith({ name: 'Report' });
  await says('This script runs only when you start it.');

  await press('Schedule…');
  await app.user.click(await screen.findByRole('radio', { name: 'On some days of the week' }));
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await app.user.click(screen.getByRole('checkbox', { name: day }));
  await press('Save schedule');
  await waitFor(() => expect(card().textContent).toContain('Mondays at 09:00'));
  expect(card().textContent).toContain('Last runNot yet');
  expect(await schedules()).toEqual([{ is_on: true, days: [1], minute_of_day: 540, every_minutes: null }]);

  await app.user.click(within(card()).getByRole('switch', { name: 'Runs automatically' }));
  await waitFor(() => expect(card().textContent).toContain('Next runOff'));
  expect(await schedules()).toMatchObject([{ is_on: false }]);

  await press('Change…');
  await app.user.click(screen.getByRole('checkbox', { name: 'Monday' }));
  await press('Save schedule');
  await says('Choose at least one day.');
  await app.user.click(screen.getByRole('radio', { name: 'At an interval' }));
  await press('Save schedule');
  await waitFor(() => expect(card().textContent).toContain('Every hour'));
  expect(await schedules()).toMatchObject([{ is_on: false, every_minutes: 60 }]);

  await press('Remove schedule');
  await says('Report no longer runs automatically');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Schedule…'));
  expect(await schedules()).toEqual([]);
  await press('Undo');
  await waitFor(() => expect(card().textContent).toContain('Every hour'));
});
