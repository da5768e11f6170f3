import { cn } from '@/lib/class-names.ts';
import type { Reason } from '../../../../shared/posts/reason-words.ts';

/** Reasons in words, each with what it explains. */
export function ReasonList({ reasons, className }: { reasons: Reason[]; className?: string }) {
  return (
    <dl className={cn('flex flex-col gap-2 border-l-2 pl-3 text-[0.8125rem]', className)}>
      {reasons.map(({ label, text }) => (
        <div key={label}>
          <dt className="text-xs font-medium">{label}</dt>
          <dd className="text-muted-foreground text-pretty [overflow-wrap:anywhere]">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
