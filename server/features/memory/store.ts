import {
  type FoundPosted,
  type PostedQuery,
  postedRowsSchema,
  type SimilarPosted,
  type SimilarRequest,
} from '../../../shared/memory/memory.ts';
import { snippetOf } from '../../../shared/memory/snippet.ts';
import type { Client } from '../../supabase/connection.ts';
import { dataOf } from '../../supabase/could-not.ts';

const foundRowsSchema = postedRowsSchema.transform((rows) => rows.map(({ likeness: _none, ...row }) => row));

/** Posts that contain all of the words, best match first. */
export async function findPosted(
  client: Client,
  { q, account, platform, before, limit }: PostedQuery,
): Promise<FoundPosted[]> {
  const asked = { query: q, account, platform, before, most: limit };
  const rows = foundRowsSchema.parse(dataOf(await client.rpc('find_posted', asked), 'search what was posted'));
  return rows.map((row) => ({ ...row, snippet: snippetOf(row.text, q) }));
}

/** Near-duplicates of a text, and posts about the same topic. */
export async function findSimilar(
  client: Client,
  { text, account, platform, otherThan, limit }: SimilarRequest,
): Promise<SimilarPosted[]> {
  const asked = { wanted: text, account, platform, other_than: otherThan, most: limit };
  return postedRowsSchema.parse(dataOf(await client.rpc('similar_posts', asked), 'look for similar posts'));
}
