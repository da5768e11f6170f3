import type { FileHandle } from 'node:fs/promises';
import { posix } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  logText,
  SCRIPT_APPROVALS_PATH,
  SCRIPT_MAX_BYTES,
  SCRIPT_PERMISSION_PATH,
  SCRIPT_RUN_EVENTS,
  SCRIPT_RUN_PATH,
  SCRIPT_RUNS_PATH,
  type ScriptArtifact,
  type ScriptPermission,
  type ScriptRunDetails,
  scriptApprovalAnswerSchema,
  scriptApprovalSchema,
  scriptPermissionSchema,
  scriptRunDetailsSchema,
  scriptRunFailureSchema,
  scriptRunListSchema,
  scriptRunRequestSchema,
  scriptRunResultSchema,
  scriptRunSchema,
  scriptRunsQuerySchema,
} from '../../../shared/scripts/script-run.ts';
import { AppError } from '../../errors.ts';
import { NO_CODE } from '../../http/authentication.ts';
import { answerWithEvents, type SendEvent, wantsEventStream } from '../../http/event-stream.ts';
import { STORED_FILE_POLICY } from '../../http/security-headers.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { ScriptApprovals } from './approvals.ts';
import type { LiveScriptRun } from './live-script-run.ts';
import { NO_REMOTE_SCRIPTS } from './messages.ts';
import type { ScriptRuns } from './service.ts';
import type { ScriptStore } from './store.ts';

/** The longest script with every character escaped. */
const BODY_MAX_BYTES = 6 * SCRIPT_MAX_BYTES + 64 * 1024;

const runParams = z.object({ id: z.uuid('expected the id of a run') });
const artifactParams = runParams.extend({ '*': z.string() });

export type ScriptsDeps = {
  runs: ScriptRuns;
  approvals: ScriptApprovals;
  /** Whether scripts may run when the agent listens on addresses that other machines may reach. */
  areAllowed: boolean;
  /** The store with the caller's rights; null when there is none. */
  storeFor(request: FastifyRequest): ScriptStore | null;
};

/**
 * GET /api/scripts/permission says whether the caller may run scripts; POST /api/scripts/approvals approves their text.
 * POST /api/scripts/run runs a script (§7) and answers at its end: 200 with the log, or 422 with the log and what went
 * wrong; with `Accept: text/event-stream` the same run as SCRIPT_RUN_EVENTS. The run continues when the client
 * disconnects. GET /api/scripts/runs lists runs, /api/scripts/runs/:id shows one with its log,
 * /api/scripts/runs/:id/artifacts/<path> answers a file that it saved, and POST /api/scripts/runs/:id/cancel stops it.
 */
export function scriptsRoutes({ runs, approvals, areAllowed, storeFor }: ScriptsDeps): Routes {
  const bodyLimit = BODY_MAX_BYTES;
  const config = { access: 'code' } as const;
  /** An agent that does not listen serves only the command that opened it. */
  const refusal = (request: FastifyRequest) =>
    areAllowed || !request.server.server.listening ? null : NO_REMOTE_SCRIPTS;

  return (api) => {
    api.get(
      SCRIPT_PERMISSION_PATH,
      { schema: { response: { 200: scriptPermissionSchema } } },
      async (request): Promise<ScriptPermission> => {
        const { caller } = request;
        const reason = caller?.kind === 'member' && !caller.mayRunCode ? NO_CODE : refusal(request);
        return { mayRun: reason === null, reason };
      },
    );

    api.post(
      SCRIPT_APPROVALS_PATH,
      {
        bodyLimit: 2 * bodyLimit,
        config,
        schema: { body: scriptApprovalSchema, response: { 200: scriptApprovalAnswerSchema } },
      },
      async ({ body }) => {
        const approved = body.before === undefined || (await approvals.has(body.before));
        if (approved) await approvals.add(body.script);
        return { approved };
      },
    );

    // Otherwise it would match the saved script named "run".
    api.get(SCRIPT_RUN_PATH, (_request, reply) => reply.callNotFound());

    api.post(
      SCRIPT_RUN_PATH,
      {
        bodyLimit,
        config,
        schema: { body: scriptRunRequestSchema, response: { 200: scriptRunResultSchema, 422: scriptRunFailureSchema } },
      },
      async (request, reply) => {
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
    );

    api.get(
      SCRIPT_RUNS_PATH,
      { schema: { querystring: scriptRunsQuerySchema, response: { 200: scriptRunListSchema } } },
      (request) => runs.list(request.query, storeFor(request)),
    );

    api.get(
      `${SCRIPT_RUNS_PATH}/:id`,
      { schema: { params: runParams, response: { 200: scriptRunDetailsSchema } } },
      (request): Promise<ScriptRunDetails> => runs.read(request.params.id, storeFor(request)),
    );

    api.post(
      `${SCRIPT_RUNS_PATH}/:id/cancel`,
      { schema: { params: runParams, response: { 200: scriptRunSchema } } },
      (request) => runs.cancel(request.params.id, storeFor(request)),
    );

    api.get(`${SCRIPT_RUNS_PATH}/:id/artifacts/*`, { schema: { params: artifactParams } }, async (request, reply) => {
      const { id, '*': path } = request.params;
      const { file, type } = await runs.artifact(id, path, storeFor(request));
      return sendFile(reply, file, { path, type });
    });
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
