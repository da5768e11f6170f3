import { randomUUID } from 'node:crypto';
import type { Client } from '../../server/supabase/connection.ts';
import type { Platform } from '../../shared/posts/platforms.ts';

/** Posts that went out at an account, with their likes. */
export async function addHistory(
  admin: Client,
  { id: account_id, platform }: { id: string; platform: Platform },
  posts: readonly { at: string; likes: number; template?: string | undefined }[],
): Promise<void> {
  const status = 'published' as const;
  const rows = posts.map((post) => ({ ...post, content: randomUUID(), place: randomUUID() }));
  const contents = rows.map(({ content: id, template = null }) => ({
    ...{ id, status, content_type: 'text' as const, platforms: [platform], template_id: template },
  }));
  await admin.from('generated_content').insert(contents).throwOnError();
  const places = rows.map(({ content, place: id, at }) => ({ id, content_id: content, scheduled_time: at, status }));
  await admin.from('scheduled_posts').insert(places).throwOnError();
  const sent = rows.map(({ place, at, likes }) => ({
    ...{ scheduled_post_id: place, platform, account_id, state: status, published_at: at, figures: { likes } },
  }));
  await admin.from('post_deliveries').insert(sent).throwOnError();
}
