import { beforeEach, describe, expect, it } from 'vitest';
import { byRole, fill, pageText, signIn, waitForPath, waitForText } from '../helpers/browser.ts';
import { failRequests } from '../helpers/request-faults.ts';
import { scriptsScreen } from '../helpers/scripts-screen.ts';

const screen = scriptsScreen();
const {
  insertScripts,
  storedScripts,
  openScripts,
  openWith,
  press,
  select,
  editor,
  names,
  waitForFocus,
  waitForCode,
  typeCode,
  pressWithControl,
} = screen;

describe('edit mode (§4)', () => {
  it('begins with typing; Ctrl+S saves and ends it', async () => {
    await openWith({ name: 'First', code: 'one();' });
    expect(await pageText(screen.page)).not.toContain('Save Changes');
    await typeCode(' two();');
    await waitForText(screen.page, 'Save Changes');
    await pressWithControl('s');
    await waitForText(screen.page, 'Script saved', 'Your changes have been saved successfully');
    expect(await storedScripts()).toEqual([{ name: 'First', code: 'one(); two();' }]);
    expect(await pageText(screen.page)).not.toContain('Save Changes');
    expect(await pageText(screen.page)).not.toContain('Unsaved changes');
  });

  it('begins with the pencil; "Save Changes" saves and ends it', async () => {
    await openWith({ name: 'First' });
    await press('Rename script');
    await fill(screen.page, 'Script name', 'Renamed 🍞');
    await press('Save Changes');
    await waitForText(screen.page, 'Script saved');
    expect(await names()).toEqual(['Renamed 🍞']);
    expect(await screen.page.$('input[placeholder="Script name"]')).toBeNull();
    await waitForFocus('Rename script');
  });

  it('Escape puts the old name back', async () => {
    await openWith({ name: 'First' });
    await press('Rename script');
    await screen.page.keyboard.type('Second');
    await waitForText(screen.page, 'Unsaved changes');
    await screen.page.keyboard.press('Escape');
    await screen.page.waitForFunction(() => document.querySelector('h2')?.textContent === 'First');
    await waitForFocus('Rename script');
  });

  it.each([
    ['   ', 'Enter a name for the script.'],
    ['x'.repeat(201), 'Shorten the name to 200 characters.'],
  ])('does not save the name %j', async (name, words) => {
    await openWith({ name: 'First' });
    await press('Rename script');
    await screen.page.keyboard.sendCharacter(name);
    await waitForText(screen.page, words);
    await screen.page.keyboard.press('Enter');
    await waitForText(screen.page, `Error saving script ${words}`);
    expect(await storedScripts()).toEqual([{ name: 'First', code: '// First' }]);
  });

  it('keeps what was typed when a save fails', async () => {
    await openWith({ name: 'First', code: 'one();' });
    await typeCode(' two();');
    await failRequests(screen.page, /^PATCH .*puppeteer_scripts/, 'no connection');
    await press('Save Changes');
    await waitForText(screen.page, 'Error saving script', 'The backend could not be reached.', 'Unsaved changes');
    await waitForCode('one(); two();');
  });

  it('loses no key in a long script on a slow machine, and none to a reload right after', async () => {
    const code = 'work();\n'.repeat(20_000);
    const typed = 'The quick brown fox jumps over the lazy dog';
    await insertScripts({ name: 'First', code });
    await openScripts();
    await screen.page.emulateCPUThrottling(4);
    await editor().click();
    await screen.page.keyboard.down('Control');
    await screen.page.keyboard.press('Home');
    await screen.page.keyboard.up('Control');
    await screen.page.keyboard.type(typed);
    screen.page.once('dialog', (dialog) => void dialog.accept());
    await screen.page.reload();
    await waitForText(screen.page, 'Unsaved changes', `${typed}work();`);
    await pressWithControl('s');
    await waitForText(screen.page, 'Script saved');
    expect(await storedScripts()).toEqual([{ name: 'First', code: typed + code }]);
  });

  it('Tab indents, and Escape then Tab leaves the editor', async () => {
    await openWith({ name: 'First', code: '' });
    await editor().click();
    await screen.page.keyboard.press('Tab');
    await screen.page.keyboard.type('x');
    await waitForCode('  x');
    await screen.page.keyboard.press('Escape');
    await screen.page.keyboard.press('Tab');
    expect(await screen.page.evaluate(() => document.activeElement?.closest('.cm-editor'))).toBeNull();
  });
});

