import type { FileHandle } from 'node:fs/promises';
import { posix } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { routeOf } from '../../../shared/api/operation.ts';
import { scriptRunApi } from '../../../shared/api/scripts.ts';
import {
  logText,
  SCRIPT_RUN_EVENTS,
  type ScriptArtifact,
  scriptRunSchema,
} from '../../../shared/scripts/script-run.ts';
import { AppError } from '../../errors.ts';
import { NO_CODE } from '../../http/authentication.ts';
import { answerWithEvents, type SendEvent, wantsEventStream } from '../../http/event-stream.ts';
import { routesOf } from '../../http/operations.ts';
import { STORED_FILE_POLICY } from '../../http/security-headers.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { ScriptApprovals } from './approvals.ts';
import type { LiveScriptRun } from './live-script-run.ts';
import { NO_REMOTE_SCRIPTS } from './messages.ts';
import type { ScriptRuns } from './service.ts';
import type { ScriptStore } from './store.ts';

export type ScriptsDeps = {
  runs: ScriptRuns;
  approvals: ScriptApprovals;
  refusal: Refusal;
  /** The store with the caller's rights; null when there is none. */
  storeFor(request: FastifyRequest): ScriptStore | null;
};

/** Why no script may run for this request; null if scripts may run. */
export type Refusal = (request: FastifyRequest) => string | null;

/**
 * `areAllowed`: whether scripts may run when the agent listens on addresses that other machines may reach. An agent
 * that does not listen serves only the command that opened it, and may always run scripts.
 */
export function refusalWhere(areAllowed: boolean): Refusal {
  return (request) => (areAllowed || !request.server.server.listening ? null : NO_REMOTE_SCRIPTS);
}

/** Runs of scripts (§7). A run continues when the client disconnects. */
export function scriptsRoutes({ runs, approvals, refusal, storeFor }: ScriptsDeps): Routes {
  const routes = routesOf(scriptRunApi, {
    getScriptPermission: (request) => {
      const { caller } = request;
      const reason = caller?.kind === 'member' && !caller.mayRunCode ? NO_CODE : refusal(request);
      return { mayRun: reason === null, reason };
    },
    approveScript: async ({ body }) => {
      const approved = body.before === undefined || (await approvals.has(body.before));
      if (approved) await approvals.add(body.script);
      return { approved };
    },
    runScript: async (request, reply) => {
      const problem = refusal(request);
      if (problem) throw new AppError('forbidden', problem);
      const live = await runs.start(request.body, storeFor(request));
      if (wantsEventStream(request)) return answerWithEvents(request, reply, (send) => sendRun(live, send));
      await live.over;
      const { details } = live;
      const result = { logs: details.log.map(logText), run: details };
      const { status, error } = details;
      if (status === 'success') return result;
      return reply.code(422).send({ ...result, error: error ?? status, code: `script_${status}` });
    },
    listScriptRuns: (request) => runs.list(request.query, storeFor(request)),
    getScriptRun: (request) => runs.read(request.params.id, storeFor(request)),
    cancelScriptRun: (request) => runs.cancel(request.params.id, storeFor(request)),
    getScriptArtifact: async (request, reply) => {
      const { id, '*': path } = request.params;
      const { file, type } = await runs.artifact(id, path, storeFor(request));
      return sendFile(reply, file, { path, type });
    },
  });
  return (api) => {
    routes(api);
    // Otherwise a GET would match the route of a saved script, with the id "run".
    api.get(routeOf(scriptRunApi.runScript).path, (_request, reply) => reply.callNotFound());
  };
}

async function sendRun(live: LiveScriptRun, send: SendEvent): Promise<void> {
  const { run, line, result } = SCRIPT_RUN_EVENTS;
  const unfollow = live.follow({
    run: (state) => send(run, scriptRunSchema.parse(state)),
    line: (entry) => send(line, entry),
  });
  await live.over;
  unfollow();
  send(result, scriptRunSchema.parse(live.details));
}

/** A script's file is untrusted: it is shown alone, or downloaded, and must not run here. */
function sendFile(
  reply: FastifyReply,
  file: FileHandle,
  { path, type }: Pick<ScriptArtifact, 'path' | 'type'>,
): FastifyReply {
  const disposition = type.startsWith('image/') || type === 'application/pdf' ? 'inline' : 'attachment';
  const name = encodeURIComponent(posix.basename(path));
  return reply
    .header('content-security-policy', STORED_FILE_POLICY)
    .header('content-disposition', `${disposition}; filename*=UTF-8''${name}`)
    .type(type)
    .send(file.createReadStream());
}
