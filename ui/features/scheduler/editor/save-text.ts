import { hasSameWords, type StoredText } from '@/lib/post-text.ts';
import type { Supabase } from '@/lib/supabase.ts';
import type { GeneratedContentRow } from '../../../../shared/workspace/database.ts';

/** What the editor reads of a piece of content. */
export type EditedContent = Pick<GeneratedContentRow, 'id' | 'status' | 'platforms' | 'account_ids'> & StoredText;

/** `changed`: somebody else changed the words meanwhile, to `theirs`. */
type Outcome = { state: 'saved' } | { state: 'changed'; theirs: StoredText } | { state: 'gone' };

/** How often a change that left the words alone (a save, a new status) may come in between before it counts as one. */
const ATTEMPTS = 3;

/** The content to edit, fresh; null where it is gone. Throws what Supabase answers. */
export async function readText(supabase: Supabase, id: string): Promise<EditedContent | null> {
  const { data } = await supabase
    .from('generated_content')
    .select('id, status, platforms, account_ids, caption, hashtags, alternatives, updated_at')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** What the editor changes: the words, the accounts, or both. */
type Changes = Partial<Omit<StoredText, 'updated_at'> & Pick<GeneratedContentRow, 'account_ids'>>;

/** Stores words in place of `base`, and of nothing else; accounts in any case. Throws what Supabase answers. */
export async function saveText(supabase: Supabase, id: string, base: StoredText, changes: Changes): Promise<Outcome> {
  let updatedAt = base.updated_at;
  for (let attempt = 1; ; attempt++) {
    const { data } = await supabase
      .from('generated_content')
      .update(changes)
      .eq('id', id)
      .eq('updated_at', updatedAt)
      .select('id')
      .throwOnError();
    if (data.length > 0) return { state: 'saved' };
    const theirs = await readText(supabase, id);
    if (!theirs) return { state: 'gone' };
    if (attempt === ATTEMPTS || !hasSameWords(theirs, base)) return { state: 'changed', theirs };
    updatedAt = theirs.updated_at;
  }
}
