import { useId } from 'react';
import { Checkbox } from '@/components/checkbox.tsx';
import type { Draft } from '@/features/compose/draft/draft.ts';
import { mediaMessages as words } from '@/features/compose/media/messages.ts';
import { platformOf } from '../../../../shared/posts/platforms.ts';
import { canBeDocument, goesAsDocument } from '../../../../shared/publishing/document.ts';

type DocumentChoiceProps = { draft: Draft; isFixed: boolean; onEdit: (change: (draft: Draft) => Draft) => void };

/** Whether several pictures are sent as one document to platforms that accept one; nothing for other posts. */
export function DocumentChoice({ draft, isFixed, onEdit }: DocumentChoiceProps) {
  const id = useId();
  const { media, asDocument, platforms } = draft;
  const [taker] = platforms.filter((platform) => platformOf(platform).document);
  if (!taker || !canBeDocument(media)) return null;
  return (
    <div className="flex items-start gap-2.5 border-t pt-3 text-sm">
      <Checkbox
        id={id}
        className="mt-0.5"
        disabled={isFixed}
        aria-describedby={`${id}-hint`}
        checked={goesAsDocument(taker, { media, as_document: asDocument ?? null })}
        onCheckedChange={(next) => onEdit((now) => ({ ...now, asDocument: next === true }))}
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <label htmlFor={id}>{words.asDocument}</label>
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted-foreground">
          {words.asDocumentHint}
        </p>
      </div>
    </div>
  );
}
