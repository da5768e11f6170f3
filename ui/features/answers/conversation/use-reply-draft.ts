import { useState } from 'react';
import { localCopies } from '@/lib/draft.ts';

const keyOf = (id: string) => `answer.${id}`;

/**
 * The reply being written to an answer, kept in this browser until it is sent, even across a crash or a sign-out. It
 * starts with the draft stored by the agent. `hide` empties the field, but keeps the text until `forget`.
 */
export function useReplyDraft(id: string, draft: string) {
  const key = keyOf(id);
  const [text, setText] = useState(() => localCopies.read<string>(key) ?? draft);
  return {
    text,
    write: (next: string) => {
      setText(next);
      localCopies.write(key, next);
    },
    hide: () => setText(''),
    forget: () => localCopies.write(key, undefined),
  };
}
