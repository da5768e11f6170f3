import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { NEW_SCRIPT } from '../../../shared/scripts/new-script.ts';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { names, row, scriptsInDocument } from '../../helpers/component/scripts.tsx';
import { SPECIFIED } from '../../helpers/component/specified.ts';
import { isFull } from '../../helpers/depth.ts';

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
    // The button is disabled, as §2 has it; the shortcut is not.
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
      'Scripts run on this machine with your rights.',
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

  it.runIf(isFull)('is asked for again where its answer breaks off, and the editor stays', async () => {
    await openWith({ name: 'Newest' }, { name: 'Oldest' });
    await typeCode('typed();');
    await waitFor(() => expect(sessionStorage.getItem('local-agent.draft.script')).toContain('typed();'));
    app.fail(LIST, 'broken off');
    app.reload();
    await waitFor(() => expect(app.asked.filter((request) => LIST.test(request))).toHaveLength(1));
    app.letGo();
    await says('Oldest', 'Unsaved changes');
    await hasCode('// Newesttyped();');
    await saysNoMore('Error loading scripts');
    await app.save();
    await says(...SPECIFIED['Scripts: save success']);
  });
});

describe('an example', () => {
  it('is offered beside "New" in a line each, and runs at once: nobody has to approve it', async () => {
    await open('/scripts');
    await says('No scripts yet');
    await press('Begin with an example');
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
