import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { schedulerInDocument } from '../../helpers/component/scheduler.tsx';

/** Which accounts posts go to, and what becomes of late posts. */
const app = schedulerInDocument();
const { open, addAccount, addPost, press, fill, choose, answer } = app;

/** The accounts and platforms that the composer shows as chosen. */
const chosen = () =>
  [...document.querySelectorAll('fieldset [aria-pressed=true][title*=": "]')].map((one) =>
    one.getAttribute('aria-label'),
  );

describe('the accounts of a post', () => {
  it('are every connected one, or those that are chosen', async () => {
    const ada = await addAccount('twitter', '@ada', true);
    await addAccount('twitter', '@bread', true);
    await addAccount('instagram', 'IG_Main');
    const { content_id } = await addPost({ content: { platforms: ['twitter', 'instagram'] } });
    await open(`/compose/${content_id}`);
    await says('Post to', '@ada', '@bread', 'IG_Main');
    await waitFor(() => expect(chosen()).toEqual(['@ada (X/Twitter)', '@bread (X/Twitter)', 'IG_Main (Instagram)']));
    await press('@bread (X/Twitter)');
    await press('IG_Main (Instagram)');
    expect(chosen()).toEqual(['@ada (X/Twitter)']);
    await press('Save changes');
    await says('Changes saved');
    const { data } = await app.member.from('generated_content').select('account_ids').single().throwOnError();
    expect(data.account_ids).toEqual([ada]);
  });

  it('are chosen for a project as well, and leave with their platform', async () => {
    const ada = await addAccount('twitter', '@ada', true);
    await addAccount('linkedin', 'Ada L.', true);
    await open('/create');
    await fill('Niche Name *', 'Bread');
    await fill('Source URL 1 *', 'http://127.0.0.1:9/a');
    await fill('Source URL 2 *', 'http://127.0.0.1:9/b');
    await press('X/Twitter', { role: 'checkbox' });
    await press('LinkedIn', { role: 'checkbox' });
    await press('Only these accounts', { role: 'radio' });
    await says('@ada Direct', 'Ada L. Direct');
    await press('LinkedIn', { role: 'checkbox' });
    await saysNoMore('Ada L.');
    answer(/auto-generate-content/, { success: false, created: 0, message: 'None.' });
    await press('Generate & Schedule');
    await says('Project Created');
    const { data } = await app.member.from('content_projects').select('account_ids').single().throwOnError();
    expect(data.account_ids).toEqual([ada]);
  });
});

describe('the Publishing card of Settings', () => {
  const stored = async () => (await app.member.from('app_settings').select('*').single().throwOnError()).data;
  async function setGrace(value: string) {
    const field = await screen.findByRole('spinbutton', { name: 'Grace period' });
    await app.user.clear(field);
    await app.user.type(field, value);
  }

  it('pauses publishing, and says what becomes of late posts', async () => {
    await open('/settings/publishing');
    await says('Late posts', 'After that, you are asked.');
    await setGrace('5');
    await choose('Unit of the grace period', 'minutes');
    await press('Save Settings');
    await says('Enter a time from 10 minutes to 24 hours.');
    await setGrace('45');
    await press('Pause publishing', { role: 'switch' });
    await press('Save Settings');
    await says('Settings saved successfully');
    expect(await stored()).toMatchObject({ publishing_paused: true, late_posts: 'publish', late_grace_minutes: 45 });
    await press('Move to the next free time', { role: 'radio' });
    await saysNoMore('Grace period');
    await press('Save Settings');
    await waitFor(async () => expect((await stored()).late_posts).toBe('next_slot'));
  });
});
