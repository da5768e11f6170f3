import { projectApi } from '../../../shared/api/projects.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { projectStore } from './store.ts';

/** The content projects, for the terminal and other tools; the UI asks Supabase itself. */
export function projectsRoutes({ admin }: { admin: Client | null }): Routes {
  return routesOf(projectApi, {
    listProjects: () => projectStore(admin).list(),
    addProject: ({ body }) => projectStore(admin).add(body),
    changeProject: ({ params, body }) => projectStore(admin).change(params.id, body),
    removeProject: ({ params }) => projectStore(admin).remove(params.id),
    restoreProject: ({ params }) => projectStore(admin).restore(params.id),
  });
}
