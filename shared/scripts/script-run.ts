import { z } from 'zod';

/** Longest script, in UTF-8 bytes; the column puppeteer_scripts.code has the same limit. */
export const SCRIPT_MAX_BYTES = 1024 * 1024;
/** Maximum time limit of a run, in milliseconds. */
export const SCRIPT_TIMEOUT_MAX_MS = 60 * 60_000;
export const SCRIPT_RUNS_LIMIT_DEFAULT = 50;
export const SCRIPT_RUNS_LIMIT_MAX = 200;

/** Whether the caller may run scripts on the agent's machine; if not, `reason` explains why. */
export const scriptPermissionSchema = z.object({ mayRun: z.boolean(), reason: z.string().nullable() });

/**
 * For texts saved without the agent API. The caller wrote `script`, by editing `before` if that is given. It is
 * approved only if `before` was approved, since a caller who edits another user's text may not have read all of it.
 */
export const scriptApprovalSchema = z.object({
  script: z.string('the code of the script is missing'),
  before: z.string().optional(),
});
export const scriptApprovalAnswerSchema = z.object({ approved: z.boolean() });

const sha256 = z.string().regex(/^[\da-f]{64}$/, 'expected a SHA-256 in hexadecimal');

/**
 * The field `approval` of the 409 with the code `not_approved`: the script to approve before it runs on this machine.
 * `changedBy` is the email address of the member who wrote the saved script, null if unknown.
 */
export const neededApprovalSchema = z.object({
  sha256,
  name: z.string(),
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
  /** The text that would run. */
  script: z.string(),
});
export type NeededApproval = z.infer<typeof neededApprovalSchema>;
export const NOT_APPROVED = 'not_approved';

/**
 * `script` is the code; by default that of the saved script `scriptId`. `account` is the id or label of a social
 * account whose saved session the script may use. `headful` shows the browser's window. `approve` is the SHA-256 of the
 * text that the user has reviewed and allows to run on this machine, now and later.
 */
export const scriptRunRequestSchema = z
  .object({
    script: z.string('the code of the script is missing').optional(),
    scriptId: z.uuid('expected the id of a saved script').optional(),
    name: z.string().trim().max(200, 'a name has at most 200 characters').optional(),
    account: z.string().trim().min(1, 'expected the id or label of an account').max(200).optional(),
    timeoutMs: z
      .number('expected milliseconds')
      .int('expected whole milliseconds')
      .min(100, 'expected at least 100 milliseconds')
      .max(SCRIPT_TIMEOUT_MAX_MS, `expected at most ${SCRIPT_TIMEOUT_MAX_MS} milliseconds (one hour)`)
      .optional(),
    headful: z.boolean('expected true or false').optional(),
    approve: sha256.optional(),
  })
  .refine(({ script, scriptId }) => script !== undefined || scriptId !== undefined, {
    path: ['script'],
    message: 'send the code to run, or the scriptId of a saved script',
  });
export type ScriptRunRequest = z.infer<typeof scriptRunRequestSchema>;

export const scriptRunStatusSchema = z.enum(['queued', 'running', 'success', 'error', 'cancelled', 'timeout']);
export type ScriptRunStatus = z.infer<typeof scriptRunStatusSchema>;

/** The source of a line: the script (log, console), a page's console, the agent, or an error that ended the run. */
export const scriptLogKindSchema = z.enum(['script', 'warning', 'page', 'agent', 'error']);
export type ScriptLogKind = z.infer<typeof scriptLogKindSchema>;

/** An entry of a run's log, possibly with line breaks. `at` is ISO 8601. */
export const scriptLogLineSchema = z.object({ at: z.string(), kind: scriptLogKindSchema, text: z.string() });
export type ScriptLogLine = z.infer<typeof scriptLogLineSchema>;

/** A saved file. `path` is relative to the run's folder, with slashes; `type` a media type; `size` in bytes. */
export const scriptArtifactSchema = z.object({ path: z.string(), type: z.string(), size: z.number() });
export type ScriptArtifact = z.infer<typeof scriptArtifactSchema>;

/** A run without its log. Times are ISO 8601; `error` says in one line why it failed. */
export const scriptRunSchema = z.object({
  id: z.uuid(),
  scriptId: z.string().nullable(),
  name: z.string(),
  accountId: z.string().nullable(),
  status: scriptRunStatusSchema,
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  error: z.string().nullable(),
  artifacts: z.array(scriptArtifactSchema),
});
export type ScriptRun = z.infer<typeof scriptRunSchema>;

export const scriptRunDetailsSchema = scriptRunSchema.extend({ log: z.array(scriptLogLineSchema) });
export type ScriptRunDetails = z.infer<typeof scriptRunDetailsSchema>;

/** Filters the run history, which is listed newest first. */
export const scriptRunsQuerySchema = z.object({
  scriptId: z.uuid('expected the id of a saved script').optional(),
  limit: z.coerce.number().int().min(1).max(SCRIPT_RUNS_LIMIT_MAX).default(SCRIPT_RUNS_LIMIT_DEFAULT),
});
export type ScriptRunsQuery = z.infer<typeof scriptRunsQuerySchema>;
export const scriptRunListSchema = z.array(scriptRunSchema);

/** The answer to a run that succeeded (§7): the log as lines of text, and the run. */
export const scriptRunResultSchema = z.object({ logs: z.array(z.string()), run: scriptRunSchema });

/** The answer with 422 when the script failed, ran out of time or was cancelled, with the log so far. */
export const scriptRunFailureSchema = scriptRunResultSchema.extend({ error: z.string(), code: z.string() });

/**
 * The server-sent events of a run: `run` (scriptRunSchema) when it is accepted and whenever its status changes, `line`
 * (scriptLogLineSchema), `result` (scriptRunSchema) at its end, with any status, `error` (agentErrorSchema) when the
 * agent itself failed.
 */
export const SCRIPT_RUN_EVENTS = { run: 'run', line: 'line', result: 'result', error: 'error' } as const;

/** A log entry as text, with lines of pages marked. */
export function logText({ kind, text }: Pick<ScriptLogLine, 'kind' | 'text'>): string {
  return kind === 'page' ? `[page] ${text}` : text;
}
