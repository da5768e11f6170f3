import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MINUTES } from '../../../shared/posts/posting-times.ts';
import { isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { composerInDocument } from '../../helpers/component/composer.tsx';
import { isFull } from '../../helpers/depth.ts';
import { addHistory } from '../../helpers/history.ts';

const app = composerInDocument();
const { write, posts, press } = app;

const ZONE = 'America/New_York';
/** The two posting times of a week: the next one, and one six hours later. Posts at its hour did ten times as well. */
const NEXT = Temporal.Now.zonedDateTimeISO(ZONE).add({ hours: 2 }).round({ smallestUnit: 'minute' });
const GOOD = NEXT.add({ hours: 6 });

beforeEach(async () => {
  await app.addAccount('twitter', 'bakery_x');
  const { admin } = app.agent;
  const { data: account } = await admin.from('social_accounts').select('id, platform').single().throwOnError();
  const days = [...Array(60).keys()].map((day) => day + 5);
  const history = days.flatMap((day) => [
    { at: NEXT.subtract({ days: day }).toInstant().toString(), likes: 2 },
    { at: GOOD.subtract({ days: day }).toInstant().toString(), likes: 20 },
  ]);
  await addHistory(admin, account, history);
  const posting_times = [NEXT, GOOD]
    .map(({ dayOfWeek, hour, minute }) => (dayOfWeek % 7) * DAY_MINUTES + 60 * hour + minute)
    .sort((a, b) => a - b);
  await admin.from('app_settings').update({ posting_times }).not('id', 'is', null).throwOnError();
});

async function begin(learning: 'off' | 'suggest' | 'on') {
  await app.agent.admin.from('app_settings').update({ learning }).not('id', 'is', null).throwOnError();
  await app.open('/compose');
  await press('bakery_x (X/Twitter)');
  await write('Bread');
}
const placed = async () =>
  (await posts()).flatMap(({ caption, scheduled_posts }) => (caption === 'Bread' ? scheduled_posts : []))[0];
const isAtTime = (time: string | undefined, wanted: Temporal.ZonedDateTime) =>
  expect(
    Temporal.Instant.from(time ?? '')
      .until(wanted.toInstant())
      .abs()
      .total('minutes'),
  ).toBeLessThan(1);

describe('the next free slot', () => {
  it('has a better time beside it, which one press takes, and the post keeps why', async () => {
    await begin('suggest');
    await says('Next free slot: ', 'Has worked best so far: ', 'times as well as usual (likely');
    await press('Use this time');
    await says('Proposed time: ', 'Use the next free slot');
    await press('Schedule');
    await isAt('/scheduler');
    const place = await placed();
    isAtTime(place?.scheduled_time, GOOD);
    expect(place?.time_choice).toMatchObject({ why: 'best', learnedFrom: 120 });
  });

  it.runIf(isFull)('is explained on the post, until that is moved', async () => {
    await begin('suggest');
    await press('Use this time');
    await press('Schedule');
    await isAt('/scheduler');
    const place = await placed();
    await app.open(`/scheduler?post=${place?.id}`);
    await says('Why this post', 'Planned for', 'Learned from 120 posts, with');
    // The reason for a time is none for another.
    const { admin } = app.agent;
    const moved = { scheduled_time: GOOD.add({ days: 1 }).toInstant().toString() };
    await admin.from('scheduled_posts').update(moved).eq('id', String(place?.id)).throwOnError();
    expect((await placed())?.time_choice).toBeNull();
  });

  it.runIf(isFull)('is that time while learning is on, until it is given back', async () => {
    await begin('on');
    await says('Proposed time: ', 'Has worked best so far: ');
    await press('Use the next free slot');
    await says('Next free slot: ', 'Use this time');
    await press('Schedule');
    await isAt('/scheduler');
    isAtTime((await placed())?.scheduled_time, NEXT);
    expect((await placed())?.time_choice).toBeNull();
  });

  it.runIf(isFull)('is the next one, without a word, while learning is off', async () => {
    await begin('off');
    await says('Next free slot: ');
    await saysNoMore('Use this time');
  });
});
