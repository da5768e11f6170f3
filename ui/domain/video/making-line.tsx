import { CircleAlert, Clapperboard } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { Progress } from '@/components/progress.tsx';
import { videoMessages as words } from '@/domain/video/messages.ts';
import type { Making } from '@/domain/video/use-making.ts';
import type { VideoProgress } from '../../../shared/video/making.ts';

/** The id of the element that is shown while a video is being made. */
export const MAKING_LINE = 'making-video';

type MakingLineProps = { making: Making; onMakeAgain: () => void; onOver: () => void };

/** The progress of the post's video, or why it failed; renders nothing if none was requested. */
export function MakingLine({ making: { video, isCancelling, cancel }, onMakeAgain, onOver }: MakingLineProps) {
  async function stop() {
    await cancel();
    // After the screen has been updated.
    requestAnimationFrame(onOver);
  }

  if (video.state === 'making') {
    return (
      <section
        id={MAKING_LINE}
        aria-label={words.line.name}
        className="flex flex-col gap-2.5 rounded-md border bg-muted/40 p-3"
      >
        <div className="flex items-start gap-2.5">
          <Clapperboard className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
          <div className="min-w-0 flex-1">
            <p className="text-sm font-medium">{words.line.making}</p>
            <StepInWords progress={video.progress} />
          </div>
          <Button variant="outline" size="sm" disabled={isCancelling} onClick={() => void stop()}>
            {isCancelling ? words.cancelling : words.cancelMaking}
          </Button>
        </div>
        <StepsBar progress={video.progress} />
        <p className="text-[0.8125rem] text-muted-foreground text-pretty">{words.line.hint}</p>
      </section>
    );
  }
  if (video.state !== 'failed') return null;
  return (
    <section aria-label={words.line.name} className="flex items-start gap-2.5 rounded-md border bg-muted/40 p-3">
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-destructive" aria-hidden="true" />
      <div className="flex min-w-0 flex-1 flex-col gap-2.5">
        <p role="alert" className="text-sm text-pretty break-words">
          <span className="font-medium">{words.line.failed}</span> {video.error}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={onMakeAgain}>
            {words.line.again}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => void stop()}>
            {words.line.dismiss}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** The overall progress in percent, of which each step has its share; null if unknown. */
function percentOf({ step, done, total }: VideoProgress): number | null {
  const percents = {
    waiting: null,
    scenes: 2,
    voice: 3,
    browser: 5,
    frames: 8 + (87 * done) / Math.max(1, total),
    storing: 97,
  };
  return percents[step];
}

export function StepsBar({ progress }: { progress: VideoProgress }) {
  return <Progress aria-label={words.line.making} value={percentOf(progress)} />;
}

/** Screen readers get each step, not each frame. */
export function StepInWords({ progress }: { progress: VideoProgress }) {
  return (
    <>
      <p className="text-[0.8125rem] text-muted-foreground tabular-nums" aria-hidden="true">
        {words.step(progress)}
      </p>
      <p role="status" className="sr-only">
        {words.stepName(progress.step)}
      </p>
    </>
  );
}
