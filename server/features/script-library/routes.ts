import type { FastifyRequest } from 'fastify';
import { scriptApi } from '../../../shared/api/scripts.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { addScript, changeScript, listScripts, readScript } from './store.ts';

export type ScriptLibraryDeps = {
  admin: Client | null;
  /** Allows a script's text to run on this machine (scripts/approvals.ts). */
  approve(code: string): Promise<void>;
};

/**
 * The saved scripts, for the CLI and other tools (the UI queries Supabase directly). 404 for an unknown id, 409 if
 * `ifUpdatedAt` is outdated.
 */
export function scriptLibraryRoutes({ admin, approve }: ScriptLibraryDeps): Routes {
  /** A caller who may run code approves what they save, on this machine. */
  const approveFor = async ({ caller }: FastifyRequest, code: string) => {
    if (caller?.kind !== 'member' || caller.mayRunCode) await approve(code);
  };
  return routesOf(scriptApi, {
    listScripts: () => listScripts(admin),
    addScript: async (request) => {
      const added = await addScript(admin, { ...request.body, changedBy: authorOf(request) });
      await approveFor(request, added.code);
      return added;
    },
    getScript: ({ params }) => readScript(admin, params.id),
    changeScript: async (request) => {
      const changes = { ...request.body, changedBy: authorOf(request) };
      const { script, hasNewCode } = await changeScript(admin, request.params.id, changes);
      // Renaming a script does not approve its text, which somebody else may have written.
      if (hasNewCode) await approveFor(request, script.code);
      return script;
    },
  });
}

function authorOf({ caller }: FastifyRequest): string | null {
  return caller?.kind === 'member' ? caller.userId : null;
}
