import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/toast.tsx';
import { discardFile, UploadCancelledError } from '@/domain/media/upload.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import type { ProjectForm } from '@/features/create/form.ts';
import { createToasts } from '@/features/create/messages.ts';
import { projectToasts as toasts } from '@/features/create/projects/messages.ts';
import { type SavingPhase, saveWithVideo } from '@/features/create/save-with-video.ts';
import type { StoredVideo } from '@/features/create/video.ts';
import { AgentResponseError, type CallAgent, useAgent } from '@/lib/agent.ts';
import { nowDate } from '@/lib/clock.ts';
import { failureReason } from '@/lib/messages.ts';
import { type Supabase, useConfig, useSupabase } from '@/lib/supabase.ts';
import { projectApi } from '../../../../shared/api/projects.ts';
import type { ProjectChange } from '../../../../shared/posts/projects-api.ts';
import type { ContentProjectsRow } from '../../../../shared/workspace/database.ts';

/** Upcoming posts fetched to find the next ones of each project. */
const COMING_POSTS = 500;

/** The projects, newest first. Fails with Supabase's error. */
export function projectsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['content_projects', 'list'],
    queryFn: async ({ signal }): Promise<ContentProjectsRow[]> => {
      const projects = supabase
        .from('content_projects')
        .select('*')
        .order('created_at', { ascending: false })
        .order('id');
      return (await projects.order('id').abortSignal(signal).retry(false).throwOnError()).data;
    },
  });
}

/** The times of the next posts, earliest first, by project id. */
export function comingPostsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['scheduled_posts', 'by-project'],
    queryFn: async ({ signal }): Promise<Map<string, string[]>> => {
      const posts = supabase
        .from('scheduled_posts')
        .select('scheduled_time, generated_content!inner(project_id)')
        .eq('status', 'scheduled')
        .gte('scheduled_time', nowDate().toISOString())
        .not('generated_content.project_id', 'is', null)
        .order('scheduled_time')
        .limit(COMING_POSTS);
      const { data } = await posts.abortSignal(signal).retry(false).throwOnError();
      const times = new Map<string, string[]>();
      for (const { scheduled_time, generated_content: content } of data) {
        const id = content.project_id ?? '';
        times.set(id, [...(times.get(id) ?? []), scheduled_time]);
      }
      return times;
    },
  });
}

/** Projects deleted within the last day, latest first. */
export function deletedProjectsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['content_projects', 'deleted'],
    queryFn: async ({ signal }) => {
      const deleted = supabase.from('project_bin').select('id, project').order('deleted_at', { ascending: false });
      return (await deleted.limit(20).abortSignal(signal).retry(false).throwOnError()).data;
    },
  });
}

/** The video of a project, by its name in the bucket. Fails with Supabase's error. */
export function projectVideoQuery(supabase: Supabase, path: string | null) {
  return queryOptions({
    queryKey: ['media', 'project-video', path],
    queryFn: async ({ signal }): Promise<StoredVideo> => {
      const files = supabase
        .from('media_objects')
        .select('name, size_bytes')
        .eq('path', path ?? '');
      const { data } = await files.abortSignal(signal).maybeSingle().throwOnError();
      return { name: data?.name ?? path ?? '', size: data?.size_bytes ?? null, isMissing: data === null };
    },
    enabled: path !== null,
  });
}

/** Changes a project; returns whether it exists. Throws the agent's other errors. */
async function changeProject(agent: CallAgent, id: string, body: ProjectChange): Promise<boolean> {
  try {
    await askAgent(agent, projectApi.changeProject, { params: { id }, body });
    return true;
  } catch (error) {
    if (error instanceof AgentResponseError && error.code === 'not_found') return false;
    throw error;
  }
}

/** Pauses or resumes a project, and reports it. */
export function usePauseProject({ id, niche_name: name }: ContentProjectsRow) {
  const agent = useAgent();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (is_paused: boolean) => changeProject(agent, id, { is_paused }),
    onSuccess: (isThere, is_paused) => {
      const done = is_paused ? toasts.paused(name) : toasts.resumed(name);
      toast(isThere ? done : toasts.gone);
    },
    onError: (error) => void toast(toasts.failed(failureReason(error))),
    onSettled: readAgain,
  });
}

type ProjectEdit = { fields: Partial<ProjectForm>; video: File | StoredVideo | null };

/**
 * Saves the edited fields of a project, and reports it; uploads a chosen video first. Calls `onDone` once saved. A
 * failed save leaves no file behind.
 */
export function useSaveProject({ id, niche_name: name, video_path }: ContentProjectsRow, onDone: () => void) {
  const agent = useAgent();
  const supabase = useSupabase();
  const config = useConfig();
  const readAgain = useReadAgain();
  const [phase, setPhase] = useState<SavingPhase | null>(null);
  const saving = useMutation({
    mutationFn: ({ fields, video }: ProjectEdit) =>
      saveWithVideo({ supabase, config }, video instanceof File ? video : null, setPhase, async (path) => {
        const isChanged = path !== null || (video === null && video_path !== null);
        const isThere = await changeProject(agent, id, { ...fields, ...(isChanged && { video_path: path }) });
        if (!isThere && path) await discardFile(supabase, path);
        return isThere;
      }),
    onSuccess: (isThere, { fields }) => {
      toast(isThere ? toasts.saved(fields.niche_name ?? name) : toasts.gone);
      onDone();
    },
    onError: (error) => {
      if (error instanceof UploadCancelledError) toast(createToasts.uploadCancelled);
      else toast(toasts.failed(failureReason(error)));
    },
    onSettled: () => {
      setPhase(null);
      return readAgain();
    },
  });
  return { phase, save: saving.mutate };
}

/** Deletes a project at once; the notification offers an undo. Calls `onDeleted` before its card is removed. */
export function useDeleteProject({ id, niche_name: name, video_path }: ContentProjectsRow, onDeleted: () => void) {
  const supabase = useSupabase();
  const readAgain = useReadAgain();
  const restore = useRestoreProject();
  return useMutation({
    mutationFn: async () => void (await supabase.from('content_projects').delete().eq('id', id).throwOnError()),
    onSuccess: () => {
      onDeleted();
      const undo = { label: toasts.undo, onClick: () => restore.mutate({ id, name, hadVideo: video_path !== null }) };
      toast({ ...toasts.deleted(name), action: undo });
    },
    onError: (error) => void toast(toasts.failed(failureReason(error))),
    onSettled: readAgain,
  });
}

/** Restores a deleted project, and reports a missing video. */
export function useRestoreProject() {
  const supabase = useSupabase();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async ({ id }: { id: string; name: string; hadVideo: boolean }) => {
      if (!(await supabase.rpc('restore_project', { project: id }).throwOnError()).data) return null;
      const restored = supabase.from('content_projects').select('video_path').eq('id', id);
      return (await restored.maybeSingle().throwOnError()).data;
    },
    onSuccess: (restored, { name, hadVideo }) => {
      if (!restored) toast(toasts.gone);
      else toast(hadVideo && restored.video_path === null ? toasts.restoredWithoutVideo(name) : toasts.restored(name));
    },
    onError: (error) => void toast(toasts.failed(failureReason(error))),
    onSettled: readAgain,
  });
}

function useReadAgain() {
  const queryClient = useQueryClient();
  return async () => {
    for (const table of ['content_projects', 'generated_content', 'scheduled_posts', 'media']) {
      void queryClient.invalidateQueries({ queryKey: [table] });
    }
  };
}
