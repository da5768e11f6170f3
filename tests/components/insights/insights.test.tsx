import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Figures } from '../../../shared/publishing/figures.ts';
import { isAt, says, saysNoMore } from '../../helpers/component/app.tsx';
import { schedulerInDocument } from '../../helpers/component/scheduler.tsx';
import { isFull } from '../../helpers/depth.ts';
import { addPosts } from '../../helpers/history.ts';

const app = schedulerInDocument();
const { open, press, choose, addAccount, fail, letGo } = app;
const OVERVIEW = /\/api\/insights\?/;
const DAY_H = 24;

beforeEach(() => settings({ collect_figures: true }));

const settings = (fields: { collect_figures: boolean }) =>
  app.agent.admin.from('app_settings').update(fields).not('id', 'is', null).throwOnError();

type Published = [days: number, figures: Figures | null, account: string | null, caption?: string];

/** Adds posts published the given number of days ago, with their metrics. Returns the ids of their scheduled posts. */
async function publish(...posts: Published[]): Promise<string[]> {
  const rows = posts.map(([days, figures, account, caption = 'Sourdough']) => ({
    at: new Date(Date.now() - days * DAY_H * 3_600_000).toISOString(),
    account,
    platform: account ? ('mastodon' as const) : ('linkedin' as const),
    content: { caption, hashtags: days % 2 ? ['#Rye'] : [], template_name: days > 8 ? 'Tips' : 'Questions' },
    delivery: { figures },
  }));
  return (await addPosts(app.agent.admin, rows)).map(({ place }) => place);
}
const daysFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

const card = (title: string) =>
  within(screen.getByRole('heading', { level: 2, name: title }).closest('section') as HTMLElement);

describe('insights without figures', () => {
  it('of an empty workspace lead to a first post, and those that cannot be read are asked for again', async () => {
    fail(OVERVIEW);
    await open('/insights');
    await says('The numbers could not be loaded.', 'The agent responded with status 500.');
    letGo();
    await press('Try again');
    await says('Nothing published yet');
    expect(screen.getByRole('link', { name: 'Write a post' }).getAttribute('href')).toBe('/compose');
  });

  it.runIf(isFull)('say when the first come, which accounts tell nothing, and why none come', async () => {
    await publish([1, null, await addAccount('mastodon', '@ada', true)]);
    await addAccount('linkedin', 'Ada L.');
    await open('/insights');
    await says(
      'No figures yet. The first arrive about an hour after a post is published.',
      'Not known for Ada L. (LinkedIn)',
    );
    await settings({ collect_figures: false });
    app.reload();
    await says('Figures are not collected');
    await open('/insights?range=own&from=2024-01-01&to=2024-01-31');
    await says('Nothing was published in this period');
    await press('Show the last year');
    await isAt('/insights?range=365');
  });
});

const titles = () =>
  card('Posts')
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const first = (title: string) => waitFor(() => expect(titles()[0]).toBe(title));

