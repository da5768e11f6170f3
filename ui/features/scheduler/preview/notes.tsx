import { PenLine } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { hintsOf, previewMessages } from '@/features/scheduler/preview/messages.ts';
import type { Outgoing } from '@/features/scheduler/preview/outgoing.ts';
import { cn } from '@/lib/class-names.ts';
import { PLATFORM_LIMITS } from '../../../../shared/platform-limits.ts';

const { ownText, mainText, counting, edit } = previewMessages;

/** Which text a platform gets, how it is counted there, what may surprise, and the way to change it. */
export function Notes({ outgoing, onEdit, className }: { outgoing: Outgoing; onEdit: () => void; className: string }) {
  return (
    <div className={cn('flex flex-col items-start gap-2 text-[0.8125rem] text-muted-foreground', className)}>
      <p>{outgoing.hasOwnText ? ownText : mainText}</p>
      {hintsOf(outgoing).map((hint) => (
        <p key={hint}>{hint}</p>
      ))}
      <p>{counting[PLATFORM_LIMITS[outgoing.platform].counting]}</p>
      <Button variant="outline" size="sm" className="mt-2 text-foreground" onClick={onEdit}>
        <PenLine aria-hidden="true" />
        {edit}
      </Button>
    </div>
  );
}
