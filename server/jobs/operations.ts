import { JOB_EVENTS, jobEndSchema, jobProgressSchema } from '../../shared/agent/jobs.ts';
import type { OperationGroup } from '../openapi/operation.ts';

export const jobOperations: OperationGroup = {
  tag: 'Jobs',
  about: 'What the agent does by itself.',
  operations: {
    'GET /api/jobs': { id: 'listJobs', summary: 'List the jobs, with their last and next runs' },
    'POST /api/jobs/pause': { id: 'pauseJobs', summary: 'Pause or resume everything automatic' },
    'POST /api/jobs/:name/run': {
      id: 'runJob',
      summary: 'Run a job at once',
      description: 'One more run: what is due by itself stays due. 409 while it runs, here or on another agent.',
      errors: [404, 409],
      events: { [JOB_EVENTS.progress]: jobProgressSchema, [JOB_EVENTS.result]: jobEndSchema },
    },
    'POST /api/jobs/:name/stop': { id: 'stopJob', summary: 'End the run of a job on this agent', errors: [404] },
  },
};
