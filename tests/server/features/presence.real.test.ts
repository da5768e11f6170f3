import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { presenceLook } from '../../../server/features/presence/feature.ts';
import { databaseClock } from '../../../server/supabase/database-clock.ts';
import { offTimesSchema } from '../../../shared/presence/off-times.ts';
import { startTestAgent } from '../../helpers/agent.ts';
import { jobRunPath } from '../../helpers/agent-paths.ts';
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
  // Older than eight weeks is forgotten.
  expect(await rows()).toEqual([{ day: '2027-02-01', hours: 1 << 18 }]);
});

test('posts at times when no agent usually runs are listed, and told of in the job', async () => {
  const { admin } = agent;
  await admin.from('agent_presence').delete().gte('hours', 0).throwOnError();
  const days = Array.from({ length: 21 }, (_, ago) =>
    NOON.subtract({ hours: 24 * ago })
      .toString()
      .slice(0, 10),
  );
  const agent_id = randomUUID();
  await admin
    .from('agent_presence')
    .insert(days.map((day) => ({ agent_id, day, hours: 1 << 12 })))
    .throwOnError();
  await admin.from('app_settings').insert({ timezone: 'UTC' }).throwOnError();
  const post = { content_type: 'text' as const, status: 'scheduled' as const, caption: 'A loaf' };
  const { data } = await admin.from('generated_content').insert(post).select('id').single().throwOnError();
  const [night] = await Promise.all(
    ['2026-11-27T03:00:00Z', '2026-11-27T12:30:00Z'].map(async (scheduled_time) => {
      const place = {
        content_id: data.id,
        scheduled_time,
        status: 'scheduled' as const,
      };
      return (await admin.from('scheduled_posts').insert(place).select('id').single().throwOnError()).data;
    }),
  );
  const summary = '1 post falls into a time when this computer is usually off: Friday at 03:00';
  expect(offTimesSchema.parse(await (await agent.call('/api/off-times')).json())).toEqual({
    isKnown: true,
    since: days.at(-1),
    posts: [{ id: night?.id, scheduledTime: '2026-11-27T03:00:00.000Z', because: 'no agent usually runs' }],
    summary,
    remedy: 'Move them to another time, or keep an agent always on.',
  });
  const headers = { accept: 'text/event-stream' };
  const run = await agent.call(jobRunPath('off-times'), { method: 'POST', headers });
  expect(await run.text()).toContain(`${summary}.`);

  // What a platform holds goes out without an agent: not where another account of it is left.
  const accounts = ['Ada', 'Grace'].map((account_label) => ({ platform: 'mastodon' as const, account_label }));
  const [ada, grace] = (await admin.from('social_accounts').insert(accounts).select('id').throwOnError()).data;
  const held_until = '2026-11-27T03:00:00Z';
  const holds = { platform: 'mastodon' as const, state: 'handed_over' as const, held_id: '1', held_until };
  const delivery = { ...holds, scheduled_post_id: night?.id ?? '', account_id: ada?.id ?? '' };
  await admin
    .from('generated_content')
    .update({ platforms: ['mastodon'] })
    .eq('id', data.id)
    .throwOnError();
  await admin.from('post_deliveries').insert(delivery).throwOnError();
  const asked = async () => (await (await agent.call('/api/off-times')).json()).posts.length;
  expect(await asked()).toBe(1);

  // Where the platform could hold it, that is offered, until the account hands over.
  const remedy = async () => (await (await agent.call('/api/off-times')).json()).remedy;
  const channel = {
    platform: 'mastodon' as const,
    handle: '@grace@m.example',
    remote_id: '1',
    server: 'https://m.example',
  };
  await admin
    .from('channels')
    .insert({ ...channel, account_id: grace?.id ?? '', agent_id })
    .throwOnError();
  expect(await remedy()).toContain('Let Mastodon hold them (Hand over early');
  await admin
    .from('social_accounts')
    .update({ hand_over_hours: 24 })
    .eq('id', grace?.id ?? '')
    .throwOnError();
  expect(await remedy()).toBe('Move them to another time, or keep an agent always on.');

  // Another agent that runs all day sends it in time, once it holds the login, and says that it has it.
  const nas = { id: randomUUID(), name: 'NAS', version: '1.0.0', run: randomUUID() };
  await admin.from('agents').insert(nas).throwOnError();
  await admin
    .from('agents')
    .insert({ ...nas, id: agent_id, name: 'Studio Mac', run: randomUUID() })
    .throwOnError();
  await admin
    .from('agent_presence')
    .insert(days.map((day) => ({ agent_id: nas.id, day, hours: 2 ** 24 - 1 })))
    .throwOnError();
  const found = async () => offTimesSchema.parse(await (await agent.call('/api/off-times')).json());
  expect(await found()).toMatchObject({
    summary: '1 post falls into a time when Studio Mac is usually off: Friday at 03:00',
    posts: [{ because: 'Studio Mac is usually off' }],
    remedy: 'Move them to another time, or share their logins with an agent that is on then.',
  });
  const login = { account_id: grace?.id ?? '', agent_id: nas.id, held_at: NOON.toString() };
  await admin.from('channel_holders').insert(login).throwOnError();
  expect(await asked()).toBe(1);
  await admin
    .from('agents')
    .update({ capabilities: { logins: [login.account_id] } })
    .eq('id', nas.id)
    .throwOnError();
  expect(await asked()).toBe(0);
  // By hand it is filled in where the browser of the account is.
  await admin.from('channels').delete().eq('account_id', login.account_id).throwOnError();
  const browsers = { browser: true, sessions: [login.account_id] };
  await admin.from('agents').update({ capabilities: browsers }).eq('id', agent_id).throwOnError();
  expect((await found()).posts).toMatchObject([{ because: 'Studio Mac is usually off' }]);
  await admin.from('agents').update({ capabilities: browsers }).eq('id', nas.id).throwOnError();
  expect(await asked()).toBe(0);
  // What is known of an agent goes with it.
  await admin.from('agents').delete().eq('id', nas.id).throwOnError();
  expect((await found()).summary).toContain('when this computer is usually off');
  await admin
    .from('social_accounts')
    .delete()
    .eq('id', grace?.id ?? '')
    .throwOnError();
  expect(await asked()).toBe(0);
});
