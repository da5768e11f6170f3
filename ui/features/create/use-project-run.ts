import { useRef, useState } from 'react';
import { toast } from '@/components/toast.tsx';
import type { ProjectForm } from '@/features/create/form.ts';
import { createToasts, generationAnswered, projectFailed, type RunEnd } from '@/features/create/messages.ts';
import { saveProject } from '@/features/create/save-project.ts';
import { GenerationCallError } from '@/lib/generate-posts.ts';
import { useGenerationRun } from '@/lib/generation-run.ts';
import { useConfig, useSupabase } from '@/lib/supabase.ts';
import { UploadCancelledError, type UploadProgress } from '@/lib/upload.ts';
import type { GenerationProgress } from '../../../shared/generation.ts';

/** Where a run stands. `generating` may also be a run that the Scheduler started. */
export type RunPhase =
  | ({ kind: 'uploading'; cancel: () => void } & UploadProgress)
  | { kind: 'saving' }
  | { kind: 'generating'; progress: GenerationProgress | null };

/** Saves the project and generates its posts, with the notification of §8 for each outcome. `run` answers whether the project was saved, `onSaved` hears it before the posts are generated. */
export function useProjectRun() {
  const supabase = useSupabase();
  const config = useConfig();
  const generation = useGenerationRun();
  const [saving, setSaving] = useState<Exclude<RunPhase, { kind: 'generating' }> | null>(null);
  const [end, setEnd] = useState<RunEnd | null>(null);
  const busy = useRef(false);

  async function save(form: ProjectForm, video: File | null): Promise<boolean> {
    const abort = new AbortController();
    const cancel = () => abort.abort();
    setSaving(video ? { kind: 'uploading', sent: 0, total: video.size, cancel } : { kind: 'saving' });
    try {
      await saveProject({ supabase, config }, form, video, {
        onUpload: (progress) => setSaving({ kind: 'uploading', ...progress, cancel }),
        onSaving: () => setSaving({ kind: 'saving' }),
        signal: abort.signal,
      });
      return true;
    } catch (error) {
      const cancelled = error instanceof UploadCancelledError;
      toast(cancelled ? createToasts.uploadCancelled : projectFailed(error instanceof Error ? error.message : ''));
      return false;
    } finally {
      setSaving(null);
    }
  }

  async function generate() {
    try {
      const result = await generation.start();
      toast(generationAnswered(result));
      setEnd({ kind: 'answered', result });
    } catch (error) {
      toast(createToasts.generationFailed);
      setEnd({ kind: 'failed', reason: error instanceof GenerationCallError ? error.reason : undefined });
    }
  }

  async function run(form: ProjectForm, video: File | null, onSaved: () => void): Promise<boolean> {
    if (busy.current) return false;
    busy.current = true;
    setEnd(null);
    try {
      if (!(await save(form, video))) return false;
      onSaved();
      await generate();
      return true;
    } finally {
      busy.current = false;
    }
  }

  const phase: RunPhase | null = saving ?? (generation.run ? { kind: 'generating', ...generation.run } : null);
  return { phase, end, run };
}
