import { useState } from 'react';
import { composeMessages as words } from '@/features/compose/messages.ts';
import { broughtBackInWords, readBroughtBack, WORDS_NOTES } from '../../../shared/posts/brought-back.ts';

type BroughtBackNoteProps = { broughtBack: unknown; caption: string };

/** Says what the post was brought back from and, until its text is changed, that it should be. */
export function BroughtBackNote({ broughtBack, caption }: BroughtBackNoteProps) {
  const [first] = useState(caption);
  const from = readBroughtBack(broughtBack);
  if (!from) return null;
  const isAsBefore = from.words !== 'new' && caption === first;
  return (
    <div className="flex flex-col gap-1 text-[0.8125rem] text-pretty text-muted-foreground [overflow-wrap:anywhere]">
      <p>{words.broughtBack(broughtBackInWords({ ...from, words: 'new' }))}</p>
      {isAsBefore ? <p className="font-medium text-warning">{WORDS_NOTES[from.words]}</p> : null}
    </div>
  );
}
