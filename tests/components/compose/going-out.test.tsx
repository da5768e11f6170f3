import { screen, waitFor, within } from '@testing-library/dom';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MINUTES } from '../../../shared/posts/posting-times.ts';
import { isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { composerInDocument } from '../../helpers/component/composer.tsx';
import { isFull } from '../../helpers/depth.ts';
import { addHistory } from '../../helpers/history.ts';

const SAVE = /^POST .*\/rpc\/save_content/;

const app = composerInDocument();
const { openPost, addPost, write, fill, posts, press, pressInToast, fail, letGo } = app;

const places = async () => (await posts()).flatMap((post) => post.scheduled_posts);
/** Starts a post for one account. */
async function begin(query = '') {
  await app.addAccount('twitter', 'bakery_x');
  await app.open(`/compose${query}`);
  await press('bakery_x (X/Twitter)');
  await write('Bread');
}

describe('when a post goes out', () => {
  it('is the next free slot, which Undo takes back', async () => {
    await begin();
    await says('Next free slot: ');
    await press('Schedule');
    await isAt('/scheduler');
    await says('Scheduled for');
    expect(await posts()).toMatchObject([{ status: 'scheduled', scheduled_posts: [{ status: 'scheduled' }] }]);
    await pressInToast('Undo');
    await says('The post is a draft again');
    expect(await posts()).toMatchObject([{ status: 'draft', scheduled_posts: [] }]);
  });

  it('is the hour of the calendar in which it was begun', async () => {
    await begin('?at=2031-01-16T14:00:00Z');
    const fields = () => ['Date', 'Time'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
    // They use the workspace's zone, which loads after the screen.
    await waitFor(() => expect(fields()).toEqual(['2031-01-16', '09:00']));
    await press('Schedule');
    await says('Scheduled for Jan 16, 2031, 9:00 AM EST');
  });

  it('is now, once somebody has said so', async () => {
    await begin();
    await press('Now');
    await press('Publish now…');
    await says('Publish now?', 'It will be published to bakery_x right away.');
    await press('Not yet');
    await saysNoMore('Publish now?');
    expect(await places()).toEqual([]);
    await press('Publish now…');
    await press('Publish');
    await isAt('/scheduler');
    await says('Publishing now');
    expect(await places()).toHaveLength(1);
  });

  it('is not decided while the post cannot be saved', async () => {
    await begin();
    await says('Saved');
    fail(SAVE);
    await write('!');
    await press('Schedule');
    await says('The post could not be saved, so it was not scheduled.');
    letGo();
    expect(await places()).toEqual([]);
  });
});

describe('a post that repeats', () => {
  const series = async () =>
    (await app.agent.admin.from('post_series').select('texts, stopped_at').throwOnError()).data;
  beforeEach(async () => {
    await app.agent.admin.from('post_series').delete().not('id', 'is', null).throwOnError();
  });

  it('is made to from the composer with its unsaved changes', async () => {
    const { content_id } = await addPost({ inHours: 48, content: { caption: 'Bread' } });
    await openPost(content_id);
    await write(' again');
    await press('Repeat…');
    await says('Repeat this post', 'Your changes are saved first.', 'Some platforms refuse a text');
    await press('Repeat');
    await says('This post now repeats. Scheduled', 'Changes here apply to this post only.');
    await saysNoMore('Repeat this post');
    expect(await series()).toEqual([{ texts: ['Bread again'], stopped_at: null }]);
    const all = await posts();
    expect(new Set(all.map(({ caption }) => caption))).toEqual(new Set(['Bread again']));
    expect(all.length).toBeGreaterThan(4);
  });

  it.runIf(isFull)('is changed with what is scheduled, and stops, which Undo takes back', async () => {
    const { content_id } = await addPost({ inHours: 48, content: { caption: 'Bread' } });
    await openPost(content_id);
    await press('Repeat…');
    await press('Repeat');
    await saysNoMore('Repeat this post');
    await press('Edit repeat…');
    await says('Posts that are already scheduled', 'They are recreated');
    await app.user.type(screen.getByLabelText('Text 1'), ' of the week');
    await press('Save changes', { inside: screen.getByRole('dialog') });
    await says('Changed. Replaced');
    await saysNoMore('They are recreated');
    expect(await series()).toEqual([{ texts: ['Bread of the week'], stopped_at: null }]);
    const made = (await posts()).length - 1;
    await press('Edit repeat…');
    await press('Stop repeating…');
    await press('Stop');
    await says(`This post no longer repeats. Deleted ${made} posts.`, 'Repeat…');
    expect((await posts()).map(({ id, caption }) => [id, caption])).toEqual([[content_id, 'Bread']]);
    await pressInToast('Undo');
    await says('This post repeats again.');
    expect(await posts()).toHaveLength(made + 1);
  });

  it.runIf(isFull)('has a title for each of its texts, where a platform has titles', async () => {
    const media = [{ path: 'a.mp4', url: '/a.mp4', kind: 'video' as const }];
    const options = { youtube_shorts: { title: 'Bread, a film', category: '26' } };
    const content = { caption: 'Bread', platforms: ['youtube_shorts' as const], media, options };
    await openPost((await addPost({ inHours: 48, content })).content_id);
    await press('Repeat…');
    await press('Add another text');
    await press('Repeat', { inside: screen.getByRole('dialog') });
    await says('Text 2 is empty. Write it, or remove it.');
    await fill('Text 2', 'Rye');
    await press('Text 2: YouTube Shorts: Title, Description');
    await app.user.type(within(screen.getByRole('dialog')).getByLabelText('Title'), 'Rye, a film');
    await press('Repeat', { inside: screen.getByRole('dialog') });
    await says('This post now repeats. Scheduled');
    const made = (await posts()).map(({ caption, options: { youtube_shorts: of } }) => `${caption}: ${of?.title}`);
    expect(new Set(made)).toEqual(new Set(['Bread: Bread, a film', 'Rye: Rye, a film']));
  });
});

const ZONE = 'America/New_York';
/** The week's two posting times: the next one, and one six hours later, whose hour has done ten times as well. */
const NEXT = Temporal.Now.zonedDateTimeISO(ZONE).add({ hours: 2 }).round({ smallestUnit: 'minute' });
const GOOD = NEXT.add({ hours: 6 });

it('the next free slot has a better time beside it, which one press takes, and the post keeps why until it is moved', async () => {
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
  await admin.from('app_settings').update({ posting_times, learning: 'suggest' }).not('id', 'is', null).throwOnError();
  const placed = async () =>
    (await posts()).flatMap(({ caption, scheduled_posts }) => (caption === 'Bread' ? scheduled_posts : []))[0];
  await app.open('/compose');
  await press('bakery_x (X/Twitter)');
  await write('Bread');
  await says('Next free slot: ', 'Has worked best so far: ', 'times as well as usual (likely');
  await press('Use this time');
  await says('Suggested time: ', 'Use the next free slot');
  await press('Schedule');
  await isAt('/scheduler');
  const place = await placed();
  const time = Temporal.Instant.from(place?.scheduled_time ?? '');
  expect(time.until(GOOD.toInstant()).abs().total('minutes')).toBeLessThan(1);
  expect(place?.time_choice).toMatchObject({ why: 'best', learnedFrom: 120 });
  // The reason applies to the original time only.
  const moved = { scheduled_time: GOOD.add({ days: 1 }).toInstant().toString() };
  await admin.from('scheduled_posts').update(moved).eq('id', String(place?.id)).throwOnError();
  expect((await placed())?.time_choice).toBeNull();
});
