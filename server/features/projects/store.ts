import { withoutVideo } from '../../../shared/posts/content-project.ts';
import type { NewProject, Project, ProjectChange } from '../../../shared/posts/projects-api.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';

/** The projects. AppError unavailable when Supabase fails, or without a client. */
export function projectStore(client: Client | null) {
  if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
  const table = () => client.from('content_projects');
  const files = () => client.from('media_files');

  async function read(id: string): Promise<Project> {
    const { data, error } = await table().select('*').eq('id', id).maybeSingle();
    if (error) throw unavailable(error);
    if (!data) throw new AppError('not_found', noSuchProject(id));
    return data;
  }

  /** Checks only a new video: an unchanged one may have been removed from the library. */
  async function assertUsable(
    project: Pick<Project, 'platforms' | 'video_path' | 'videos'>,
    before: string | null,
  ): Promise<void> {
    const { platforms, video_path: video } = project;
    if (withoutVideo(project).length === platforms.length) throw new AppError('conflict', VIDEO_NEEDED);
    if (video !== null && video !== before) await assertVideo(video);
  }

  async function assertVideo(path: string): Promise<void> {
    const { data, error } = await files().select('path').eq('path', path).eq('kind', 'video').limit(1);
    if (error) throw unavailable(error);
    if (data.length === 0) throw new AppError('bad_input', noSuchVideo(path));
  }

  return {
    /** Newest first. */
    async list(): Promise<Project[]> {
      const { data, error } = await table().select('*').order('created_at', { ascending: false }).order('id');
      if (error) throw unavailable(error);
      return data;
    },

    /** AppError bad_input and conflict like `change`. Idempotent for a project's id. */
    async add({ id = crypto.randomUUID(), ...entry }: NewProject): Promise<Project> {
      const video = entry.video_path ?? null;
      const { platforms, videos = 'needed' } = entry;
      await assertUsable({ platforms, video_path: video, videos }, null);
      const row = { ...entry, id, video_path: video };
      const { error } = await table().upsert(row, { ignoreDuplicates: true });
      if (error) throw unavailable(error);
      return read(id);
    },

    /**
     * AppError not_found, bad_input when its video is not in the library, or conflict when all platforms accept only
     * videos and there is none.
     */
    async change(id: string, change: ProjectChange): Promise<Project> {
      const before = await read(id);
      const isAffected = ['platforms', 'video_path', 'videos'].some((name) => name in change);
      if (isAffected) await assertUsable({ ...before, ...change }, before.video_path);
      if (Object.keys(change).length > 0) {
        const { error } = await table().update(change).eq('id', id);
        if (error) throw unavailable(error);
      }
      return read(id);
    },

    /** Keeps its posts. AppError not_found. */
    async remove(id: string): Promise<void> {
      const { data, error } = await table().delete().eq('id', id).select('id');
      if (error) throw unavailable(error);
      if (data.length === 0) throw new AppError('not_found', noSuchProject(id));
    },

    /** AppError not_found once it was purged. */
    async restore(id: string): Promise<Project> {
      const { data, error } = await client.rpc('restore_project', { project: id });
      if (error) throw unavailable(error);
      if (!data) throw new AppError('not_found', notRestorable(id));
      return read(id);
    },
  };
}

const unavailable = (error: { message: string }) => couldNot('access the projects', error);

const NEEDS_SECRET_KEY =
  'Projects need the secret key of your Supabase project here: sign in with `local-agent link`, or start the agent with --supabase-secret-key.';
const VIDEO_NEEDED =
  'These platforms accept only videos, and this project has none. Choose another platform, too, or let the agent make them.';
const noSuchVideo = (path: string) => `There is no video ${path} in the Media Library.`;
const noSuchProject = (id: string) => `There is no project ${id}. \`local-agent projects list\` shows the projects.`;
const notRestorable = (id: string) => `There is no deleted project ${id}. Projects can be restored for 24 hours.`;
