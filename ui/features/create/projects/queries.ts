import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import type { ProjectForm } from '@/features/create/form.ts';
import { projectToasts as toasts } from '@/features/create/projects/messages.ts';
import { failureReason } from '@/lib/messages.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';
import type { ContentProjectsRow } from '../../../../shared/workspace/database.ts';

/** Of the posts to come, as many are looked at for what comes next of each project. */
const COMING_POSTS = 500;

/** The projects, newest first. Fails with what Supabase answers. */
export function projectsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['content_projects', 'list'],
    queryFn: async ({ signal }): Promise<ContentProjectsRow[]> => {
      const projects = supabase.from('content_projects').select('*').order('created_at', { ascending: false });
      return (await projects.order('id').abortSignal(signal).retry(false).throwOnError()).data;
    },
  });
}

/** When the next posts of each project go out, earliest first, by the id of the project. */
export function comingPostsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['scheduled_posts', 'by-project'],
    queryFn: async ({ signal }): Promise<Map<string, string[]>> => {
      const posts = supabase
        .from('scheduled_posts')
        .select('scheduled_time, generated_content!inner(project_id)')
        .eq('status', 'scheduled')
        .gte('scheduled_time', new Date().toISOString())
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

/** Projects that were deleted within the last day, the latest first. */
export function deletedProjectsQuery(supabase: Supabase) {
  return queryOptions({
    queryKey: ['content_projects', 'deleted'],
    queryFn: async ({ signal }) => {
      const deleted = supabase.from('project_bin').select('id, project').order('deleted_at', { ascending: false });
      return (await deleted.limit(20).abortSignal(signal).retry(false).throwOnError()).data;
    },
  });
}

/** A change to a project: the fields of its form, or whether it is paused. */
export type ProjectChange = Partial<ProjectForm> & { is_paused?: boolean };

/** Changes a project, and says so. `onDone` is called once it is saved. */
export function useChangeProject({ id, niche_name: name }: ContentProjectsRow, onDone?: () => void) {
  const supabase = useSupabase();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async (change: ProjectChange) =>
      (await supabase.from('content_projects').update(change).eq('id', id).select('id').throwOnError()).data.length > 0,
    onSuccess: (isThere, { is_paused, niche_name }) => {
      const done = is_paused ? toasts.paused(name) : toasts.resumed(name);
      if (!isThere) toast(toasts.gone);
      else toast(is_paused === undefined ? toasts.saved(niche_name ?? name) : done);
      onDone?.();
    },
    onError: (error) => void toast(toasts.failed(failureReason(error))),
    onSettled: readAgain,
  });
}

/** Deletes a project without a question; the notification offers to undo it. `onDeleted` is called before its card goes. */
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

/** Brings a deleted project back, and says so when its video is gone. */
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
    for (const table of ['content_projects', 'generated_content', 'scheduled_posts']) {
      void queryClient.invalidateQueries({ queryKey: [table] });
    }
  };
}
