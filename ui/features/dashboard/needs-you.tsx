import { Hand } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { useNeedyKinds } from '@/domain/publishing/deliveries.ts';
import { dashboardMessages } from '@/features/dashboard/messages.ts';

const words = dashboardMessages.needsYou;

/**
 * The number of posts that the user must publish or decide on, with a link to go through them. Renders nothing if there
 * are none.
 */
export function NeedsYou() {
  const { byHand = 0, others = 0 } = useNeedyKinds() ?? {};
  if (byHand + others === 0) return null;
  const [first, ...rest] = [byHand > 0 && words.byHand(byHand), others > 0 && words.others(others)].filter(Boolean);
  return (
    <section
      aria-label={words.label}
      className="flex items-center gap-3.5 rounded-lg border border-warning/30 bg-warning/6 px-5 py-2.5 sm:px-6"
    >
      <Hand className="size-4.5 shrink-0 text-warning" strokeWidth={1.8} aria-hidden="true" />
      <p className="flex min-w-0 flex-1 flex-wrap gap-x-2 text-sm">
        <span className="font-medium">{first}</span>
        {rest.map((more) => (
          <span key={String(more)} className="font-medium">
            · {more}
          </span>
        ))}
        <span className="text-muted-foreground max-md:hidden">{byHand > 0 ? words.byHandText : words.othersText}</span>
      </p>
      <Button asChild size="sm">
        <Link to="/your-turn">{words.start}</Link>
      </Button>
    </section>
  );
}
