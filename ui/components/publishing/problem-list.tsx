import { Info, TriangleAlert } from 'lucide-react';
import { problemMessages } from '@/components/publishing/messages.ts';
import { cn } from '@/lib/class-names.ts';
import type { PostProblem } from '../../../shared/publishing/preflight.ts';

/** Why platforms would not take a post, or what to know before it goes out, a sentence each; nothing where all is well. */
export function ProblemList({ problems, className }: { problems: readonly PostProblem[]; className?: string }) {
  if (problems.length === 0) return null;
  return (
    <ul className={cn('flex w-full flex-col gap-1.5 text-[0.8125rem] leading-snug', className)}>
      {problems.map(({ platform, accountId, text, isWarning }) => {
        const Icon = isWarning ? Info : TriangleAlert;
        return (
          <li key={`${platform} ${accountId} ${text}`} className="flex gap-1.5 [overflow-wrap:anywhere]">
            <Icon
              className={cn('mt-px size-4 shrink-0', isWarning ? 'text-muted-foreground' : 'text-destructive')}
              aria-hidden="true"
            />
            <span className={isWarning ? 'text-muted-foreground' : 'font-medium text-destructive'}>
              <span className="sr-only">{isWarning ? problemMessages.warning : problemMessages.problem}</span>
              {text}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
