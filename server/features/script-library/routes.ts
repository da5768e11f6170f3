import type { FastifyRequest } from 'fastify';
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

/** The longest script with every character escaped. */
const bodyLimit = 6 * SCRIPT_MAX_BYTES + 64 * 1024;

export type ScriptLibraryDeps = {
  admin: Client | null;
  /** Allows a script's text to run on this machine (scripts/approvals.ts). */
  approve(code: string): Promise<void>;
};

/**
 * The saved scripts, for the terminal and other tools (the UI asks Supabase itself): GET and POST /api/scripts, GET and
 * PUT /api/scripts/:id. 404 for an unknown id, 409 when `ifUpdatedAt` is outdated.
 */
export function scriptLibraryRoutes({ admin, approve }: ScriptLibraryDeps): Routes {
  /** A caller who may run code approves what they save, on this machine. */
  const approveFor = async ({ caller }: FastifyRequest, code: string) => {
    if (caller?.kind !== 'member' || caller.mayRunCode) await approve(code);
  };
  return (api) => {
    api.get('/api/scripts', { schema: { response: { 200: savedScriptListSchema } } }, () => listScripts(admin));

    api.post(
      '/api/scripts',
      { bodyLimit, schema: { body: newScriptSchema, response: { 201: savedScriptWithCodeSchema } } },
      async (request, reply) => {
        const added = await addScript(admin, { ...request.body, changedBy: authorOf(request) });
        await approveFor(request, added.code);
        return reply.code(201).send(added);
      },
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
      async (request) => {
        const { params, body } = request;
        const changes = { ...body, changedBy: authorOf(request) };
        const { script, hasNewCode } = await changeScript(admin, params.id, changes);
        // Renaming another author's script does not approve its text.
        if (hasNewCode) await approveFor(request, script.code);
        return script;
      },
    );
  };
}

function authorOf({ caller }: FastifyRequest): string | null {
  return caller?.kind === 'member' ? caller.userId : null;
}