describe('unsaved changes', () => {
  beforeEach(async () => {
    await insertScripts({ name: 'First', code: 'one();' }, { name: 'Second' });
    await screen.open('/templates');
    await byRole(screen.page, 'link', 'Settings').click();
    await waitForPath(screen.page, '/settings');
    await byRole(screen.page, 'link', 'Scripts').click();
    await waitForCode('one();');
    await typeCode(' two();');
  });
  const asked = () => waitForText(screen.page, 'Save your changes?', '"First" has changes that are not saved yet.');
  const notAsked = () => screen.page.waitForFunction(() => !document.querySelector('[role=dialog]'));

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['a link', () => byRole(screen.page, 'link', 'Accounts').click(), () => waitForPath(screen.page, '/accounts')],
    ['the back button', () => screen.page.evaluate(() => history.back()), () => waitForPath(screen.page, '/settings')],
    ['another script', () => select('Second'), () => waitForCode('// Second')],
    ['a new script', () => press('New'), () => waitForText(screen.page, 'Script created')],
    ['Logout', () => press('Logout'), () => waitForPath(screen.page, '/auth')],
  ])('are asked about before %s', async (_, leave, arrived) => {
    await leave();
    await asked();
    await waitForPath(screen.page, '/scripts');
    await press('Keep editing');
    await notAsked();
    await waitForCode('one(); two();');
    await leave();
    await asked();
    await press('Discard');
    await arrived();
    expect(await storedScripts()).toContainEqual({ name: 'First', code: 'one();' });
  });

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['a link', () => byRole(screen.page, 'link', 'Accounts').click(), () => waitForPath(screen.page, '/accounts')],
    ['the back button', () => screen.page.evaluate(() => history.back()), () => waitForPath(screen.page, '/settings')],
    ['another script', () => select('Second'), () => waitForCode('// Second')],
  ])('are saved when asked to before %s', async (_, leave, arrived) => {
    await leave();
    await asked();
    await press('Save');
    await arrived();
    await waitForText(screen.page, 'Script saved');
    expect(await storedScripts()).toContainEqual({ name: 'First', code: 'one(); two();' });
  });

  it('are asked about before a link of the sheet on a narrow window, which then closes', async () => {
    await screen.page.setViewport({ width: 400, height: 800 });
    await press('Open menu');
    await byRole(screen.page, 'link', 'Accounts').click();
    await asked();
    await press('Discard');
    await waitForPath(screen.page, '/accounts');
    await notAsked();
  });

  it('hold the screen however often the back button is pressed', async () => {
    await screen.page.evaluate(() => {
      history.back();
      history.back();
    });
    await asked();
    await waitForPath(screen.page, '/scripts');
    await press('Keep editing');
    await notAsked();
    await waitForCode('one(); two();');
    await screen.page.evaluate(() => history.back());
    await asked();
    await press('Discard');
    await waitForPath(screen.page, '/settings');
    await screen.page.evaluate(() => history.forward());
    await waitForCode('one();');
  });

  it('do not stand in the way of the same page and of another tab', async () => {
    await screen.page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="#content"]')?.click());
    await waitForPath(screen.page, '/scripts#content');
    await screen.page.evaluate(() => history.back());
    await waitForPath(screen.page, '/scripts');
    expect(await screen.page.$('[role=dialog]')).toBeNull();
    await byRole(screen.page, 'link', 'Accounts').click();
    await asked();
  });

  it('bring up the browser’s own question before a reload, and survive it', async () => {
    const asking = new Promise<string>((resolve) => {
      screen.page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.accept();
      });
    });
    await screen.page.reload();
    expect(await asking).toBe('beforeunload');
    await waitForText(screen.page, 'Unsaved changes', 'Save Changes');
    await waitForCode('one(); two();');
  });

  it('survive a session that was lost, and are marked as unsaved', async () => {
    const other = await screen.page.browserContext().newPage();
    await other.goto(new URL('/', screen.agent.url).href);
    await byRole(other, 'button', 'Logout').click();
    await waitForPath(other, '/auth');
    await screen.page.bringToFront();
    await waitForPath(screen.page, '/auth');
    await signIn(screen.page, screen.agent.url, screen.account, '/scripts');
    await waitForText(screen.page, 'Unsaved changes', 'Save Changes');
    await waitForCode('one(); two();');
  });

  it('ask nothing once they are saved', async () => {
    await pressWithControl('s');
    await waitForText(screen.page, 'Script saved');
    await byRole(screen.page, 'link', 'Accounts').click();
    await waitForPath(screen.page, '/accounts');
  });
});

describe('a script that somebody else', () => {
  let id: string;
  beforeEach(async () => {
    [id = ''] = await insertScripts({ name: 'First', code: 'one();' }, { name: 'Second' });
    await openScripts();
    await waitForCode('one();');
    await typeCode(' mine();');
  });
  const changeElsewhere = () =>
    screen.agent.admin
      .from('puppeteer_scripts')
      .update({ name: 'Theirs', code: 'theirs();' })
      .eq('id', id)
      .throwOnError();
  const deleteElsewhere = () => screen.agent.admin.from('puppeteer_scripts').delete().eq('id', id).throwOnError();

  it('changed is overwritten only when that is chosen', async () => {
    await changeElsewhere();
    await press('Save Changes');
    await waitForText(screen.page, 'This script was changed elsewhere', '"Theirs" was saved');
    expect(await storedScripts()).toContainEqual({ name: 'Theirs', code: 'theirs();' });
    await press('Overwrite with mine');
    await waitForText(screen.page, 'Script saved');
    expect(await storedScripts()).toContainEqual({ name: 'First', code: 'one(); mine();' });
  });

  it('changed is read again when that is chosen', async () => {
    await changeElsewhere();
    await pressWithControl('s');
    await waitForText(screen.page, 'This script was changed elsewhere');
    await press('Load theirs');
    await waitForCode('theirs();');
    expect(await pageText(screen.page)).not.toContain('Unsaved changes');
  });

  it('deleted can be saved as a new script', async () => {
    await deleteElsewhere();
    await press('Save Changes');
    await waitForText(screen.page, 'This script was deleted elsewhere');
    await press('Keep editing');
    await waitForCode('one(); mine();');
    await press('Save Changes');
    await press('Save as new script');
    await waitForText(screen.page, 'Script created');
    await waitForCode('one(); mine();');
    expect(await storedScripts()).toContainEqual({ name: 'First', code: 'one(); mine();' });
  });

  it('deleted can be let go', async () => {
    await deleteElsewhere();
    await press('Save Changes');
    await press('Discard my text');
    await waitForText(screen.page, 'No Script Selected');
    expect(await names()).toEqual(['Second']);
  });
});
