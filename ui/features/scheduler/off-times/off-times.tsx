import { Moon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { useOpening } from '@/features/scheduler/actions/post-dialogs.tsx';
import { schedulerMessages } from '@/features/scheduler/messages.ts';
import { useOffTimes } from '@/features/scheduler/off-times/use-off-times.ts';
import { TITLE_ID } from '@/features/scheduler/title-id.ts';
import { useFocusPassedTo } from '@/lib/use-focus-passed-to.ts';
import type { OffTimes } from '../../../../shared/presence/off-times.ts';

const words = schedulerMessages.offTimes;
const HIDDEN_KEY = 'scheduler.off-times.hidden';

/**
 * Warns of posts scheduled for times when no agent usually runs, with a remedy. Renders nothing if there are none. Once
 * hidden, it reappears only for other posts.
 */
export function OffTimesBanner() {
  const offTimes = useOffTimes();
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN_KEY));
  const first = offTimes?.posts[0];
  if (!first || !offTimes?.summary) return null;
  const these = `${offTimes.posts.length} ${first.id} ${first.scheduledTime}`;
  if (hidden === these) return null;
  const hide = () => {
    localStorage.setItem(HIDDEN_KEY, these);
    setHidden(these);
  };
  return <Banner {...offTimes} first={first.id} onHide={hide} />;
}

function Banner({ summary, remedy, posts, first, onHide }: OffTimes & { first: string; onHide: () => void }) {
  const { open } = useOpening();
  useFocusPassedTo(TITLE_ID);
  return (
    <section
      aria-label={words.label}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border bg-card px-4 py-3 sm:px-5"
    >
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-2.5 text-sm">
        <Moon className="mt-0.5 size-4.5 shrink-0 text-muted-foreground" strokeWidth={1.8} aria-hidden="true" />
        <p>
          <span className="font-medium">{summary}.</span> <span className="text-muted-foreground">{remedy}</span>
        </p>
      </div>
      <div className="flex gap-1">
        <Button variant="outline" size="sm" onClick={() => open(first)}>
          {words.show(posts.length)}
        </Button>
        <Button variant="ghost" size="sm" onClick={onHide}>
          {words.hide}
        </Button>
      </div>
    </section>
  );
}

/** Marks a post that is scheduled for such a time; renders nothing for others. */
export function OffTimeMark({ postId }: { postId: string }) {
  const off = useOffTimes()?.posts.find(({ id }) => id === postId);
  if (!off) return null;
  return (
    <p className="flex items-center gap-1.5">
      <Moon className="size-3.5 shrink-0" strokeWidth={1.8} aria-hidden="true" />
      {words.mark(off.because)}
    </p>
  );
}
