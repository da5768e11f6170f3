import type { Client } from '../../../server/supabase/connection.ts';
import { workspacePosts } from '../publishing/workspace-posts.ts';
import type { MastodonServer } from './imitation.ts';

/** Adds a post of the account that was handed over to Mastodon, which holds it for another hour. */
export async function addHeldPost(
  admin: Client,
  mastodon: Pick<MastodonServer, 'origin'>,
  { account_id, accessToken }: { account_id: string; accessToken: string },
): Promise<void> {
  const due = new Date(Date.now() + 36e5).toISOString();
  const post = await workspacePosts(admin).post([account_id], ['mastodon'], due, { caption: 'Rye' });
  const made = await fetch(`${mastodon.origin}/api/v1/statuses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'Rye', scheduled_at: due }),
  });
  const outgoing = { dueAt: due, parts: ['Rye'], media: [], options: {} };
  const held = { held_id: (await made.json()).id, held_until: due, retry_after: due, outgoing };
  const row = { scheduled_post_id: post, platform: 'mastodon', account_id, state: 'handed_over', ...held } as const;
  await admin.from('post_deliveries').insert(row).throwOnError();
}
