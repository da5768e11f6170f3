import { useState } from 'react';
import { type AiDraft, draftOf } from '@/features/settings/ai/ai-draft.ts';
import { draftOfSection } from '@/features/settings/sections.ts';
import { useDraft } from '@/lib/draft.ts';
import { changesOf } from '@/lib/row-changes.ts';
import type { AiState } from '../../../../shared/ai/ai.ts';

/** The typed choice merged over the stored one. It is kept when the section is left, except for the key. */
export function useAiDraft(state: AiState) {
  const [kept, setKept] = useDraft<Omit<AiDraft, 'apiKey'>>(draftOfSection('ai'));
  const [apiKey, setApiKey] = useState('');
  const stored = draftOf(state);
  const draft: AiDraft = { ...stored, ...kept, apiKey };

  return {
    draft,
    isChanged: Object.keys(changesOf(stored, draft)).length > 0,
    setDraft({ apiKey: key, ...rest }: AiDraft) {
      setApiKey(key);
      setKept(
        Object.keys(changesOf({ ...stored, apiKey: key }, { ...rest, apiKey: key })).length > 0 ? rest : undefined,
      );
    },
    /** Reverts to the stored choice. */
    forget() {
      setApiKey('');
      setKept(undefined);
    },
  };
}
