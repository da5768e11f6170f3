import { CalendarRange, Sparkles } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { toast } from '@/components/toast.tsx';
import { GenerationCallError } from '@/domain/posts/generation/generate-posts.ts';
import { useGenerationRun } from '@/domain/posts/generation/generation-run.ts';
import { GenerationSteps } from '@/domain/posts/generation/generation-steps.tsx';
import { generationAnswered, schedulerMessages, schedulerToasts } from '@/features/scheduler/messages.ts';

const { title, text, generate, busy, preview } = schedulerMessages.autopilot;

const WeekPreview = lazy(async () => ({
  default: (await import('@/features/scheduler/week/week-preview.tsx')).WeekPreview,
}));

/**
 * "AI Autopilot" (§2): generates and schedules on demand and shows the progress; each outcome has its notification
 * (§8). Previews the autopilot's coming week on request.
 */
export function AutopilotCard() {
  const { run, start } = useGenerationRun();
  const [isPreviewing, setPreviewing] = useState(false);

  async function generateNow() {
    try {
      const result = await start();
      if (result.success) toast.success(generationAnswered(result), { description: result.message });
      else toast.info(generationAnswered(result));
    } catch (error) {
      const description = error instanceof GenerationCallError ? error.reason : undefined;
      toast.error(schedulerToasts.generateFailed, { description });
    }
  }

  return (
    <Card aria-busy={run !== null}>
      <CardHeader className="gap-y-4 xl:grid-cols-[minmax(0,1fr)_auto] xl:items-center">
        <div className="flex flex-col gap-1">
          <CardTitle>{title}</CardTitle>
          <CardDescription>{text}</CardDescription>
        </div>
        <div className="flex gap-2 max-sm:flex-col sm:flex-wrap xl:flex-nowrap">
          <Button size="lg" disabled={run !== null} onClick={generateNow}>
            <Sparkles aria-hidden="true" />
            {run ? busy : generate}
          </Button>
          <Button size="lg" variant="outline" onClick={() => setPreviewing(true)}>
            <CalendarRange aria-hidden="true" />
            {preview}
          </Button>
        </div>
      </CardHeader>
      {run ? (
        <CardContent>
          <GenerationSteps progress={run.progress} className="border-t pt-5" />
        </CardContent>
      ) : null}
      {isPreviewing ? (
        <Suspense>
          <WeekPreview onClose={() => setPreviewing(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}
