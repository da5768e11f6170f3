import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { discardFile, UploadCancelledError } from '@/domain/media/upload.ts';
import { GenerationCallError } from '@/domain/posts/generation/generate-posts.ts';
import { useGenerationRun } from '@/domain/posts/generation/generation-run.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import type { ProjectForm } from '@/features/create/form.ts';
import {
  createToasts,
  generationAnswered,
  nothingRead,
  projectFailed,
  type RunEnd,
} from '@/features/create/messages.ts';
import { type SavingPhase, saveWithVideo } from '@/features/create/save-with-video.ts';
import { useAgent } from '@/lib/agent.ts';
import { useConfig, useSupabase } from '@/lib/supabase.ts';
import { projectApi } from '../../../shared/api/projects.ts';
import type { GenerationProgress } from '../../../shared/posts/generation.ts';
import type { Project } from '../../../shared/posts/projects-api.ts';

/** The phase of a run. `generating` may also be a run started by the Scheduler. */
export type RunPhase = SavingPhase | { kind: 'generating'; progress: GenerationProgress | null };

/** What to do with the form: keep it to retry, or clear it; `sources` says why each one could not be read. */
export type RunOutcome = { isKept: boolean; sources: { url: string; reason: string | null }[] };

/**
 * Saves the project and generates its posts, with the notification of §8 for each outcome. `run` returns whether the
 * project exists: not if it could not be saved, or if its first run could read no source. Calls `onSaved` before
 * generating.
 */
export function useProjectRun() {
  const agent = useAgent();
  const supabase = useSupabase();
  const config = useConfig();
  const generation = useGenerationRun();
  const queryClient = useQueryClient();
  const [saving, setSaving] = useState<SavingPhase | null>(null);
  const [end, setEnd] = useState<RunEnd | null>(null);
  const busy = useRef(false);

  async function save(form: ProjectForm, video: File | null): Promise<Project | null> {
    try {
      return await saveWithVideo({ supabase, config }, video, setSaving, (path) =>
        askAgent(agent, projectApi.addProject, { body: path ? { ...form, video_path: path } : form }),
      );
    } catch (error) {
      const cancelled = error instanceof UploadCancelledError;
      toast(cancelled ? createToasts.uploadCancelled : projectFailed(error instanceof Error ? error.message : ''));
      return null;
    } finally {
      setSaving(null);
    }
  }

  async function generate(project: Project): Promise<RunOutcome> {
    try {
      const result = await generation.start();
      const { sources = [] } = result;
      const isUnread = !result.success && sources.length > 0 && sources.every(({ reason }) => reason !== null);
      if (isUnread && result.project === project.id && (await forget(project))) {
        toast(projectFailed(nothingRead));
        return { isKept: false, sources };
      }
      toast(generationAnswered(result));
      setEnd({ kind: 'answered', result });
    } catch (error) {
      toast(createToasts.generationFailed);
      setEnd({ kind: 'failed', reason: error instanceof GenerationCallError ? error.reason : undefined });
    }
    return { isKept: true, sources: [] };
  }

  /** Deletes a project saved for an unsuccessful run; false on failure. */
  async function forget({ id, video_path }: Project): Promise<boolean> {
    const { error } = await supabase.from('content_projects').delete().eq('id', id);
    if (error) return false;
    await supabase.from('project_bin').delete().eq('id', id);
    if (video_path) await discardFile(supabase, video_path);
    void queryClient.invalidateQueries({ queryKey: ['content_projects'] });
    return true;
  }

  async function run(form: ProjectForm, video: File | null, onSaved: () => void): Promise<RunOutcome> {
    const notSaved = { isKept: false, sources: [] };
    if (busy.current) return notSaved;
    busy.current = true;
    setEnd(null);
    try {
      const project = await save(form, video);
      if (!project) return notSaved;
      onSaved();
      return await generate(project);
    } finally {
      busy.current = false;
    }
  }

  const phase: RunPhase | null = saving ?? (generation.run ? { kind: 'generating', ...generation.run } : null);
  return { phase, end, run };
}
