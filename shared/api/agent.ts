import { z } from 'zod';
import { agentErrorSchema, healthSchema, uiConfigAnswerSchema } from '../agent/agent-api.ts';
import {
  BACKUP_EVENTS,
  backupChoiceSchema,
  backupInspectionSchema,
  backupMadeSchema,
  backupProgressSchema,
  backupRequestSchema,
  backupsSchema,
  backupUploadSchema,
  restoreReadySchema,
} from '../agent/backups.ts';
import { deepHealthSchema, healthQuerySchema } from '../agent/health.ts';
import { JOB_EVENTS, jobEndSchema, jobListSchema, jobProgressSchema, jobSchema, pauseSchema } from '../agent/jobs.ts';
import { logStateSchema } from '../agent/logs.ts';
import {
  madeMcpTokenSchema,
  mcpTokenListSchema,
  mcpTokenParamsSchema,
  newMcpTokenSchema,
} from '../agent/mcp-tokens.ts';
import { NOTIFICATION_EVENT, notificationSchema } from '../agent/notifications.ts';
import type { Operations } from './operation.ts';

export const agentApi = {
  getHealth: {
    route: 'GET /api/health',
    summary: 'Check the health of the agent',
    description:
      'Needs no token, and reports only what is running. With `deep=1` it needs a token, and checks the database, the disk, memory, jobs and publishing. 503 with reasons if the agent is degraded.',
    access: 'open',
    query: healthQuerySchema,
    answer: deepHealthSchema.or(healthSchema),
    failures: { 503: deepHealthSchema.or(agentErrorSchema) },
    errors: [401],
  },
} as const satisfies Operations;

export const uiConfigApi = {
  getUiConfig: {
    route: 'GET /config.json',
    summary: 'Get the Supabase project of the workspace',
    description:
      'With its public key, and the time by which posts are due. The embedded one has the address of the agent.',
    access: 'open',
    answer: uiConfigAnswerSchema,
  },
} as const satisfies Operations;

export const descriptionApi = {
  getApiDescription: {
    route: 'GET /api/openapi.json',
    summary: 'Read this document',
    access: 'open',
    file: 'application/json',
  },
} as const satisfies Operations;

const jobParams = z.object({ name: z.string() });

export const jobApi = {
  listJobs: {
    route: 'GET /api/jobs',
    summary: 'List the jobs, with their last and next runs',
    answer: jobListSchema,
  },
  pauseJobs: {
    route: 'POST /api/jobs/pause',
    summary: 'Pause or resume automation',
    body: pauseSchema,
    answer: jobListSchema,
  },
  runJob: {
    route: 'POST /api/jobs/:name/run',
    summary: 'Run a job at once',
    description: 'This is an extra run: a scheduled run stays due. 409 while it runs, here or on another agent.',
    params: jobParams,
    answer: jobSchema,
    status: 202,
    errors: [404, 409],
    events: { [JOB_EVENTS.progress]: jobProgressSchema, [JOB_EVENTS.result]: jobEndSchema },
  },
  stopJob: {
    route: 'POST /api/jobs/:name/stop',
    summary: 'Stop a job that is running on this agent',
    params: jobParams,
    answer: jobSchema,
    errors: [404],
  },
} as const satisfies Operations;

export const backupApi = {
  listBackups: {
    route: 'GET /api/backups',
    summary: 'List the daily backups, the newest first',
    answer: backupsSchema,
  },
  makeBackup: {
    route: 'POST /api/backups',
    summary: 'Back the workspace up to a file on the agent’s machine',
    description:
      'Without a passphrase it contains no logins, keys or tokens. With one it does, and all of it is encrypted. 409 if the file already exists, 503 if the disk is full.',
    access: 'agent',
    body: backupRequestSchema,
    answer: backupMadeSchema,
    status: 201,
    errors: [409],
    events: { [BACKUP_EVENTS.progress]: backupProgressSchema, [BACKUP_EVENTS.result]: backupMadeSchema },
  },
  inspectBackup: {
    route: 'POST /api/backups/inspect',
    summary: 'Show what a backup contains',
    access: 'owner',
    body: backupChoiceSchema,
    answer: backupInspectionSchema,
    errors: [404],
  },
  restoreBackup: {
    route: 'POST /api/backups/restore',
    summary: 'Replace the workspace with a backup',
    description:
      'Everything is read, checked and loaded next to the workspace first; a failure up to then changes nothing. After responding, the agent closes, swaps the two and opens again: `lastRestore` in the list of backups has the result. The previous workspace is kept in a folder. Everyone must sign in again. 409 during another restore.',
    access: 'owner',
    body: backupChoiceSchema,
    answer: restoreReadySchema,
    errors: [404, 409],
    events: { [BACKUP_EVENTS.progress]: backupProgressSchema, [BACKUP_EVENTS.result]: restoreReadySchema },
  },
} as const satisfies Operations;

export const backupUploadApi = {
  uploadBackup: {
    route: 'POST /api/backups/uploads',
    summary: 'Upload a backup, to restore it',
    description: 'The body is the file. It replaces an earlier upload, and is removed after a restore.',
    access: 'owner',
    upload: 'application/octet-stream',
    answer: backupUploadSchema,
    status: 201,
  },
} as const satisfies Operations;

export const notificationApi = {
  followNotifications: {
    route: 'GET /api/notifications',
    summary: 'Follow the notifications from now on',
    description: 'While a client follows them, the desktop shows none.',
    events: { [NOTIFICATION_EVENT]: notificationSchema },
    onlyEvents: true,
  },
} as const satisfies Operations;

export const mcpTokenApi = {
  listMcpTokens: {
    route: 'GET /api/mcp/tokens',
    summary: 'List the tokens of assistants',
    access: 'owner',
    answer: mcpTokenListSchema,
  },
  addMcpToken: {
    route: 'POST /api/mcp/tokens',
    summary: 'Make a token for an assistant',
    description:
      'With the scopes `read` (always), `draft` (write drafts and add media), `publish` (decide what is published and when) and `run` (run saved scripts). Only this response has the token.',
    access: 'owner',
    body: newMcpTokenSchema,
    answer: madeMcpTokenSchema,
    status: 201,
    errors: [409],
  },
  revokeMcpToken: {
    route: 'DELETE /api/mcp/tokens/:id',
    summary: 'Revoke a token of an assistant',
    description: 'It stops working at once, and anything in progress with it ends.',
    access: 'owner',
    params: mcpTokenParamsSchema,
    errors: [404],
  },
} as const satisfies Operations;

export const logApi = {
  getLogLevel: {
    route: 'GET /api/log-level',
    summary: 'Get the log level',
    answer: logStateSchema,
  },
  setLogLevel: {
    route: 'PUT /api/log-level',
    summary: 'Change the log level',
    description: 'Until the agent stops; the next start uses the configured level.',
    access: 'owner',
    body: logStateSchema,
    answer: logStateSchema,
  },
} as const satisfies Operations;
