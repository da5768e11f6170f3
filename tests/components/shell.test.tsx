import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { appInDocument, isAt, says } from '../helpers/component/app.tsx';
import { isFull } from '../helpers/depth.ts';

/** The sidebar's order of §2, with the later items. */
const ITEMS = [
  ['Dashboard', '/'],
  ['Content Creator', '/create'],
  ['Scheduler', '/scheduler'],
  ['Insights', '/insights'],
  ['Answers', '/answers'],
  ['Media Library', '/media'],
  ['Accounts', '/accounts'],
  ['Scripts', '/scripts'],
  ['Content Templates', '/templates'],
  ['Settings', '/settings'],
];

const app = appInDocument();
const { open, press, letGo, goTo } = app;

describe('the sidebar', () => {
  it('lists the screens in order, leads to their headings, and marks the current one, Dashboard only on exactly /', async () => {
    await open('/settings');
    const sidebar = await screen.findByRole('navigation', { name: 'Main' });
    const links = within(sidebar).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(ITEMS);
    for (const [label, path, heading] of [
      ['Media Library', '/media', 'Media Library'],
      ['Settings', '/settings', 'Settings'],
      ['Dashboard', '/', 'Welcome to Local Agent'],
    ] as const) {
      await goTo(label);
      await isAt(path);
      const title = await screen.findByRole('heading', { level: 1, name: heading });
      await waitFor(() => expect(document.activeElement).toBe(title));
      const current = [...sidebar.querySelectorAll('a[aria-current="page"]')].map((link) => link.textContent);
      expect(current).toEqual([label]);
    }
  });
});

describe('the palette and the keys', () => {
  const type = (keys: string) => app.user.keyboard(keys);

  it('go to a screen, and find a post by its words, with Ctrl+K alone', async () => {
    const { data } = await app.member
      .from('generated_content')
      .insert({ content_type: 'text', caption: 'Rye bread needs 20% more water, and time.' })
      .select('id')
      .single()
      .throwOnError();
    await open('/accounts');
    await says('No accounts connected yet');
    await type('{Control>}k{/Control}');
    await says('Actions', 'New post', 'Go to', 'Content Templates');
    await type('zeppelin');
    await says('Nothing found for “zeppelin”.');
    await type('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await isAt('/accounts');
    await press('Search');
    await says('Go to');
    await type('settings warm{Enter}');
    await isAt('/settings/warm-up');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await type('{Control>}k{/Control}');
    const isAsked = app.holdAnswers(/\/generated_content\?.*caption=/);
    // Enter is pressed before the response arrives, and waits for it.
    await type('time 20% rye{Enter}');
    await isAsked;
    await isAt('/settings/warm-up');
    letGo();
    await isAt(`/compose/${data.id}`);
  });

  it.runIf(isFull)('walk through lists and begin a post, outside of fields and dialogs only', async () => {
    for (const account_label of ['Second', 'First'])
      await app.agent.admin.from('social_accounts').insert({ platform: 'bluesky', account_label }).throwOnError();
    await open('/accounts');
    await says('First', 'Second');
    const itemWithFocus = () => document.activeElement?.closest('[data-item]')?.textContent;
    await type('jj');
    expect(itemWithFocus()).toContain('Second');
    await type('k');
    expect(itemWithFocus()).toContain('First');
    await type('?');
    await says('Next item in a list');
    await type('n');
    await isAt('/accounts');
    await type('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // On a screen without a search field, the key opens the palette.
    await type('/n');
    await screen.findByRole('dialog');
    await isAt('/accounts');
    await type('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await type('n');
    await waitFor(() => expect(location.pathname).toMatch(/^\/compose\//));
  });
});

it('says over every screen that the workspace has moved, and nothing goes out from here', async () => {
  const place = 'https://bakery.supabase.co';
  const mark = { id: crypto.randomUUID(), state: 'moved', place };
  await app.agent.admin.from('workspace_moves').insert(mark).throwOnError();
  await open('/accounts');
  await says('This agent is not publishing.', `This workspace has moved to ${place}.`);
  await app.agent.admin.from('workspace_moves').delete().eq('id', mark.id).throwOnError();
});

describe('what goes wrong', () => {
  it('is said on the 404 page, which leads home and writes the path to the console', async () => {
    const warnings = vi.spyOn(console, 'warn');
    await open('/no/such/page', null);
    await says('Oops! Page not found', 'Return to Home');
    expect(warnings.mock.calls.flat()).toContain('/no/such/page');
    warnings.mockRestore();
    await press('Return to Home', { role: 'link' });
    await isAt('/auth');
  });
});
