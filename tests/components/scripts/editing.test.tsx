import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { names, scriptsInDocument } from '../../helpers/component/scripts.tsx';

const app = scriptsInDocument();
const { openWith, stored, press, select, hasCode, typeCode, save, goTo } = app;

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Renames the selected script: what stands in the field is selected. */
async function rename(name: string) {
  await press('Rename script');
  await waitFor(() => expect(focused()).toBe('Script name'));
  await app.user.paste(name);
}

describe('edit mode (§4)', () => {
  it('begins with typing and ends with Ctrl+S', async () => {
    await openWith({ name: 'First', code: 'one();' });
    await saysNoMore('Save Changes');
    await typeCode(' two();');
    await says('Save Changes');
    await save();
    await says('Script saved', 'Your changes have been saved successfully');
    await saysNoMore('Save Changes', 'Unsaved changes');
    expect(await stored()).toEqual(['First: one(); two();']);
  });

  it.each([
    ['Enter', () => app.user.keyboard('{Enter}'), 'Renamed 🍞'],
    ['Escape, which puts the old name back', () => app.user.keyboard('{Escape}'), 'First'],
  ])('begins with the pencil and ends with %s; the pencil has the focus then', async (_, end, name) => {
    await openWith({ name: 'First' });
    await rename('Renamed 🍞');
    await says('Unsaved changes');
    await end();
    await saysNoMore('Unsaved changes');
    await waitFor(() => expect(focused()).toBe('Rename script'));
    expect([names(), await stored()]).toEqual([[name], [`${name}: // First`]]);
  });

  it('does not save a name that says nothing', async () => {
    await openWith({ name: 'First' });
    await rename('   ');
    await says('Enter a name for the script.');
    await app.user.keyboard('{Enter}');
    await says('Error saving script Enter a name for the script.');
    expect(await stored()).toEqual(['First: // First']);
  });

  it('keeps what was typed when a save fails', async () => {
    await openWith({ name: 'First', code: 'one();' });
    await typeCode(' two();');
    app.fail(/^PATCH .*puppeteer_scripts/, 'no connection');
    await save();
    await says('Error saving script', 'The backend could not be reached.', 'Unsaved changes');
    await hasCode('one(); two();');
  });
});

/** The browser's own back button is in tests/e2e/scripts.test.ts. */
describe('unsaved changes', () => {
  beforeEach(async () => {
    await openWith({ name: 'First', code: 'one();' }, { name: 'Second' });
    await typeCode(' two();');
    // The browser asks before a reload, too; from then on they are guarded.
    const mayUnload = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await waitFor(() => expect(mayUnload()).toBe(false));
  });
  const asked = () => says('Save your changes?', '"First" has changes that are not saved yet.');

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['another script', () => select('Second'), () => hasCode('// Second')],
    ['a new script', () => press('New'), () => says('Script created')],
    ['Logout', () => press('Logout'), () => isAt('/auth')],
  ])('are asked about before %s, kept, and then given up', async (_, leave, arrived) => {
    await leave();
    await asked();
    await isAt('/scripts');
    await press('Keep editing');
    await isClosed();
    await hasCode('one(); two();');
    await leave();
    await asked();
    await press('Discard');
    await arrived();
    expect(await stored()).toContain('First: one();');
  });

  it('are saved when asked to before a link', async () => {
    await goTo('Accounts');
    await asked();
    await press('Save');
    await isAt('/accounts');
    await says('Script saved');
    expect(await stored()).toContain('First: one(); two();');
  });

  it('survive a session that was lost, and are marked as unsaved', async () => {
    const channel = new BroadcastChannel('sb-127-auth-token');
    channel.postMessage({ event: 'SIGNED_OUT', session: null });
    channel.close();
    await isAt('/auth');
    await app.signIn();
    await isAt('/scripts');
    await says('Unsaved changes', 'Save Changes');
    await hasCode('one(); two();');
  });

  it('ask nothing once they are saved', async () => {
    await save();
    await says('Script saved');
    await goTo('Accounts');
    await isAt('/accounts');
  });
});

describe('a script that somebody else', () => {
  let id: string;
  beforeEach(async () => {
    id = await openWith({ name: 'First', code: 'one();' }, { name: 'Second' });
    await typeCode(' mine();');
  });
  const changeElsewhere = () => app.scripts().update({ name: 'Theirs', code: 'theirs();' }).eq('id', id).throwOnError();
  const deleteElsewhere = () => app.scripts().delete().eq('id', id).throwOnError();

  it('changed is overwritten only when that is chosen', async () => {
    await changeElsewhere();
    await press('Save Changes');
    await says('This script was changed elsewhere', '"Theirs" was saved');
    expect(await stored()).toContain('Theirs: theirs();');
    await press('Overwrite with mine');
    await says('Script saved');
    expect(await stored()).toContain('First: one(); mine();');
  });

  it('changed is read again when that is chosen', async () => {
    await changeElsewhere();
    await save();
    await press('Load theirs');
    await hasCode('theirs();');
    await saysNoMore('Unsaved changes');
  });

  it('deleted can be saved as a new script', async () => {
    await deleteElsewhere();
    await press('Save Changes');
    await says('This script was deleted elsewhere');
    await press('Keep editing');
    await hasCode('one(); mine();');
    await press('Save Changes');
    await press('Save as new script');
    await says('Script created');
    await hasCode('one(); mine();');
    expect(await stored()).toContain('First: one(); mine();');
  });

  it('deleted can be let go', async () => {
    await deleteElsewhere();
    await press('Save Changes');
    await press('Discard my text');
    await says('No Script Selected');
    await waitFor(() => expect(names()).toEqual(['Second']));
  });
});
