import { beforeEach, describe, expect, it } from 'vitest';
import type { ContentStyleTemplatesRow } from '../../shared/workspace/database.ts';
import { axeViolations, waitForText } from '../helpers/browser.ts';
import { CALL, FULL, templatesScreen } from '../helpers/templates-screen.ts';

const screen = templatesScreen();
const { openWith, stored, press, fail } = screen;

describe('editing', () => {
  beforeEach(async () => {
    await openWith({ name: 'Tips', description: 'Old words' });
    await press('Edit');
    await waitForText(screen.page, 'Edit Template');
  });
  const inDialog = (field: string) => screen.page.locator(`[role=dialog] ${field}`);
  const change = (fields: Partial<ContentStyleTemplatesRow>) =>
    screen.member.from('content_style_templates').update(fields).eq('name', 'Tips').throwOnError();

  it('saves what was changed, leaves what another window changed, and goes back to the button', async () => {
    await inDialog('textarea').fill('New prompt for {niche}');
    await change({ description: 'Words from elsewhere', day_of_week: 3 });
    await press('Save Changes');
    await waitForText(screen.page, 'Template updated successfully', 'Tips (Wednesday)');
    expect(await stored('Tips')).toMatchObject({
      prompt_template: 'New prompt for {niche}',
      description: 'Words from elsewhere',
      day_of_week: 3,
    });
    await screen.page.waitForFunction(() => document.activeElement?.textContent === 'Edit');
  });

  it('shows what another window put in the same field, and replaces it at the second try', async () => {
    await inDialog('textarea').fill('My prompt');
    await change({ prompt_template: 'Their prompt' });
    await press('Save Changes');
    await waitForText(screen.page, 'Prompt Template changed in another window.', 'Their prompt');
    expect(await stored('Tips')).toMatchObject({ prompt_template: 'Their prompt' });
    await press('Save Changes');
    await waitForText(screen.page, 'Template updated successfully');
    expect(await stored('Tips')).toMatchObject({ prompt_template: 'My prompt' });
  });

  it('without a change leaves the row as it is', async () => {
    const before = await stored('Tips');
    await press('Save Changes');
    await waitForText(screen.page, 'Template updated successfully');
    expect(await stored('Tips')).toEqual(before);
  });

  it('keeps what was typed when the row is deleted elsewhere, and saves it as a new one', async () => {
    await inDialog('textarea').fill('My prompt');
    await screen.member.from('content_style_templates').delete().eq('name', 'Tips').throwOnError();
    await press('Save Changes');
    await waitForText(screen.page, 'This template was deleted in another window.');
    await press('Save as New Template');
    await waitForText(screen.page, 'Template created successfully', 'My prompt');
    expect(await stored('Tips')).toMatchObject({ prompt_template: 'My prompt', description: 'Old words' });
  });

  it('says what is missing, saves nothing then, and keeps the dialog open after an error', async () => {
    await inDialog('input[name=name]').fill('  ');
    await press('Save Changes');
    await waitForText(screen.page, 'Validation Error', 'Enter a name.');
    await inDialog('input[name=name]').fill('Better tips');
    await fail(CALL('PATCH'), FULL);
    await press('Save Changes');
    await waitForText(screen.page, 'Error The database is full.', 'Edit Template');
    expect(await stored('Tips')).not.toBeNull();
  });

  it('brings back by Undo what a closed dialog held', async () => {
    await inDialog('textarea').fill('My prompt');
    await screen.page.keyboard.press('Escape');
    await waitForText(screen.page, 'Changes discarded');
    await press('Undo');
    await waitForText(screen.page, 'Edit Template');
    expect(await screen.page.$eval('[role=dialog] textarea', (field) => field.value)).toBe('My prompt');
  });

  it('goes on after a reload', async () => {
    await inDialog('textarea').fill('My prompt');
    await screen.page.reload();
    await waitForText(screen.page, 'Edit Template');
    expect(await screen.page.$eval('[role=dialog] textarea', (field) => field.value)).toBe('My prompt');
  });

  it.each(['light', 'dark'])('has nothing serious for axe in the %s theme', async (theme) => {
    await screen.page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await inDialog('textarea').fill('My prompt');
    await change({ prompt_template: 'Their prompt' });
    await press('Save Changes');
    await waitForText(screen.page, 'Their prompt');
    expect(await axeViolations(screen.page)).toEqual([]);
    await screen.page.keyboard.press('Escape');
    await waitForText(screen.page, 'Changes discarded', 'Tips');
    expect(await axeViolations(screen.page)).toEqual([]);
  });
});
