import { screen, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { composerInDocument } from '../../helpers/component/composer.tsx';
import { isFull } from '../../helpers/depth.ts';

const SAVE = /^POST .*\/rpc\/save_content/;

const app = composerInDocument();
const { openPost, addPost, write, fill, posts, press, pressInToast, fail, letGo, goBack } = app;

const places = async () => (await posts()).flatMap((post) => post.scheduled_posts);
/** Begins a post of one account. */
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

  it.runIf(isFull)('is the hour of the calendar in which it was begun', async () => {
    await begin('?at=2031-01-16T14:00:00Z');
    await says('In America/New_York.');
    const { pathname } = location;
    const fields = ['Date', 'Time'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
    expect(fields).toEqual(['2031-01-16', '09:00']);
    await press('Schedule');
    await isAt('/scheduler');
    await says('Scheduled for Jan 16, 2031, 9:00 AM EST');
    // However soon: the Scheduler may not be there yet.
    goBack(pathname);
    await says('Edit post', 'Save changes');
  });

  it('is now, once somebody has said so', async () => {
    await begin();
    await press('Now');
    await press('Publish now…');
    await says('Publish now?', 'It goes out to bakery_x right away.');
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
  async function stop() {
    await press('Edit repeating…');
    await press('Stop repeating…');
    await press('Stop');
  }

  const captionsBy = async (id: string) =>
    new Set((await posts()).map((post) => `${post.id === id ? 'itself: ' : ''}${post.caption}`));
  /** A scheduled post that repeats, open in the composer. */
  async function openRepeating() {
    const { content_id } = await addPost({ inHours: 48, content: { caption: 'Bread' } });
    await openPost(content_id);
    await press('Repeat…');
    await press('Repeat');
    await says('This post now repeats. Scheduled', 'What you change here is for this post alone.');
    await saysNoMore('Repeat this post');
    return content_id;
  }

  it('is made to from the composer with its unsaved changes', async () => {
    const { content_id } = await addPost({ inHours: 48, content: { caption: 'Bread' } });
    await openPost(content_id);
    await write(' again');
    await press('Repeat…');
    await says('Repeat this post', 'Your changes are saved first.', 'Some platforms refuse a text');
    await press('Repeat');
    await says('This post now repeats. Scheduled', 'What you change here is for this post alone.');
    await saysNoMore('Repeat this post');
    expect(await series()).toEqual([{ texts: ['Bread again'], stopped_at: null }]);
    expect(await captionsBy(content_id)).toEqual(new Set(['itself: Bread again', 'Bread again']));
    expect((await posts()).length).toBeGreaterThan(4);
  });

  it.runIf(isFull)('stops there, which Undo takes back', async () => {
    const content_id = await openRepeating();
    const made = (await posts()).length - 1;
    await stop();
    await says(`This post no longer repeats. Deleted ${made} posts.`, 'Repeat…');
    expect((await posts()).map(({ id }) => id)).toEqual([content_id]);
    await pressInToast('Undo');
    await says('This post repeats again.');
    expect(await posts()).toHaveLength(made + 1);
  });

  it.runIf(isFull)('is changed with what is scheduled, and keeps its own change for itself', async () => {
    const id = await openRepeating();
    await press('Edit repeating…');
    await says('Edit repeating', 'Posts that are scheduled already', 'They are made anew');
    const [text] = screen.getAllByLabelText('Text 1');
    await app.user.type(text as HTMLElement, ' of the week');
    await press('Save changes', { inside: screen.getByRole('dialog') });
    await says('Changed. Replaced');
    await saysNoMore('They are made anew');
    expect(await series()).toEqual([{ texts: ['Bread of the week'], stopped_at: null }]);
    await write('!');
    await press('Save changes');
    await isAt('/scheduler');
    expect(await captionsBy(id)).toEqual(new Set(['itself: Bread!', 'Bread of the week']));
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
    const dialog = screen.getByRole('dialog');
    await app.user.type(within(dialog).getByLabelText('Title'), '<');
    await press('Repeat', { inside: dialog });
    await says('YouTube Shorts: The title needs at least 2 characters');
    await app.user.clear(within(dialog).getByLabelText('Title'));
    await app.user.type(within(dialog).getByLabelText('Title'), 'Rye, a film');
    await press('Repeat', { inside: dialog });
    await says('This post now repeats. Scheduled');
    const made = new Set(
      (await posts()).map(({ caption, options: { youtube_shorts: of } }) => `${caption}: ${of?.title}`),
    );
    expect(made).toEqual(new Set(['Bread: Bread, a film', 'Rye: Rye, a film']));
    await press('Edit repeating…');
    await press('Text 2: Title: Rye, a film');
    await press('Cancel');
  });

  it.runIf(isFull)('is made to right after it was scheduled; one that the series made goes when it stops', async () => {
    await begin();
    await saysNoMore('Repeat…');
    await press('Schedule');
    await says('Content Scheduler');
    await pressInToast('Repeat…');
    await says('Repeat this post', 'Every week');
    await press('Repeat');
    await says('This post now repeats. Scheduled');
    const first = location.pathname.split('/').at(-1);
    await openPost((await posts()).find(({ id }) => id !== first)?.id);
    await stop();
    await isAt('/scheduler');
    expect((await posts()).map(({ id }) => id)).toEqual([first]);
  });
});
