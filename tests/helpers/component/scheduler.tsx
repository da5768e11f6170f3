import { waitFor } from '@testing-library/dom';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { ChannelLimits } from '../../../shared/publishing/channel.ts';
import type { Database, PostDeliveriesRow, PostStatus, ScheduledPostsRow } from '../../../shared/workspace/database.ts';
import { appInDocument } from './app.tsx';

const HOUR_MS = 60 * 60 * 1000;
const NEW_CONTENT = { content_type: 'text', status: 'scheduled', caption: 'Sourdough' } as const;

export type NewContent = Partial<Database['public']['Tables']['generated_content']['Insert']>;
type NewPost = {
  status?: PostStatus;
  /** When it is published (ISO 8601), or in how many hours from now; negative for the past. */
  time?: string;
  inHours?: number;
  content?: NewContent;
  problems?: ScheduledPostsRow['problems'];
  deliveries?: (Partial<PostDeliveriesRow> & { platform: Platform })[];
};

/** 9:30 AM of that day in the configured zone, America/New_York. */
export const THURSDAY = '2031-01-16T14:30:00+00:00';

/** The selector of a day of the calendar (2031-01-16), or of one of its hours. */
export const cell = (date: string, hour?: number) =>
  `[data-drop="${date}"]${hour === undefined ? '' : `[data-hour="${hour}"]`}`;
/** The selector of a post on a day, or in one of its hours. */
export const chip = (date: string, hour?: number) => `${cell(date, hour)} [data-chip]`;

/** The text of each element that matches the selector. */
export const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

/**
 * The UI backed by posts, accounts and deliveries; each test of the file begins without any, and with times in
 * America/New_York. `start` as in appInDocument. Called once at the top of a file.
 */
export function schedulerInDocument(...start: Parameters<typeof appInDocument>) {
  const app = appInDocument(...start);
  const from = <Table extends 'generated_content' | 'scheduled_posts' | 'post_deliveries'>(table: Table) =>
    app.agent.admin.from(table);

  // A window in the background keeps its notifications: a busy machine may take longer than they last.
  beforeAll(() => void Object.defineProperty(document, 'hidden', { configurable: true, value: true }));
  afterAll(() => void Reflect.deleteProperty(document, 'hidden'));
  beforeAll(() => app.agent.admin.from('app_settings').insert({ timezone: 'America/New_York' }).throwOnError());
  beforeEach(async () => {
    const { admin } = app.agent;
    for (const table of ['generated_content', 'content_bin', 'social_accounts'] as const) {
      await admin.from(table).delete().not('id', 'is', null).throwOnError();
    }
  });

  /** Adds a piece of content. Returns its id. */
  async function addContent(content: NewContent = {}): Promise<string> {
    const row = { ...NEW_CONTENT, ...content };
    return (await from('generated_content').insert(row).select('id').single().throwOnError()).data.id;
  }

  /** Schedules new content, by default for an hour from now, with these deliveries. */
  async function addPost({
    status = 'scheduled',
    time,
    inHours = 1,
    content,
    problems,
    deliveries = [],
  }: NewPost = {}) {
    const row = {
      content_id: await addContent({ platforms: ['twitter'], ...content }),
      status,
      scheduled_time: time ?? new Date(Date.now() + inHours * HOUR_MS).toISOString(),
      problems: problems ?? [],
    };
    const post = await from('scheduled_posts').insert(row).select('id, content_id').single().throwOnError();
    for (const delivery of deliveries) {
      await from('post_deliveries')
        .insert({ scheduled_post_id: post.data.id, ...delivery })
        .throwOnError();
    }
    return post.data;
  }

  return Object.assign(app, {
    addContent,
    addPost,

    /** Schedules new content without a platform. Returns the scheduled post's id. */
    async schedule(time: string, caption = 'Sourdough', status: PostStatus = 'scheduled', platforms: Platform[] = []) {
      return (await addPost({ time, status, content: { caption, platforms } })).id;
    },

    /** Adds an account, with a channel if `isConnected`. Returns its id. */
    async addAccount(
      platform: Platform,
      label: string,
      isConnected = false,
      limits: ChannelLimits = {},
    ): Promise<string> {
      const { admin } = app.agent;
      const row = { platform, account_label: label };
      const { data } = await admin.from('social_accounts').insert(row).select('id').single().throwOnError();
      const channel = { handle: label, remote_id: label, server: 'https://social.example', platform, limits };
      if (isConnected) {
        await admin
          .from('channels')
          .insert({ ...channel, account_id: data.id, agent_id: crypto.randomUUID() })
          .throwOnError();
      }
      return data.id;
    },

    /** A scheduled post as stored: "scheduled 2031-01-16T14:30:00+00:00"; null if it was deleted. */
    async stored(id: string): Promise<string | null> {
      const { data } = await from('scheduled_posts').select().eq('id', id).maybeSingle().throwOnError();
      return data && `${data.status} ${data.scheduled_time}`;
    },

    /** Changes a scheduled post, like another window. */
    change: (id: string, row: Partial<ScheduledPostsRow>) =>
      from('scheduled_posts').update(row).eq('id', id).throwOnError(),

    /** Opens the Scheduler with its list, and waits until it shows its count. */
    async openLists(query = '') {
      await app.open(`/scheduler${query}`);
      await waitFor(() => expect(document.querySelector('#posts-title')?.textContent).toContain('('));
    },

    /** Opens the calendar at the month, the week or the day of a date. */
    async openCalendar(view: 'Month' | 'Week' | 'Day', date = '2031-01-15') {
      await app.open(`/scheduler?date=${date}`);
      await app.press(view);
      await waitFor(() =>
        expect(
          document.querySelector('[aria-busy=false] > [role=grid], [aria-busy=false] section [role=grid]'),
        ).not.toBeNull(),
      );
    },

    /** Chooses from the menu of the only post in the list. */
    async choosePost(item: string | RegExp) {
      await app.press(/^More actions for “/);
      await app.press(item, { role: 'menuitem' });
    },

    /** Clicks a button of the newest notification. */
    async pressInToast(name: string) {
      const newest = document.querySelector<HTMLElement>('li[data-variant]');
      if (!newest) throw new Error('There is no notification.');
      await app.press(name, { inside: newest });
    },
  });
}
