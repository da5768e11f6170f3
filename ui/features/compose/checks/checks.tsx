import { CircleCheck, ExternalLink, Info, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import type { Mend, Problem } from '@/features/compose/checks/problem.ts';
import { composeMessages } from '@/features/compose/messages.ts';
import { cn } from '@/lib/class-names.ts';

const words = composeMessages.problems;

type ChecksProps = { problems: readonly Problem[]; mediaCount: number; isBusy: boolean; onMend: (mend: Mend) => void };

/** The post's problems, or what platforms change about it, each with its one-press fixes. */
export function Checks({ problems, mediaCount, isBusy, onMend }: ChecksProps) {
  return (
    <section aria-label={words.title} aria-live="polite" className="text-[0.8125rem]">
      {problems.length === 0 ? (
        <p className="flex items-center gap-1.5 font-medium text-success">
          <CircleCheck className="size-4" aria-hidden="true" />
          {words.fits}
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {problems.map(({ text, isWarning, mends }) => {
            const Icon = isWarning ? Info : TriangleAlert;
            return (
              <li key={text} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                <span
                  className={cn(
                    'flex min-w-0 items-start gap-1.5',
                    isWarning ? 'text-muted-foreground' : 'font-medium text-destructive',
                  )}
                >
                  <Icon className="mt-px size-4 shrink-0" aria-hidden="true" />
                  {text}
                </span>
                <span className="flex flex-wrap gap-1.5">
                  {mends.map((mend) =>
                    mend.kind === 'visit' ? (
                      <Button key={mend.kind} asChild variant="outline" size="sm" className={SMALL}>
                        <a href={mend.url} target="_blank" rel="noreferrer">
                          {mend.link}
                          <ExternalLink aria-hidden="true" />
                        </a>
                      </Button>
                    ) : (
                      <Button
                        key={mend.kind}
                        variant="outline"
                        size="sm"
                        className={SMALL}
                        disabled={isBusy}
                        onClick={() => onMend(mend)}
                      >
                        {labelOf(mend, mediaCount)}
                      </Button>
                    ),
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

const SMALL = 'h-7 px-2 text-[0.8125rem]';

function labelOf(mend: Exclude<Mend, { kind: 'visit' }>, mediaCount: number): string {
  switch (mend.kind) {
    case 'shorten':
      return words.shorten(mend.target.platform);
    case 'customize':
      return words.customize(mend.name);
    case 'fewerHashtags':
      return words.fewerHashtags(mend.count);
    case 'leaveOut':
      return words.leaveOut(mend.platform);
    case 'options':
      return composeMessages.options.open;
    case 'addMedia':
      return words.addMedia;
    case 'makeVideo':
      return words.makeVideo;
    case 'mentionAtHome':
      return words.mentionAtHome(mend.home, mend.isSentThere);
    case 'pad':
      return words.pad;
    case 'crop':
      return words.crop(mend.place + 1, mediaCount);
  }
}
