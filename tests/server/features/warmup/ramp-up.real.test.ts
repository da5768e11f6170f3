import { expect, it } from 'vitest';
import { warmupAgent } from '../../../helpers/warmup-agent.ts';

const warmups = warmupAgent();
const DAY_MS = 86_400_000;

/** How many minutes a visit took, and how many posts it saw. */
async function visit(accountId: string) {
  const { status, counts } = await warmups.whole(accountId);
  expect(status).toBe('success');
  return { minutes: counts.seconds / 60, posts: counts.postsSeen };
}

const loggedInFor = (id: string, days: number) =>
  warmups.test.admin
    .from('social_accounts')
    .update({ ramp_up_since: new Date(Date.now() - days * DAY_MS).toISOString(), last_warmup_at: null })
    .eq('id', id)
    .throwOnError();

it('a new account makes short visits, which grow to those of the settings within two weeks', async () => {
  await warmups.setLimits({ warmup_minutes_min: 8, warmup_minutes_max: 12, warmup_posts_min: 8, warmup_posts_max: 12 });
  const id = await warmups.addAccount({ isEstablished: false });
  expect((await warmups.rowOf(id)).ramp_up_since, 'it is logged in').not.toBeNull();

  const first = await visit(id);
  expect(first.minutes).toBeLessThan(4);
  expect(first.posts).toBeLessThanOrEqual(3);

  await loggedInFor(id, 7);
  const middle = await visit(id);
  expect(middle.minutes).toBeGreaterThan(4);
  expect(middle.minutes).toBeLessThan(8);
  expect(middle.posts).toBeLessThanOrEqual(7);

  await loggedInFor(id, 14);
  const last = await visit(id);
  expect(last.minutes).toBeGreaterThan(7.5);
  expect(last.posts).toBeGreaterThanOrEqual(8);
}, 120_000);

it('an established account has none, nor has a new one while it is switched off', async () => {
  expect((await visit(await warmups.addAccount())).minutes).toBeGreaterThan(7.5);
  await warmups.setLimits({ warmup_ramp_up: false });
  expect((await visit(await warmups.addAccount({ isEstablished: false }))).minutes).toBeGreaterThan(7.5);
}, 120_000);
