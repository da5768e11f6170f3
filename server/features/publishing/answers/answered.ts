import type { Platform } from '../../../../shared/posts/platforms.ts';
import { AppError } from '../../../errors.ts';
import type { Client } from '../../../supabase/connection.ts';
import { couldNot } from '../../../supabase/could-not.ts';
import { NO_ANSWER } from './messages.ts';
import type { Answered } from './session.ts';

/** The answer that is replied to, liked or hidden, with our post that it belongs to. AppError not_found. */
export async function answeredBy(
  client: Client,
  id: string,
): Promise<{ accountId: string; platform: Platform; can: readonly string[]; to: Answered }> {
  const { data, error } = await client.from('post_comments').select('*').eq('id', id).maybeSingle();
  if (error) throw couldNot('read an answer', error);
  if (!data) throw new AppError('not_found', NO_ANSWER);
  return {
    accountId: data.account_id,
    platform: data.platform,
    can: data.deleted_at === null ? data.can : [],
    to: {
      remoteId: data.remote_id,
      parentId: data.parent_id,
      kind: data.kind,
      author: { id: data.author_id, handle: data.author_handle },
      likeRef: data.like_ref,
      post: await partsOf(client, data.delivery_id),
    },
  };
}

async function partsOf(client: Client, deliveryId: string | null): Promise<Answered['post']> {
  if (deliveryId === null) return [];
  const { data, error } = await client.from('post_deliveries').select('parts').eq('id', deliveryId).maybeSingle();
  if (error) throw couldNot('read the post of an answer', error);
  return data?.parts ?? [];
}
