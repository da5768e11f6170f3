import { CircleCheck, PenLine, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { hintsOf, type Problem, previewMessages } from '@/domain/posts/preview/messages.ts';
import type { Outgoing } from '@/domain/posts/preview/outgoing.ts';
import { cn } from '@/lib/class-names.ts';
import { PLATFORM_LIMITS } from '../../../../shared/posts/platform-limits.ts';
import { platformOf } from '../../../../shared/posts/platforms.ts';

const words = previewMessages;

type VerdictProps = {
  outgoing: Outgoing;
  problems: Problem[];
  className: string;
};

/** A post's length by its platform's count, whether the platform would accept it, and if not, what to do. */
export function Verdict({ outgoing, problems, className }: VerdictProps) {
  const { platform, title, check, story } = outgoing;
  const { titleLength } = PLATFORM_LIMITS[platform];
  return (
    <div className={cn('flex flex-col items-start gap-4 text-[0.8125rem]', className)}>
      {story ? null : (
        <dl className="flex w-full flex-col gap-1.5 tabular-nums">
          {title !== null && titleLength !== undefined ? (
            <Count name={words.titleCount} length={title.length} limit={titleLength} />
          ) : null}
          <Count name={words.textCount} length={check.length} limit={check.limit} />
        </dl>
      )}
      {problems.length === 0 ? (
        <p className="flex items-center gap-1.5 font-medium text-success">
          <CircleCheck className="size-4" aria-hidden="true" />
          {words.fits}
        </p>
      ) : (
        <ul className="flex flex-col gap-3">
          {problems.map(({ what, remedy }) => (
            <li key={what} className="flex gap-2">
              <TriangleAlert className="mt-0.5 size-4 shrink-0 text-destructive" aria-hidden="true" />
              <p>
                <span className="font-medium text-destructive">{what}</span> {remedy}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Count({ name, length, limit }: { name: string; length: number; limit: number }) {
  return (
    <div className="flex items-baseline justify-between gap-3 border-b pb-1.5">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className={cn('font-medium', length > limit && 'text-destructive')}>{words.count(length, limit)}</dd>
    </div>
  );
}

const { ownText, mainText, counting, edit } = previewMessages;

/** Which text a platform gets, how it is counted, what may be unexpected, and a button to edit it. */
export function Notes({ outgoing, onEdit, className }: { outgoing: Outgoing; onEdit: () => void; className: string }) {
  return (
    <div className={cn('flex flex-col items-start gap-2 text-[0.8125rem] text-muted-foreground', className)}>
      {outgoing.story ? null : <p>{outgoing.hasOwnText ? ownText : mainText}</p>}
      {hintsOf(outgoing).map((hint) => (
        <p key={hint}>{hint}</p>
      ))}
      {outgoing.story ? null : (
        <p>{platformOf(outgoing.platform).look.counted ?? counting[PLATFORM_LIMITS[outgoing.platform].counting]}</p>
      )}
      <Button variant="outline" size="sm" className="mt-2 text-foreground" onClick={onEdit}>
        <PenLine aria-hidden="true" />
        {edit}
      </Button>
    </div>
  );
}
