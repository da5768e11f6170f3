import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarRange, Sparkles } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Card } from '@/components/card.tsx';
import { Switch } from '@/components/switch.tsx';
import { toast } from '@/components/toast.tsx';
import { GenerationCallError } from '@/domain/posts/generation/generate-posts.ts';
import { useGenerationRun } from '@/domain/posts/generation/generation-run.ts';
import { GenerationSteps } from '@/domain/posts/generation/generation-steps.tsx';
import { useJobs } from '@/domain/workspace/jobs.ts';
import { changeSettings, settingsQuery } from '@/domain/workspace/settings.ts';
import { generationAnswered, schedulerMessages, schedulerToasts } from '@/features/scheduler/messages.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';

const words = schedulerMessages.autopilot;

const WeekPreview = lazyPart('WeekPreview', () => import('@/features/scheduler/week/week-preview.tsx'));

/**
 * "AI Autopilot" (§2): whether it makes posts every day, and when next; generates on demand and shows the progress;
 * each outcome has its notification (§8). Previews the coming week on request.
 */
export function AutopilotBar() {
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
    <Card aria-busy={run !== null} className="@container gap-3 px-4 py-3 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2.5">
        <Daily />
        <div className="flex flex-wrap gap-2 @max-xl:w-full">
          <Button
            variant="ghost"
            size="sm"
            className="@max-xl:w-11"
            title={words.preview}
            onClick={() => setPreviewing(true)}
          >
            <CalendarRange aria-hidden="true" />
            <span className="@max-xl:sr-only">{words.preview}</span>
          </Button>
          <Button variant="outline" size="sm" className="@max-xl:flex-1" disabled={run !== null} onClick={generateNow}>
            <Sparkles aria-hidden="true" />
            {run ? words.busy : words.generate}
          </Button>
        </div>
      </div>
      <p className="text-[0.8125rem] leading-snug text-muted-foreground text-pretty @max-xl:sr-only">{words.text}</p>
      {run ? <GenerationSteps progress={run.progress} className="border-t pt-4" /> : null}
      {isPreviewing ? (
        <Suspense>
          <WeekPreview onClose={() => setPreviewing(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}

/** The heading with the state, the switch for it, and the next run. */
function Daily() {
  const id = useId();
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const { data: settings } = useQuery(settingsQuery(supabase));
  const [isBusy, setBusy] = useState(false);
  const isOn = settings?.auto_generate_daily ?? false;

  async function toggle(auto_generate_daily: boolean) {
    if (!settings) return;
    setBusy(true);
    try {
      const changed = await changeSettings(supabase, settings.id, { auto_generate_daily });
      queryClient.setQueryData(settingsQuery(supabase).queryKey, changed);
    } catch (error) {
      toast.error(words.saveFailed, { description: failureReason(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 id={id} className="text-sm font-semibold">
        {words.title}
      </h2>
      <Switch
        aria-label={words.daily}
        aria-describedby={`${id}-next`}
        checked={isOn}
        disabled={!settings || isBusy}
        onCheckedChange={(on) => void toggle(on)}
      />
      <p id={`${id}-next`} role="status" className="text-[0.8125rem] text-muted-foreground tabular-nums">
        {settings ? stateOf(settings.automation_paused, isOn) : null}
        {settings && isOn && !settings.automation_paused ? <NextRun timeZone={settings.timezone} /> : null}
      </p>
    </div>
  );
}

function stateOf(isPaused: boolean, isOn: boolean): string {
  if (!isOn) return words.off;
  return isPaused ? words.paused : words.on;
}

function NextRun({ timeZone }: { timeZone: string }) {
  const jobs = useJobs();
  const next = jobs.data?.jobs.find(({ setting }) => setting === 'auto_generate_daily')?.nextRun;
  if (!next) return null;
  if (Date.parse(next) <= jobs.dataUpdatedAt) return ` · ${words.dueNow}`;
  return (
    <>
      {` · ${words.nextRun}`}
      <time dateTime={next}>{formatDateTime(next, timeZone)}</time>
    </>
  );
}
