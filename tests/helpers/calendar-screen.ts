import { beforeAll, beforeEach } from 'vitest';
import type { Platform } from '../../shared/posts/platforms.ts';
import type { PostStatus } from '../../shared/workspace/database.ts';
import { byRole } from './browser.ts';
import { sharedPage } from './shared-page.ts';

/** 9:30 AM of that day in the configured zone, America/New_York. */
export const THURSDAY = '2031-01-16T14:30:00+00:00';

/** The selector of a day (2031-01-16), or of one of its hours. */
export const cell = (date: string, hour?: number) =>
  `[data-drop="${date}"]${hour === undefined ? '' : `[data-hour="${hour}"]`}`;
/** The selector of a post on a day, or in one of its hours. */
export const chip = (date: string, hour?: number) => `${cell(date, hour)} [data-chip]`;

/**
 * The Scheduler's calendar on a page that the file's tests share; each begins without content. Called once at the top
 * of a file.
 */
export function calendarScreen() {
  const shared = sharedPage();

  beforeAll(async () => {
    await shared.agent.admin.from('app_settings').insert({ timezone: 'America/New_York' }).throwOnError();
  });
  beforeEach(async () => {
    await shared.agent.admin.from('generated_content').delete().not('id', 'is', null).throwOnError();
  });

  return Object.assign(shared, {
    /** Schedules a new piece of content; answers the scheduled post's id. */
    async schedule(
      scheduled_time: string,
      caption = 'Sourdough',
      status: PostStatus = 'scheduled',
      platforms: Platform[] = [],
    ) {
      const { admin } = shared.agent;
      const content = { content_type: 'text' as const, status: 'scheduled' as const, caption, platforms };
      const made = await admin.from('generated_content').insert(content).select('id').single().throwOnError();
      const row = { content_id: made.data.id, scheduled_time, status };
      return (await admin.from('scheduled_posts').insert(row).select('id').single().throwOnError()).data.id;
    },

    /** When a scheduled post goes out, as it is stored. */
    async timeOf(id: string) {
      const { admin } = shared.agent;
      const { data } = await admin
        .from('scheduled_posts')
        .select('scheduled_time')
        .eq('id', id)
        .single()
        .throwOnError();
      return data.scheduled_time;
    },

    /** Opens the calendar at the month or week of a date. */
    async open(view: 'Month' | 'Week', date = '2031-01-15') {
      const { page, agent } = shared;
      await page.goto(new URL(`/scheduler?date=${date}`, agent.url).href);
      await byRole(page, 'button', view).click();
      await page.waitForSelector('#timeline [aria-busy=false], #timeline [role=alert]');
    },
  });
}
