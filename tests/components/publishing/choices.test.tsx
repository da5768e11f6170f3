import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { says, saysNoMore } from '../../helpers/component/app.tsx';
import { schedulerInDocument } from '../../helpers/component/scheduler.tsx';
import { isFull } from '../../helpers/depth.ts';

const app = schedulerInDocument();
const { open, addAccount, addPost, press, fill, answer } = app;

describe('the accounts of a post', () => {
  it('are every connected one, or those that are chosen', async () => {
    const ada = await addAccount('twitter', '@ada', true);
    await addAccount('twitter', '@bread', true);
    const { content_id } = await addPost({ content: { platforms: ['twitter'] } });
    await open(`/compose/${content_id}`);
    const chosen = async (name: string) =>
      (await screen.findByRole('button', { name: `${name} (X/Twitter)` })).getAttribute('aria-pressed');
    await waitFor(async () => expect([await chosen('@ada'), await chosen('@bread')]).toEqual(['true', 'true']));
    await press('@bread (X/Twitter)');
    expect(await chosen('@bread')).toBe('false');
    await press('Save changes');
    await says('Changes saved');
    const { data } = await app.member.from('generated_content').select('account_ids').single().throwOnError();
    expect(data.account_ids).toEqual([ada]);
  });

  it.runIf(isFull)('are chosen for a project as well, and leave with their platform', async () => {
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
