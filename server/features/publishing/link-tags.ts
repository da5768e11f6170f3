import type { LinkTags } from '../../../shared/posts/link-tags.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';

/** The tags that are added to links in posts. AppError unavailable if Supabase fails. */
export async function readLinkTags(client: Client): Promise<Partial<LinkTags>> {
  const { data, error } = await client.from('app_settings').select('link_tags').maybeSingle();
  if (error) throw couldNot('read the settings', error);
  return data?.link_tags ?? {};
}
