import { Progress } from '@/components/progress.tsx';
import { warmupMessages } from '@/features/accounts/messages.ts';
import type { RunningWarmup } from '@/features/accounts/warmup-progress.ts';

const { silent, elsewhere, activity, progress: progressWords, progressBar } = warmupMessages;

/** Progress of a running warm-up: its activity, posts seen and minutes left; or that it is waiting for its turn. */
export function WarmupLine({ progress }: { progress: RunningWarmup }) {
  if (progress.kind === 'silent')
    return (
      <p role="status" className="text-warning">
        {silent}
      </p>
    );
  if (progress.kind === 'elsewhere') return <p>{elsewhere}</p>;
  const { counts, minutesLeft, activity: doing } = progress.progress;
  if (doing === 'waiting') return <p>{activity.waiting}</p>;
  return (
    <div className="flex flex-col gap-0.5">
      <p className="text-foreground">{activity[doing]}</p>
      <p>{progressWords(counts.postsSeen, minutesLeft)}</p>
      <Progress value={progress.percent} aria-label={progressBar} className="mt-1 h-1 max-w-72" />
    </div>
  );
}
