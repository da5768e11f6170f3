import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { appInDocument, isAt, says } from '../helpers/component/app.tsx';

/** Right-to-left, with markup and an emoji. */
const MIXED = 'خبز <b>اليوم</b> 🍞';
const LONG_LINE = 'Sleep your way to Vienna: five things that make a couchette feel like a room in a small hotel';

const app = appInDocument();
const { open, press, fail, reload } = app;

/** What each stat card says: its label, count and caption. */
const stats = () =>
  [...(document.querySelector('main ul')?.children ?? [])].map((card) =>
    [...card.querySelectorAll('a > span')].map((part) => part.textContent?.trim()),
  );

describe('the dashboard of an empty workspace', () => {
  it('welcomes, counts nothing, and leads to the rest by its cards and quick actions', async () => {
    await open('/');
    await says(
      'Your AI-powered content automation platform for social media',
      'No activity yet. Start by creating your first content!',
      'Posts Scheduled 0 Ready to publish',
    );
    expect(stats()).toEqual([
      ['Posts Scheduled', '0', 'Ready to publish'],
      ['Content Created', '0', 'AI-generated pieces'],
      ['Media Assets', '0', 'Images & videos stored'],
      ['Active Accounts', '0', 'Connected platforms'],
    ]);
    await says('Generate posts with AI', 'Manage your calendar', 'Add social media profiles');
    const links = within(screen.getByRole('main')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/compose',
      '/create',
      '/scheduler',
      '/scheduler',
      '/media',
      '/accounts',
      '/create',
      '/scheduler',
      '/accounts',
    ]);
    await press('Create Content', { role: 'link' });
    await isAt('/create');
  });

  it('that cannot be loaded shows dashes, and claims nothing', async () => {
    fail(/\/rest\/v1\//);
    await open('/');
    await says('Not available');
    expect(stats().map(([, count]) => count)).toEqual(Array(4).fill('–Not available'));
    expect(document.body.textContent).not.toContain('No activity yet');
  });
});

describe('the dashboard of a workspace in use', () => {
  const posts = () => app.member.from('scheduled_posts');

  beforeAll(async () => {
    const { member } = app;
    const sources = { source_url_1: 'https://example.com/a', source_url_2: 'https://example.com/b' };
    await member
      .from('content_projects')
      .insert({ niche_name: 'Night trains', ...sources, platforms: ['instagram'] })
      .throwOnError();
    const { data: contents } = await member
      .from('generated_content')
      .insert([
        { content_type: 'text', caption: `${LONG_LINE}\n\nSecond paragraph` },
        { content_type: 'text', caption: MIXED },
      ])
      .select('id')
      .throwOnError();
    await posts()
      .insert({ content_id: contents[0]?.id ?? '', scheduled_time: '2031-01-15T14:30:00Z' })
      .throwOnError();
    await member.from('social_accounts').insert({ platform: 'instagram', account_label: 'IG_Main' }).throwOnError();
    await member.from('app_settings').delete().not('id', 'is', null).throwOnError();
    await member.from('app_settings').insert({ timezone: 'America/New_York' }).throwOnError();
  });

  it('counts what is there, and tells what happened lately, newest first, with times in the configured zone', async () => {
    await open('/');
    await says('Night trains', 'Post scheduled for Jan 15, 2031, 9:30 AM EST', '1 not logged in or connected');
    expect(stats().map(([, count]) => count)).toEqual(['1', '2', '0', '0']);
    const entries = [...document.querySelectorAll('main section:last-of-type li')].map(
      (item) => item.querySelector('span > span')?.textContent,
    );
    expect(entries).toHaveLength(4);
    expect(entries.slice(0, 3)).toEqual(['IG_Main', LONG_LINE, MIXED]);
    expect(entries.at(-1)).toBe('Night trains');
  });

  it('does not call ready what is overdue', async () => {
    await open('/');
    await says('Ready to publish');
    await posts().update({ scheduled_time: '2026-01-15T14:30:00Z' }).not('id', 'is', null).throwOnError();
    reload();
    await says('1 needs your attention', 'Post overdue since Jan 15, 2026, 9:30 AM EST');
    expect(stats()[0]?.at(-1)).toBe('1 needs your attention');
  });
});
