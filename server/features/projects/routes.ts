import {
  newProjectSchema,
  PROJECTS_PATH,
  projectChangeSchema,
  projectListSchema,
  projectParamsSchema,
  projectSchema,
} from '../../../shared/posts/projects-api.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { projectStore } from './store.ts';

/**
 * The content projects, for the terminal and other tools (the UI asks Supabase itself): GET and POST /api/projects, PUT
 * and DELETE /api/projects/:id, POST …/restore. 404 for an unknown id, 409 when no platform accepts the project's
 * media.
 */
export function projectsRoutes({ admin }: { admin: Client | null }): Routes {
  const params = projectParamsSchema;
  return (api) => {
    api.get(PROJECTS_PATH, { schema: { response: { 200: projectListSchema } } }, () => projectStore(admin).list());

    api.post(
      PROJECTS_PATH,
      { schema: { body: newProjectSchema, response: { 201: projectSchema } } },
      async ({ body }, reply) => reply.code(201).send(await projectStore(admin).add(body)),
    );

    api.put(
      `${PROJECTS_PATH}/:id`,
      { schema: { params, body: projectChangeSchema, response: { 200: projectSchema } } },
      (request) => projectStore(admin).change(request.params.id, request.body),
    );

    api.delete(`${PROJECTS_PATH}/:id`, { schema: { params } }, async (request, reply) => {
      await projectStore(admin).remove(request.params.id);
      return reply.code(204).send();
    });

    api.post(`${PROJECTS_PATH}/:id/restore`, { schema: { params, response: { 200: projectSchema } } }, (request) =>
      projectStore(admin).restore(request.params.id),
    );
  };
}
