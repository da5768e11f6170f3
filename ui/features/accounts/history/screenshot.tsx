import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton } from '@/components/skeleton.tsx';
import { historyMessages } from '@/features/accounts/history/messages.ts';
import { screenshotQuery } from '@/features/accounts/history/runs-query.ts';
import { useAgent } from '@/lib/agent.ts';
import { cn } from '@/lib/class-names.ts';
import { failureReason } from '@/lib/failure-reason.ts';
import { useObjectUrl } from '@/lib/use-object-url.ts';

const { screenshot, openScreenshot, loadingScreenshot } = historyMessages;

/** The last screenshot of a run, small; a press shows it in full width. */
export function Screenshot({ runId }: { runId: string }) {
  const { data: picture, error } = useQuery(screenshotQuery(useAgent(), runId));
  const url = useObjectUrl(picture);
  const [isLarge, setLarge] = useState(false);
  return (
    <figure className="flex flex-col items-start gap-1.5">
      {url ? (
        <button
          type="button"
          aria-expanded={isLarge}
          aria-label={openScreenshot}
          onClick={() => setLarge(!isLarge)}
          className={cn('overflow-hidden rounded-md border bg-muted', isLarge ? 'w-full' : 'aspect-video w-56')}
        >
          <img src={url} alt="" className={cn('size-full', isLarge ? 'object-contain' : 'object-cover object-top')} />
        </button>
      ) : error ? null : (
        <div role="status" className="aspect-video w-56">
          <span className="sr-only">{loadingScreenshot}</span>
          <Skeleton className="size-full" />
        </div>
      )}
      <figcaption className="text-xs text-muted-foreground">{error ? failureReason(error) : screenshot}</figcaption>
    </figure>
  );
}
