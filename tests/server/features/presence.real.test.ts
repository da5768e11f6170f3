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
    posts: [{ id: night?.id, scheduledTime: '2026-11-27T03:00:00.000Z' }],
    summary,
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
  await admin
    .from('social_accounts')
    .delete()
    .eq('id', grace?.id ?? '')
    .throwOnError();
  expect(await asked()).toBe(0);
});
