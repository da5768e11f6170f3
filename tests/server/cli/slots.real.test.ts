import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { startFoundAgent } from '../../helpers/agent.ts';
import { runHere } from '../../helpers/cli.ts';
import { ofFile } from '../../helpers/of-file.ts';

const agent = ofFile(() => startFoundAgent());
const run = (...args: string[]) => runHere(['slots', ...args, '--data-dir', agent.dataDir]);
const stored = async () =>
  (await agent.admin.from('app_settings').select('posting_times').single().throwOnError()).data.posting_times;

it('lists, sets and clears posting times, and refuses what is none', async () => {
  await agent.admin.from('app_settings').insert({ timezone: 'Europe/Paris' }).throwOnError();
  expect((await run('list')).stderr).toContain('spread evenly');
  const { stdout, stderr } = await run('set', 'mon,sun', '12:30', '09:00');
  expect(stdout).toMatch(/^DAY +TIMES\nSunday +09:00, 12:30\nMonday +09:00, 12:30\n$/);
  expect(stderr).toContain('Times in Europe/Paris.');
  expect(await stored()).toEqual([540, 750, 1980, 2190]);

  expect((await run('set', 'someday', '09:00')).code).toBe(2);
  for (const times of [['9 am'], ['09:00', '09:15']]) expect((await run('set', 'mon', ...times)).code).toBe(1);
  await expect(
    agent.admin
      .from('app_settings')
      .update({ posting_times: [10_080] })
      .not('id', 'is', null)
      .throwOnError(),
  ).rejects.toThrow('check');

  const make = ['posts', 'new', '--text', 'Fresh bread', '--platform', 'bluesky', '--at', 'next', '--json'];
  expect((await runHere([...make, '--data-dir', agent.dataDir])).code).toBe(0);
  const { data: post } = await agent.admin.from('scheduled_posts').select('scheduled_time').single().throwOnError();
  const local = Temporal.Instant.from(post.scheduled_time).toZonedDateTimeISO('Europe/Paris');
  expect([7, 1]).toContain(local.dayOfWeek);
  expect(['09:00', '12:30']).toContain(local.toPlainTime().toString({ smallestUnit: 'minute' }));

  await run('clear', 'sun');
  expect(await stored()).toEqual([1980, 2190]);
  await run('clear');
  expect(await stored()).toEqual([]);
});

it('an account has its own, which only posts for it take, until they are removed', async () => {
  const label = { platform: 'bluesky', account_label: 'bakery' } as const;
  await agent.admin.from('social_accounts').insert(label).throwOnError();
  expect((await run('list', '--account', 'bakery')).stderr).toContain('uses the times of all accounts');
  expect((await run('set', 'mon', '09:00', '--account', 'none')).code).toBe(1);
  expect((await run('set', 'tue', '18:00', '--account', 'bakery')).stdout).toMatch(/^DAY +TIMES\nTuesday +18:00\n$/);
  expect(await stored()).toEqual([]);
  expect((await run('list')).stdout).toMatch(/^DAY +TIMES +ACCOUNT\nTuesday +18:00 +Bluesky bakery\n$/);

  const placed = async (platform: string, time = 'next') => {
    const make = ['posts', 'new', '--text', platform, '--platform', platform, '--at', time, '--json'];
    const { stdout } = await runHere([...make, '--data-dir', agent.dataDir]);
    const { scheduled_time } = JSON.parse(stdout).post;
    return Temporal.Instant.from(scheduled_time).toZonedDateTimeISO('Europe/Paris');
  };
  const first = await placed('bluesky');
  expect([first.dayOfWeek, first.toPlainTime().toString({ smallestUnit: 'minute' })]).toEqual([2, '18:00']);
  expect((await placed('bluesky')).equals(first.add({ weeks: 1 }))).toBe(true);
  await placed('mastodon', first.add({ weeks: 2 }).toInstant().toString());
  expect((await placed('bluesky')).equals(first.add({ weeks: 2 }))).toBe(true);

  await run('clear', '--account', 'bakery');
  const { data: account } = await agent.admin.from('social_accounts').select('posting_times').single().throwOnError();
  expect(account.posting_times).toBeNull();
});