describe('insights', () => {
  it('show what was reached, by keyboard and as a table, what is unknown as a gap, and what did best with why', async () => {
    const ada = await addAccount('mastodon', '@ada', true);
    const [best] = await publish(
      [6, { likes: 30, impressions: 100 }, ada, 'Rye at dawn'],
      ...daysFrom(2, 4).map((days): Published => [days, { likes: 2 * (days - 1), impressions: 100 }, ada]),
      [7, null, ada],
    );
    await open('/insights');
    await says('Views 500', 'Engagement 50', 'Posts 6', 'Reach – not known', 'Known for 5 of 6 posts.');
    const slider = screen.getByRole('slider', { name: 'Views by day' });
    expect(slider.getAttribute('aria-valuetext')).toMatch(/: no posts$/);
    const unknown = Number(slider.getAttribute('max')) - 7;
    fireEvent.change(slider, { target: { value: String(unknown) } });
    expect(slider.getAttribute('aria-valuetext')).toMatch(/: not known \(1 post\)$/);
    fireEvent.change(slider, { target: { value: String(unknown + 1) } });
    expect(slider.getAttribute('aria-valuetext')).toMatch(/: 100 views \(1 post\)$/);
    await press(/^Engagement \d/);
    await isAt('/insights?metric=engagement');
    await press('Show as table', { inside: document.querySelector('[data-slot=card]') as HTMLElement });
    const numbers = await screen.findByRole('table', { name: 'Engagement by day' });
    expect(within(numbers).getByText('30 interactions (1 post)')).toBeDefined();
    await says('Rye at dawn 5.0× usual', '30 likes, usually 6');
    expect(card('Best posts').getByRole('link', { name: 'Rye at dawn' }).getAttribute('href')).toBe(
      `/scheduler?post=${best}`,
    );
  });

  it.runIf(isFull)('say how sure a result is, by what and for which platform is chosen', async () => {
    const ada = await addAccount('mastodon', '@ada', true);
    const known = daysFrom(2, 12).map((days): Published => [days, { likes: days > 8 ? 3 : 12 + days }, ada]);
    await publish(...known, [14, null, null]);
    await open('/insights');
    await says('Questions 7 posts 1.2× usual (1.0 to 1.4)', 'Tips 6 posts 0.2× usual (0.2 to 0.2) Worse than usual');
    await press('Hashtag', { inside: card('What worked').getByRole('group') });
    await says('#rye');
    await choose('Platform', 'LinkedIn');
    await isAt('/insights?by=hashtag&platform=linkedin');
    await says('Posts 1', 'No post in this period has a hashtag.', 'Too few posts to say which hour is good.');
  });

  it('list the posts by what is chosen, unknown ones last, page by page', async () => {
    const ada = await addAccount('mastodon', '@ada', true);
    const figures = (days: number) => (days === 2 ? null : { likes: days });
    await publish(...daysFrom(2, 26).map((days): Published => [days, figures(days), ada, `Loaf ${days}`]));
    await open('/insights?range=90');
    await first('Loaf 2');
    await press('Likes', { inside: screen.getByRole('table', { name: 'Published posts with their figures' }) });
    await isAt('/insights?range=90&sort=likes&order=desc');
    await first('Loaf 27');
    expect(screen.getByRole('columnheader', { name: 'Likes' }).getAttribute('aria-sort')).toBe('descending');
    await says('1 to 25 of 26');
    await press('Next');
    await says('26 to 26 of 26');
    await waitFor(() => expect(titles()).toEqual(['Loaf 2']));
  });

  it.runIf(isFull)('are saved as a file of posts, and as a report', async () => {
    await publish([2, { likes: 2 }, await addAccount('mastodon', '@ada', true), 'Loaf 1']);
    await open('/insights');
    await says('Loaf 1');
    const saved = vi.spyOn(URL, 'createObjectURL');
    // Otherwise the document would navigate to the file.
    const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    for (const [index, item] of ['Posts as CSV', /^Report of .* so far as PDF$/].entries()) {
      await press('Export');
      await press(item, { role: 'menuitem' });
      await waitFor(() => expect(saved).toHaveBeenCalledTimes(index + 1));
    }
    const [csv, report] = saved.mock.calls.map(([file]) => file as Blob);
    expect(await csv?.text()).toContain('Loaf 1');
    expect(report?.type).toBe('application/pdf');
    for (const spy of [saved, pressed]) spy.mockRestore();
  });

  it.runIf(isFull)('name what worked and has rested, and a press opens it as a draft', async () => {
    const ada = await addAccount('mastodon', '@ada', true);
    const usual = daysFrom(2, 6).map((days): Published => [days, { likes: 10 }, ada]);
    await publish(...usual, [250, { likes: 31 }, ada, 'Rye at dawn']);
    await open('/insights');
    await says('Bring back what worked', 'Rye at dawn');
    await press('Bring back: Rye at dawn');
    await says('Brought back: “Rye at dawn”, posted to @ada on', 'It did 3.1 times as well as usual.');
    expect(location.pathname).toMatch(/^\/compose\/[0-9a-f-]{36}$/);
    await open('/insights');
    await says('Posts 6');
    await saysNoMore('Bring back what worked');
  });
});
