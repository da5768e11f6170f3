import { beforeEach } from 'vitest';
import type { Platform } from '../../shared/posts/platforms.ts';
import type {
  GeneratedContentRow,
  PostDeliveriesRow,
  PostStatus,
  ScheduledPostsRow,
} from '../../shared/workspace/database.ts';
import { sharedPage } from './shared-page.ts';

const HOUR_MS = 60 * 60 * 1000;

type NewPost = {
  status?: PostStatus;
  /** Hours from now; past where negative. */
  inHours?: number;
  content?: Partial<GeneratedContentRow>;
  problems?: ScheduledPostsRow['problems'];
  deliveries?: (Partial<PostDeliveriesRow> & { platform: Platform })[];
};

/**
 * Posts, accounts and deliveries for a page that the file's tests share; each begins without any, with times in UTC.
 * Called once at the top of a file.
 */
export function publishingScreen() {
  const shared = sharedPage();

  beforeEach(async () => {
    const { admin, url } = shared.agent;
    // A screen that is still open would make settings of its own between the two.
    await shared.page.goto(new URL('/icon.svg', url).href);
    await Promise.all([
      admin.from('generated_content').delete().not('id', 'is', null).throwOnError(),
      admin.from('social_accounts').delete().not('id', 'is', null).throwOnError(),
      admin.from('app_settings').delete().not('id', 'is', null).throwOnError(),
    ]);
    await admin.from('app_settings').insert({}).throwOnError();
  });

  return Object.assign(shared, {
    /** Adds an account; with a channel where `isConnected`. Answers its id. */
    async addAccount(platform: Platform, label: string, isConnected = false): Promise<string> {
      const { admin } = shared.agent;
      const row = { platform, account_label: label, is_logged_in: false };
      const { data } = await admin.from('social_accounts').insert(row).select('id').single().throwOnError();
      if (isConnected) {
        await admin
          .from('channels')
          .insert({
            account_id: data.id,
            agent_id: crypto.randomUUID(),
            platform,
            handle: label,
            remote_id: label,
            server: 'https://social.example',
          })
          .throwOnError();
      }
      return data.id;
    },

    /** Schedules new content for an hour from now, or as said, with these deliveries. Answers the post. */
    async addPost({ status = 'scheduled', inHours = 1, content, problems = [], deliveries = [] }: NewPost) {
      const { admin } = shared.agent;
      const made = await admin
        .from('generated_content')
        .insert({ content_type: 'text', status: 'scheduled', caption: 'Sourdough', platforms: ['twitter'], ...content })
        .select('id')
        .single()
        .throwOnError();
      const post = await admin
        .from('scheduled_posts')
        .insert({
          content_id: made.data.id,
          status,
          scheduled_time: new Date(Date.now() + inHours * HOUR_MS).toISOString(),
          problems,
        })
        .select('id, content_id')
        .single()
        .throwOnError();
      if (deliveries.length > 0) {
        // A row that leaves a column out gets null there, where another one has it.
        const rows = deliveries.map((delivery) => ({
          scheduled_post_id: post.data.id,
          attempts: [],
          by_hand: false,
          ...delivery,
        }));
        await admin.from('post_deliveries').insert(rows).throwOnError();
      }
      return post.data;
    },

    /** Opens a screen and waits for nothing. */
    goto: (path: string) => shared.page.goto(new URL(path, shared.agent.url).href),
  });
}
