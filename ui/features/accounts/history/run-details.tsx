import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton } from '@/components/skeleton.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { countsLine, historyMessages } from '@/features/accounts/history/messages.ts';
import { screenshotQuery } from '@/features/accounts/history/runs-query.ts';
import { reasonWords } from '@/features/accounts/reason-messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { cn } from '@/lib/class-names.ts';
import { failureReason } from '@/lib/messages.ts';
import { clockIn } from '@/lib/time.ts';
import { useObjectUrl } from '@/lib/use-object-url.ts';
import type { WarmupRun } from '../../../../shared/accounts/warmup.ts';

/** A warm-up in full: the remedy, its counts, its journal and its last screenshot. */
export function RunDetails({ run, when }: { run: WarmupRun; when: string }) {
  const isFailed = run.status === 'failed' && run.reason !== null;
  return (
    <>
      {isFailed && run.reason ? (
        <div className="flex flex-col gap-1 text-[0.8125rem] leading-snug">
          <p className="font-medium">{reasonWords(run.reason).remedy}</p>
          <p className="text-muted-foreground">{countsLine(run.counts)}</p>
        </div>
      ) : null}
      <Journal run={run} when={when} />
      {run.hasScreenshot ? <Screenshot runId={run.id} /> : null}
    </>
  );
}

function Journal({ run: { journal }, when }: { run: WarmupRun; when: string }) {
  const clock = clockIn(useTimeZone());
  if (journal.length === 0)
    return <p className="text-[0.8125rem] text-muted-foreground">{historyMessages.emptyJournal}</p>;
  return (
    <section
      aria-label={historyMessages.journal(when)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it.
      tabIndex={0}
      className="max-h-72 overflow-y-auto rounded-md border bg-muted/50 px-3 py-2"
    >
      <ol className="flex flex-col gap-1 text-[0.8125rem] leading-snug">
        {journal.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end, and two may be alike.
          <li key={index} className="flex gap-3">
            <time dateTime={entry.at} className="shrink-0 text-muted-foreground tabular-nums">
              {clock(entry.at)}
            </time>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{entry.text}</span>
            {entry.seconds === undefined ? null : (
              <span className="shrink-0 text-muted-foreground tabular-nums">
                {historyMessages.seconds(entry.seconds)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const { screenshot, openScreenshot, loadingScreenshot } = historyMessages;

/** The last screenshot of a run as a thumbnail; a press shows it in full width. */
function Screenshot({ runId }: { runId: string }) {
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
