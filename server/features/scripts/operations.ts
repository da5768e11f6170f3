import { SCRIPT_RUN_EVENTS, scriptLogLineSchema, scriptRunSchema } from '../../../shared/scripts/script-run.ts';
import type { OperationGroup } from '../../openapi/operation.ts';

export const scriptRunOperations: OperationGroup = {
  tag: 'Script runs',
  about:
    'Runs of scripts in a browser on the agent’s machine. Scripts are code: they may do there what the agent’s user may.',
  operations: {
    'GET /api/scripts/run': null,
    'POST /api/scripts/run': {
      id: 'runScript',
      summary: 'Run a script',
      description:
        'Answers at its end, and with 422 where it failed, ran out of time or was cancelled; no line of its log is lost. The event stream has each line as it comes. 429 while too many wait.',
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
