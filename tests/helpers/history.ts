import { randomUUID } from 'node:crypto';
import type { Client } from '../../server/supabase/connection.ts';
import type { Platform } from '../../shared/posts/platforms.ts';
import type { ContentProjectsRow, GeneratedContentRow, PostDeliveriesRow } from '../../shared/workspace/database.ts';

/** A workspace's post, on Mastodon by default. */
export type MadePost = {
  /** When it was or will be published. */
  at: string;
  isOut?: boolean;
  platform?: Platform;
  /** Null if the user posted it manually. */
  account?: string | null;
  content?: Partial<GeneratedContentRow>;
  delivery?: Partial<PostDeliveriesRow>;
};
export type MadeIds = { content: string; place: string; delivery: string };

/**
 * Inserts posts as they are in the database after they were published, or before; returns their ids in order. Each sets
 * the same columns.
 */
export async function addPosts(admin: Client, posts: readonly MadePost[]): Promise<MadeIds[]> {
  const made = posts.map((post) => {
    const ids: MadeIds = { content: randomUUID(), place: randomUUID(), delivery: randomUUID() };
    const status = post.isOut === false ? ('scheduled' as const) : ('published' as const);
    return { ...post, ids, status, platform: post.platform ?? ('mastodon' as const), account: post.account ?? null };
  });
  const contents = made.map(({ ids, status, platform, content }) => ({
    ...{ id: ids.content, status, content_type: 'text' as const, platforms: [platform] },
    ...content,
  }));
  await admin.from('generated_content').insert(contents).throwOnError();
  const places = made.map(({ ids, at, status }) => ({
    ...{ id: ids.place, content_id: ids.content, scheduled_time: at, status },
  }));
  await admin.from('scheduled_posts').insert(places).throwOnError();
  const out = made.filter(({ status }) => status === 'published');
  const sent = out.map(({ ids, at, status, platform, account, delivery }) => ({
    ...{ id: ids.delivery, scheduled_post_id: ids.place, platform, account_id: account, by_hand: account === null },
    ...{ state: status as 'published', published_at: at, ...delivery },
  }));
  if (sent.length > 0) await admin.from('post_deliveries').insert(sent).throwOnError();
  return made.map(({ ids }) => ids);
}

export async function addPost(admin: Client, post: MadePost): Promise<MadeIds> {
  const [ids] = await addPosts(admin, [post]);
  if (!ids) throw new Error('No post was made.');
  return ids;
}

/** Inserts posts that were published on an account, with their likes. */
export async function addHistory(
  admin: Client,
  { id: account, platform }: { id: string; platform: Platform },
  posts: readonly { at: string; likes: number; template?: string | undefined }[],
): Promise<void> {
  const rows = posts.map(({ at, likes, template = null }) => ({
    ...{ at, account, platform, content: { template_id: template }, delivery: { figures: { likes } } },
  }));
  await addPosts(admin, rows);
}

/** Adds a content project, by default with two pages that do not exist. */
export async function addProject(admin: Client, fields: Partial<ContentProjectsRow> = {}): Promise<ContentProjectsRow> {
  const pages = { source_url_1: 'https://bread.example/1', source_url_2: 'https://bread.example/2' };
  const row = { niche_name: 'Bread', ...pages, platforms: ['mastodon' as const], ...fields };
  return (await admin.from('content_projects').insert(row).select().single().throwOnError()).data;
}
