import { z } from 'zod';
import {
  newScriptSchema,
  savedScriptListSchema,
  savedScriptWithCodeSchema,
  scriptChangeSchema,
  scriptParamsSchema,
} from '../scripts/script-library.ts';
import {
  SCRIPT_MAX_BYTES,
  SCRIPT_RUN_EVENTS,
  scriptApprovalAnswerSchema,
  scriptApprovalSchema,
  scriptLogLineSchema,
  scriptPermissionSchema,
  scriptRunDetailsSchema,
  scriptRunFailureSchema,
  scriptRunListSchema,
  scriptRunRequestSchema,
  scriptRunResultSchema,
  scriptRunSchema,
  scriptRunsQuerySchema,
} from '../scripts/script-run.ts';
import {
  scheduledScriptSchema,
  scriptScheduleChangeSchema,
  scriptScheduleListSchema,
} from '../scripts/script-schedule.ts';
import type { Operations } from './operation.ts';

/** The longest script, with every character escaped in JSON. */
const bodyLimit = 6 * SCRIPT_MAX_BYTES + 64 * 1024;

export const scriptApi = {
  listScripts: {
    route: 'GET /api/scripts',
    summary: 'List the saved scripts, newest first',
    answer: savedScriptListSchema,
  },
  addScript: {
    route: 'POST /api/scripts',
    summary: 'Save a new script',
    body: newScriptSchema,
    bodyLimit,
    answer: savedScriptWithCodeSchema,
    status: 201,
  },
  getScript: {
    route: 'GET /api/scripts/:id',
    summary: 'Read a saved script with its code',
    params: scriptParamsSchema,
    answer: savedScriptWithCodeSchema,
    errors: [404],
  },
  changeScript: {
    route: 'PUT /api/scripts/:id',
    summary: 'Change a saved script',
    description: '409 if it was changed after `ifUpdatedAt`.',
    params: scriptParamsSchema,
    body: scriptChangeSchema,
    bodyLimit,
    answer: savedScriptWithCodeSchema,
    errors: [404, 409],
  },
} as const satisfies Operations;

const runParams = z.object({ id: z.uuid('expected the id of a run') });

export const scriptRunApi = {
  getScriptPermission: {
    route: 'GET /api/scripts/permission',
    summary: 'Check whether you may run scripts on the agent’s machine',
    answer: scriptPermissionSchema,
  },
  approveScript: {
    route: 'POST /api/scripts/approvals',
    summary: 'Approve the text that you saved to run on the agent’s machine',
    description:
      'For texts that were saved in the database directly: one that was not approved asks before it runs. With `before`, the text that you changed, it is approved only if that was.',
    access: 'code',
    body: scriptApprovalSchema,
    bodyLimit: 2 * bodyLimit,
    answer: scriptApprovalAnswerSchema,
  },
  runScript: {
    route: 'POST /api/scripts/run',
    summary: 'Run a script',
    description:
      'Responds when it ends, with 422 if it failed, timed out or was cancelled; no line of its log is lost. The event stream sends each line as it arrives. 429 while too many wait. 409 with the code `not_approved` and the field `approval` for the text of a saved script that is not approved on this machine: send the request again with `approve` once someone has read it.',
    access: 'code',
    body: scriptRunRequestSchema,
    bodyLimit,
    answer: scriptRunResultSchema,
    failures: { 422: scriptRunFailureSchema },
    errors: [404, 409, 429],
    events: {
      [SCRIPT_RUN_EVENTS.run]: scriptRunSchema,
      [SCRIPT_RUN_EVENTS.line]: scriptLogLineSchema,
      [SCRIPT_RUN_EVENTS.result]: scriptRunSchema,
    },
  },
  listScriptRuns: {
    route: 'GET /api/scripts/runs',
    summary: 'List runs, newest first',
    query: scriptRunsQuerySchema,
    answer: scriptRunListSchema,
  },
  getScriptRun: {
    route: 'GET /api/scripts/runs/:id',
    summary: 'Read a run with its log',
    params: runParams,
    answer: scriptRunDetailsSchema,
    errors: [404],
  },
  cancelScriptRun: {
    route: 'POST /api/scripts/runs/:id/cancel',
    summary: 'Stop a run',
    params: runParams,
    answer: scriptRunSchema,
    errors: [404, 409],
  },
  getScriptArtifact: {
    route: 'GET /api/scripts/runs/:id/artifacts/*',
    summary: 'Get a file that a run saved',
    description: '`path` is one of the run’s `artifacts`; its slashes are not escaped.',
    params: runParams.extend({ '*': z.string() }),
    file: '*/*',
    errors: [404],
  },
} as const satisfies Operations;

export const scriptScheduleApi = {
  listScriptSchedules: {
    route: 'GET /api/scripts/schedules',
    summary: 'List the schedules of scripts, with their next and last runs',
    answer: scriptScheduleListSchema,
  },
  scheduleScript: {
    route: 'PUT /api/scripts/schedules/:id',
    summary: 'Schedule a saved script',
    description:
      'Replaces its earlier schedule. The agent runs the saved text, once for each time even if there are several agents, and only if it is approved on its machine. A run that was missed while the machine slept is made up for on the same day.',
    access: 'code',
    params: scriptParamsSchema,
    body: scriptScheduleChangeSchema,
    answer: scheduledScriptSchema,
    errors: [404],
  },
  unscheduleScript: {
    route: 'DELETE /api/scripts/schedules/:id',
    summary: 'Remove the schedule of a script',
    access: 'code',
    params: scriptParamsSchema,
    errors: [404],
  },
} as const satisfies Operations;
