import {
  newScriptSchema,
  savedScriptListSchema,
  savedScriptWithCodeSchema,
  scriptChangeSchema,
  scriptParamsSchema,
} from '../../../shared/scripts/script-library.ts';
import { SCRIPT_MAX_BYTES } from '../../../shared/scripts/script-run.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { addScript, changeScript, listScripts, readScript } from './store.ts';

/** A script of the greatest length in which every character had to be escaped. */
const bodyLimit = 6 * SCRIPT_MAX_BYTES + 64 * 1024;

/**
 * The saved scripts, for the terminal and other tools (the UI asks Supabase itself): GET and POST /api/scripts, GET and
 * PUT /api/scripts/:id.
 * 404 for an unknown id, 409 where `ifUpdatedAt` is no longer true.
 */
export function scriptLibraryRoutes({ admin }: { admin: Client | null }): Routes {
  return (api) => {
    api.get('/api/scripts', { schema: { response: { 200: savedScriptListSchema } } }, () => listScripts(admin));

    api.post(
      '/api/scripts',
      { bodyLimit, schema: { body: newScriptSchema, response: { 201: savedScriptWithCodeSchema } } },
      async ({ body }, reply) => reply.code(201).send(await addScript(admin, body)),
    );

    api.get(
      '/api/scripts/:id',
      { schema: { params: scriptParamsSchema, response: { 200: savedScriptWithCodeSchema } } },
      ({ params }) => readScript(admin, params.id),
    );

    api.put(
      '/api/scripts/:id',
      {
        bodyLimit,
        schema: { params: scriptParamsSchema, body: scriptChangeSchema, response: { 200: savedScriptWithCodeSchema } },
      },
      ({ params, body }) => changeScript(admin, params.id, body),
    );
  };
}
