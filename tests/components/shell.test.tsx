import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { appInDocument, isAt, says } from '../helpers/component/app.tsx';

/** §2: the sidebar's order, with the heading of the screen that each item leads to. */
const SCREENS = [
  ['Dashboard', '/', 'Welcome to Local Agent'],
  ['Content Creator', '/create', 'AI Content Creator'],
  ['Scheduler', '/scheduler', 'Content Scheduler'],
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
    for (const [label, path, heading, subtitle = ''] of SCREENS) {
      await goTo(label);
      await isAt(path);
      const title = await screen.findByRole('heading', { level: 1, name: heading });
      await waitFor(() => expect(document.activeElement).toBe(title));
      await says(subtitle);
      const current = [...document.querySelectorAll('a[aria-current="page"]')].map((link) => link.textContent);
      expect(current).toEqual([label]);
    }
    expect(document.title).toBe('Settings · Local Agent');
  });
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
