import { z } from 'zod';
import { postedRowsSchema } from '../../../shared/memory/memory.ts';
import { nearDuplicateAt } from '../../../shared/memory/near-duplicate.ts';
import type { PostFields } from '../../../shared/posts/compose.ts';
import type { LineProblem } from '../../../shared/posts/import/import.ts';
import { versionFor } from '../../../shared/posts/platform-limits.ts';
import type { Client } from '../../supabase/connection.ts';
import { dataOf } from '../../supabase/could-not.ts';
import { destinationsOf } from './check-fields.ts';
import type { ImportContext } from './plan.ts';

const foundSchema = z.array(z.object({ place: z.number().int(), near: postedRowsSchema.element }));
/** Limit of the pairs of line and destination that are compared. */
const ASKED_MAX = 5_000;

type Line = { line: number; fields: PostFields };

/**
 * Returns up to 50 warnings, for lines with nearly the same text as a published or scheduled post with the same
 * destination. Runs one query for all lines.
 */
export async function nearDuplicatesOfLines(
  client: Client,
  lines: readonly Line[],
  { accounts, timezone, now }: Pick<ImportContext, 'accounts' | 'timezone' | 'now'>,
): Promise<LineProblem[]> {
  const asked = lines
    .flatMap(({ line, fields }) =>
      destinationsOf(fields, accounts).map((at) => ({ line, at, text: versionFor(at, fields).caption })),
    )
    .filter(({ text }) => text.trim() !== '')
    .slice(0, ASKED_MAX);
  if (asked.length === 0) return [];
  const wanted = asked.map(({ text, at }) => ({ text, account: at.accountId, platform: at.platform }));
  const found = foundSchema.parse(
    dataOf(await client.rpc('near_duplicates_of', { wanted }), 'look for posts that are nearly the same'),
  );
  const clock = { timeZone: timezone, now: new Date(now.epochMilliseconds) };
  return found.flatMap(({ place, near }) => {
    const one = asked[place];
    if (!one) return [];
    return { line: one.line, column: null, text: nearDuplicateAt(near, one.at, clock).text, isWarning: true };
  });
}
