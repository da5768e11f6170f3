import type { LinkTags } from '../../../shared/posts/link-tags.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';

/** What is added to the links of posts. AppError unavailable when Supabase fails. */
export async function readLinkTags(client: Client): Promise<Partial<LinkTags>> {
  const { data, error } = await client.from('app_settings').select('link_tags').maybeSingle();
  if (error) throw couldNot('read the settings', error);
  return data?.link_tags ?? {};
}
