import { SCRIPT_RUN_EVENTS, scriptLogLineSchema, scriptRunSchema } from '../../../shared/scripts/script-run.ts';
import type { OperationGroup } from '../../openapi/operation.ts';

export const scriptRunOperations: OperationGroup = {
  tag: 'Script runs',
  about:
    'Runs of scripts in a browser on the agent’s machine. Scripts are code: they may do there what the agent’s user may.',
  operations: {
    'GET /api/scripts/run': null,
    'GET /api/scripts/permission': {
      id: 'getScriptPermission',
      summary: 'Ask whether you may run scripts on the agent’s machine',
    },
    'POST /api/scripts/approvals': {
      id: 'approveScript',
      summary: 'Let the text that you saved run on the agent’s machine',
      description:
        'For texts that were saved in the database directly: one that was not approved asks before it runs. With `before`, the text that you changed, it is approved only where that was.',
    },
    'POST /api/scripts/run': {
      id: 'runScript',
      summary: 'Run a script',
      description:
        'Answers at its end, and with 422 where it failed, ran out of time or was cancelled; no line of its log is lost. The event stream has each line as it comes. 429 while too many wait. 409 with the code `not_approved` and the field `approval` for the text of a saved script that nobody has approved on this machine: send the request again with `approve` once somebody has read it.',
      errors: [404, 409, 429],
      events: {
        [SCRIPT_RUN_EVENTS.run]: scriptRunSchema,
        [SCRIPT_RUN_EVENTS.line]: scriptLogLineSchema,
        [SCRIPT_RUN_EVENTS.result]: scriptRunSchema,
      },
    },
    'GET /api/scripts/runs': { id: 'listScriptRuns', summary: 'List runs, newest first' },
    'GET /api/scripts/runs/:id': { id: 'getScriptRun', summary: 'Read a run with its log', errors: [404] },
    'POST /api/scripts/runs/:id/cancel': { id: 'cancelScriptRun', summary: 'Stop a run', errors: [404, 409] },
    'GET /api/scripts/runs/:id/artifacts/*': {
      id: 'getScriptArtifact',
      summary: 'Get a file that a run saved',
      description: '`path` is one of the run’s `artifacts`; its slashes are not escaped.',
      errors: [404],
      file: '*/*',
    },
  },
};
