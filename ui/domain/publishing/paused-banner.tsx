import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CirclePause } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { pausedMessages as words } from '@/domain/publishing/paused-messages.ts';
import { changeSettings, settingsQuery, useSettings } from '@/domain/workspace/settings.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';

/** Reports that publishing is paused, and by which switch, with a button to resume; renders nothing otherwise. */
export function PausedBanner() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const settings = useSettings();
  const resuming = useMutation({
    mutationFn: () => {
      const fields = settings?.publishing_paused ? { publishing_paused: false } : { automation_paused: false };
      return changeSettings(supabase, settings?.id ?? '', fields);
    },
    onSuccess: (row) => queryClient.setQueryData(settingsQuery(supabase).queryKey, row),
  });
  if (!settings?.publishing_paused && !settings?.automation_paused) return null;
  const by = settings.publishing_paused ? 'publishing' : 'automation';
  return (
    <section
      aria-label={words.label}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-warning/30 bg-warning/8 px-4 py-3 sm:px-5"
    >
      <p className="flex min-w-0 flex-1 basis-60 items-start gap-2.5 text-sm font-medium">
        <CirclePause className="mt-0.5 size-4.5 shrink-0 text-warning" strokeWidth={1.8} aria-hidden="true" />
        {words[by]}
      </p>
      <Button variant="outline" size="sm" aria-disabled={resuming.isPending} onClick={() => resuming.mutate()}>
        {words.resume[by]}
      </Button>
      {resuming.isError ? (
        <p role="alert" className="basis-full text-[0.8125rem] text-destructive">
          {words.failed(failureReason(resuming.error))}
        </p>
      ) : null}
    </section>
  );
}
