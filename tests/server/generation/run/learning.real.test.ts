import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, it } from 'vitest';
import { RUN_SECONDS } from '../../../../server/generation/run/dry-run.ts';
import type { Client } from '../../../../server/supabase/connection.ts';
import type { LearningMode } from '../../../../shared/learning/choice.ts';
import { dryRunSchema } from '../../../../shared/posts/dry-run.ts';
import { readReasons } from '../../../../shared/posts/post-reasons.ts';
import { whyThisPost } from '../../../../shared/posts/reason-words.ts';
import { addHistory } from '../../../helpers/history.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { clockAt, openGenerationWorkspace, plainWriter } from '../generation-workspace.ts';

const workspace = ofFile(() => openGenerationWorkspace());
const NOW = Temporal.Now.instant();
const TODAY = NOW.toZonedDateTimeISO('UTC').startOfDay();
/** Each day draws at random, seeded by its date and project: enough days that single draws don't decide the test. */
const DAYS = 28;
/** Tomorrow, before the posting hours. */
const EARLY = TODAY.add({ days: 1, hours: 5 }).toInstant();

let templates: Record<string, string> = {};

beforeEach(async () => {
  await workspace.reset();
  const made = ['Tips', 'Stories', 'Lists'].map((name) => ({ name, prompt_template: `${name} about {niche}` }));
  const { data } = await workspace.member
    .from('content_style_templates')
    .insert(made)
    .select('id, name')
    .throwOnError();
  templates = Object.fromEntries(data.map(({ id, name }) => [name, id]));
});

/** Adds forty posts of an account. Those at 18:00 and those with the template Stories do much better. */
async function addPosts(): Promise<void> {
  const { member, backend } = workspace;
  const made = member.from('social_accounts').insert({ platform: 'facebook', account_label: 'bakery' });
  const { data: account } = await made.select('id, platform').single().throwOnError();
  const posts = Array.from({ length: 40 }, (_, n) => {
    const hour = [9, 12, 15, 18][n % 4] ?? 9;
    const name = ['Tips', 'Stories', 'Lists', 'Lists', 'Tips'][n % 5] ?? 'Tips';
    const at = TODAY.subtract({ days: 5 + n }).add({ hours: hour });
    const likes = 10 * (hour === 18 ? 4 : 1) * (name === 'Stories' ? 4 : 1) + (n % 3);
    return { at: at.toInstant().toString(), likes, template: templates[name] };
  });
  await addHistory(backend.connection.admin as Client, account, posts);
}

async function plan(learning: LearningMode) {
  await workspace.member
    .from('app_settings')
    .insert({ timezone: 'UTC', learning, posting_hours_start: 8, posting_hours_end: 22 })
    .throwOnError();
  const request = await workspace.request({ body: JSON.stringify({ dryRun: true, days: DAYS }) });
  const answer = await workspace.handlerWith({ now: clockAt(EARLY) })(request);
  return dryRunSchema.parse(await answer.json()).days.flatMap((day) => (day.outcome === 'post' ? [day] : []));
}

const hoursOf = (planned: Awaited<ReturnType<typeof plan>>) =>
  planned.map(({ reasons }) => Temporal.Instant.from(reasons.time.at).toZonedDateTimeISO('UTC').hour);

describe('the autopilot', () => {
  it('mostly takes the hour and the template that worked, once a day within the posting hours, and runs as planned', async () => {
    await addPosts();
    await workspace.addProject({ posts_per_day: 1 });
    const planned = await plan('on');
    expect(planned).toHaveLength(DAYS);
    const hours = hoursOf(planned);
    expect(hours.every((hour) => hour >= 8 && hour < 22)).toBe(true);
    // A random choice among 14 hours gives 6; learning gives 21, and 10 or fewer once in a million plans.
    expect(hours.filter((hour) => hour >= 17 && hour <= 19).length).toBeGreaterThan(10);
    expect(planned.filter(({ reasons }) => reasons.template.name === 'Stories').length).toBeGreaterThan(20);

    const [next] = planned;
    // The time at which its posts are written; the first free slot is no earlier.
    const written = Temporal.Instant.from(next?.runsAt ?? '').add({ seconds: RUN_SECONDS });
    const made = await workspace.generate(
      { now: clockAt(written), writer: plainWriter() },
      { reason: 'autopilot', count: 1 },
    );
    expect(made.created).toBe(1);
    const [post] = (await workspace.posts()).filter(({ run_id }) => run_id !== null);
    const reasons = readReasons(post?.reasons);
    expect(reasons).toMatchObject({ template: next?.reasons.template, time: next?.reasons.time });
    expect(reasons?.time.learned?.learnedFrom).toBe(40);
    expect(
      whyThisPost(reasons, post as NonNullable<typeof post>).find(({ label }) => label === 'Planned for')?.text,
    ).toMatch(/Learned from 40 posts, with 14 to choose from/);
  });
});
