import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { presenceLook } from '../../../server/features/presence/feature.ts';
import { databaseClock } from '../../../server/supabase/database-clock.ts';
import { offTimesSchema } from '../../../shared/presence/off-times.ts';
import { accountsTable } from '../../helpers/accounts-table.ts';
import { startTestAgent } from '../../helpers/agent.ts';
import { jobRunPath } from '../../helpers/agent-paths.ts';
import { addPosts } from '../../helpers/history.ts';
import { ofFile } from '../../helpers/of-file.ts';

const NOON = Temporal.Instant.from('2026-11-26T12:00:00Z');
const agent = ofFile(() => startTestAgent({}, { now: () => NOON }));
const rows = async () =>
  (await agent.admin.from('agent_presence').select('day, hours').order('day').throwOnError()).data;

test('the hours are recorded in which an agent ran, not those in which its machine woke for a moment', async () => {
  let time = NOON;
  const clock = databaseClock(
    async () => time,
    () => time,
  );
  const look = presenceLook({ admin: agent.admin, agentId: randomUUID(), clock });
  for (const minutes of [0, 5, 5, 55, 300, 5, 7 * 24 * 60, 60 * 24 * 60, 5]) {
    time = time.add({ minutes });
    await look();
    if (minutes === 300) expect(await rows()).toEqual([{ day: '2026-11-26', hours: 1 << 12 }]);
    if (time.since(NOON).total('days') === 0) expect(await rows()).toEqual([]);
  }
  // Records older than eight weeks are deleted.
  expect(await rows()).toEqual([{ day: '2027-02-01', hours: 1 << 18 }]);
});

test('posts at times when no agent usually runs are listed, and told of in the job', async () => {
  const { admin } = agent;
  await admin.from('agent_presence').delete().gte('hours', 0).throwOnError();
  await admin.from('app_settings').insert({ timezone: 'UTC' }).throwOnError();
  const days = Array.from({ length: 21 }, (_, ago) =>
    NOON.subtract({ hours: 24 * ago })
      .toString()
      .slice(0, 10),
  );
  const ran = (agent_id: string, hours: number) =>
    admin
      .from('agent_presence')
      .insert(days.map((day) => ({ agent_id, day, hours })))
      .throwOnError();
  const found = async () => offTimesSchema.parse(await (await agent.call('/api/off-times')).json());
  const agent_id = randomUUID();
  await ran(agent_id, 1 << 12);
  const [night = '', noon] = ['2026-11-27T03:00:00Z', '2026-11-27T12:30:00Z'];
  const platform = 'mastodon' as const;
  const waiting = { at: night, isOut: false, platform, content: { caption: 'A loaf', platforms: [] } };
  const [post] = await addPosts(admin, [waiting, { ...waiting, at: noon ?? '' }]);
  const summary = '1 post is scheduled for a time when this computer is usually off: Friday at 03:00';
  const alone = 'Move them to another time, or keep an agent always on.';
  expect(await found()).toEqual({
    isKnown: true,
    since: days.at(-1),
    posts: [{ id: post?.place, scheduledTime: '2026-11-27T03:00:00.000Z', because: 'no agent usually runs' }],
    summary,
    remedy: alone,
  });
  const headers = { accept: 'text/event-stream' };
  const run = await agent.call(jobRunPath('off-times'), { method: 'POST', headers });
  expect(await run.text()).toContain(`${summary}.`);

  // What the platform holds needs no agent, but the same post for another account on it still does.
  const accounts = accountsTable(admin);
  const [ada, grace] = [
    await accounts.insert({ platform }),
    await accounts.insert({ platform, account_label: 'Grace' }),
  ];
  const holds = { platform, state: 'handed_over' as const, held_id: '1', held_until: night };
  await admin
    .from('generated_content')
    .update({ platforms: [platform] })
    .not('id', 'is', null)
    .throwOnError();
  const delivery = { ...holds, scheduled_post_id: post?.place ?? '', account_id: ada.id };
  await admin.from('post_deliveries').insert(delivery).throwOnError();
  expect((await found()).posts).toHaveLength(1);

  // If the platform could hold the post, the remedy suggests that, unless the account already hands over early.
  const channel = { platform, handle: '@grace@m.example', remote_id: '1', server: 'https://m.example' };
  await admin
    .from('channels')
    .insert({ ...channel, account_id: grace.id, agent_id })
    .throwOnError();
  expect((await found()).remedy).toContain('Let Mastodon hold them (Hand over early');
  await accounts.change(grace.id, { hand_over_hours: 24 });
  expect((await found()).remedy).toBe(alone);

  // An agent that runs all day sends it in time, once it holds the login and reports that it does.
  const nas = { id: randomUUID(), name: 'NAS', version: '1.0.0', run: randomUUID() };
  const mac = { ...nas, id: agent_id, name: 'Studio Mac', run: randomUUID() };
  await admin.from('agents').insert([nas, mac]).throwOnError();
  await ran(nas.id, 2 ** 24 - 1);
  expect(await found()).toMatchObject({
    summary: '1 post is scheduled for a time when Studio Mac is usually off: Friday at 03:00',
    posts: [{ because: 'Studio Mac is usually off' }],
    remedy: 'Move them to another time, or share their logins with an agent that is on then.',
  });
  const login = { account_id: grace.id, agent_id: nas.id, held_at: NOON.toString() };
  await admin.from('channel_holders').insert(login).throwOnError();
  expect((await found()).posts).toHaveLength(1);
  const can = (id: string, capabilities: { browser: boolean; sessions: string[] } | { logins: string[] }) =>
    admin.from('agents').update({ capabilities }).eq('id', id).throwOnError();
  await can(nas.id, { logins: [grace.id] });
  expect((await found()).posts).toEqual([]);
  // A post published by hand is prepared on the agent that has the account's browser session.
  await admin.from('channels').delete().eq('account_id', grace.id).throwOnError();
  await can(mac.id, { browser: true, sessions: [grace.id] });
  expect((await found()).posts).toMatchObject([{ because: 'Studio Mac is usually off' }]);
  await accounts.remove(grace.id);
  expect((await found()).posts).toEqual([]);
});
