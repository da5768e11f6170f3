import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { names, scriptsInDocument } from '../../helpers/component/scripts.tsx';
import { SPECIFIED } from '../../helpers/component/specified.ts';
import { isFull } from '../../helpers/depth.ts';

const app = scriptsInDocument();
const { openWith, stored, press, select, hasCode, typeCode, save, goTo } = app;

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Renames the selected script. The name field's text is selected, so pasting replaces it. */
async function rename(name: string) {
  await press('Rename script');
  await waitFor(() => expect(focused()).toBe('Script name'));
  await app.user.paste(name);
}

it('edit mode (§4) begins with typing or the pencil, and ends with Ctrl+S, Enter, or Escape', async () => {
  await openWith({ name: 'First', code: 'one();' });
  await saysNoMore('Save Changes');
  await typeCode(' two();');
  await says('Save Changes');
  app.fail(/^PATCH .*puppeteer_scripts/, 'no connection');
  await save();
  await says(...SPECIFIED['Scripts: save fails'], 'The backend could not be reached.', 'Unsaved changes');
  await hasCode('one(); two();');
  app.letGo();
  await save();
  await says(...SPECIFIED['Scripts: save success']);
  await saysNoMore('Save Changes', 'Unsaved changes');
  expect(await stored()).toEqual(['First: one(); two();']);

  await rename('   ');
  await says('Enter a name for the script.');
  await app.user.keyboard('{Enter}');
  await says('Error saving script Enter a name for the script.');
  await app.user.keyboard('{Control>}a{/Control}');
  await app.user.paste('Renamed 🍞');
  await app.user.keyboard('{Enter}');
  await saysNoMore('Unsaved changes');
  // The focus returns to the rename button.
  await waitFor(() => expect(focused()).toBe('Rename script'));
  expect([names(), await stored()]).toEqual([['Renamed 🍞'], ['Renamed 🍞: one(); two();']]);
  await rename('Another');
  await says('Unsaved changes');
  await app.user.keyboard('{Escape}');
  await saysNoMore('Unsaved changes');
  await waitFor(() => expect(focused()).toBe('Rename script'));
  expect(names()).toEqual(['Renamed 🍞']);
});

/** The browser's own back button is tested in tests/e2e/scripts.test.ts. */
describe('unsaved changes', () => {
  async function type() {
    await typeCode(' two();');
    // The browser also asks before a reload; once it would, the changes are guarded.
    const mayUnload = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await waitFor(() => expect(mayUnload()).toBe(false));
  }
  const asked = (name: string) => says('Save your changes?', `"${name}" has changes that are not saved yet.`);
  beforeEach(() => openWith({ name: 'First', code: 'one();' }, { name: 'Second' }));

  it('are asked about, kept or given up', async () => {
    await type();
    await select('Second');
    await asked('First');
    await isAt('/scripts');
    await press('Keep editing');
    await isClosed();
    await hasCode('one(); two();');
    await select('Second');
    await asked('First');
    await press('Discard');
    await hasCode('// Second');
    expect(await stored()).toContain('First: one();');
    await typeCode(' more();');
    await goTo('Accounts');
    await asked('Second');
    await press('Save');
    await isAt('/accounts');
    expect(await stored()).toContain('Second: // Second more();');
  });
});

describe('a script that somebody else', () => {
  let id: string;
  beforeEach(async () => {
    id = await openWith({ name: 'First', code: 'one();' }, { name: 'Second' });
    await typeCode(' mine();');
  });
  const changeElsewhere = (code: string) => app.scripts().update({ name: 'Theirs', code }).eq('id', id).throwOnError();

  it('changed is overwritten only when that is chosen, or read again', async () => {
    await changeElsewhere('theirs();');
    await press('Save Changes');
    await says('This script was changed elsewhere', '"Theirs" was saved');
    expect(await stored()).toContain('Theirs: theirs();');
    await press('Overwrite with mine');
    await says('Script saved');
    expect(await stored()).toContain('First: one(); mine();');
    await isClosed();
    await typeCode(' more();');
    await changeElsewhere('again();');
    await save();
    await press('Load theirs');
    await hasCode('again();');
    await saysNoMore('Unsaved changes');
  });

  it.runIf(isFull)('deleted can be saved as a new script', async () => {
    await app.scripts().delete().eq('id', id).throwOnError();
    await press('Save Changes');
    await says('This script was deleted elsewhere');
    await press('Save as new script');
    await says('Script created');
    await hasCode('one(); mine();');
    expect(await stored()).toContain('First: one(); mine();');
  });
});
