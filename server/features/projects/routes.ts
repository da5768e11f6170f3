import type { FastifyRequest } from 'fastify';
import { projectApi } from '../../../shared/api/projects.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { projectStore } from './store.ts';

/** The content projects, with the caller's rights. */
export function projectsRoutes({ clientFor }: { clientFor(request: FastifyRequest): Client | null }): Routes {
  const storeFor = (request: FastifyRequest) => projectStore(clientFor(request));
  return routesOf(projectApi, {
    listProjects: (request) => storeFor(request).list(),
    addProject: (request) => storeFor(request).add(request.body),
    changeProject: (request) => storeFor(request).change(request.params.id, request.body),
    removeProject: (request) => storeFor(request).remove(request.params.id),
    restoreProject: (request) => storeFor(request).restore(request.params.id),
  });
}
