import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { appInDocument, isAt, says } from '../helpers/component/app.tsx';
import { everyNth, isFull } from '../helpers/depth.ts';

/** §2: the sidebar's order, with the heading of the screen that each item leads to. */
const SCREENS = [
  ['Dashboard', '/', 'Welcome to Local Agent'],
  ['Content Creator', '/create', 'AI Content Creator'],
  ['Scheduler', '/scheduler', 'Content Scheduler'],
  ['Insights', '/insights', 'Insights', 'What your posts reached, and what works for your accounts.'],
  ['Answers', '/answers', 'Answers', 'Comments, replies and mentions of your posts in one place.'],
  ['Media Library', '/media', 'Media Library'],
  ['Accounts', '/accounts', 'Social Media Accounts'],
  ['Scripts', '/scripts', 'Scripts'],
  [
    'Content Templates',
    '/templates',
    'Content Style Templates',
    'Configure AI content styles for each day of the week',
  ],
  ['Settings', '/settings', 'Settings', 'Configure your automation preferences'],
] as const;

const app = appInDocument();
const { open, press, fail, letGo, goTo } = app;

describe('the sidebar', () => {
  it('lists the screens in order, leads to their headings, and marks the current one, Dashboard only on exactly /', async () => {
    await open('/settings');
    const sidebar = await screen.findByRole('navigation', { name: 'Main' });
    const labels = within(sidebar).getAllByRole('link');
    expect(labels.map((link) => link.textContent)).toEqual(SCREENS.map(([label]) => label));
    expect(labels.map((link) => link.getAttribute('href'))).toEqual(SCREENS.map(([, path]) => path));
    for (const [label, path, heading, subtitle = ''] of everyNth(SCREENS, 5)) {
      await goTo(label);
      await isAt(path);
      const title = await screen.findByRole('heading', { level: 1, name: heading });
      await waitFor(() => expect(document.activeElement).toBe(title));
      await says(subtitle);
      const current = [...sidebar.querySelectorAll('a[aria-current="page"]')].map((link) => link.textContent);
      expect(current).toEqual([label]);
    }
  });
});

describe('the palette and the keys', () => {
  const type = (keys: string) => app.user.keyboard(keys);
  const option = () => document.querySelector('[role=option][aria-selected=true]')?.textContent;

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
    await says('Do', 'New post', 'Go to', 'Content Templates');
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
    // Before the answer is there: Enter waits for it.
    await type('time 20% rye{Enter}');
    await isAsked;
    await isAt('/settings/warm-up');
    letGo();
    await isAt(`/compose/${data.id}`);
  });

  it.runIf(isFull)('find a post that is out, and lead to it in the Scheduler', async () => {
    const { data } = await app.member
      .from('generated_content')
      .insert({ content_type: 'text', caption: 'Rye bread needs 20% more water, and time.', status: 'published' })
      .select('id')
      .single()
      .throwOnError();
    await open('/accounts');
    await says('No accounts connected yet');
    await type('{Control>}k{/Control}');
    await type('rye bread');
    await waitFor(() => expect(option()).toMatch(/Rye bread.*published/));
    await type('{Enter}');
    await isAt(`/scheduler?post=${data.id}`);
  });

  it.runIf(isFull)('work outside of fields and dialogs only', async () => {
    for (const label of ['Second', 'First'])
      await app.agent.admin
        .from('social_accounts')
        .insert({ platform: 'bluesky', account_label: label })
        .throwOnError();
    await open('/accounts');
    await says('First', 'Second');
    const itemWithFocus = () => document.activeElement?.closest('[data-item]')?.textContent;
    await type('j');
    expect(itemWithFocus()).toContain('First');
    await type('j');
    expect(itemWithFocus()).toContain('Second');
    await type('k');
    expect(itemWithFocus()).toContain('First');
    await type('?');
    await says('Next item in a list');
    await type('n');
    await isAt('/accounts');
    await type('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await goTo('Media Library');
    await says('No media assets yet');
    await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull());
    // Without a search, the key opens the palette, which may have to be loaded first.
    await type('/n');
    await screen.findByRole('dialog');
    await isAt('/media');
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
  await says('Nothing goes out from here.', `This workspace has moved to ${place}.`);
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

  it('is said, with the remedy, when the agent does not answer; trying again goes on', async () => {
    fail(/config\.json/, 'no connection');
    await open('/auth', null);
    await says('Local Agent is not responding', 'npx local-agent start');
    letGo();
    await press('Try again');
    await says('Sign in to your account');
  });
});
