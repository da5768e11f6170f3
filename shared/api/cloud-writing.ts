import { cloudWritingChangeSchema, cloudWritingSchema } from '../workspace/cloud-writing.ts';
import type { Operations } from './operation.ts';

export const cloudWritingApi = {
  getCloudWriting: {
    route: 'GET /api/cloud-writing',
    summary: 'Get whether the hosted project makes the autopilot’s posts itself',
    description: 'With what is missing for it, and its latest runs.',
    answer: cloudWritingSchema,
  },
  setCloudWriting: {
    route: 'PUT /api/cloud-writing',
    summary: 'Set whether the hosted project makes the autopilot’s posts itself',
    description:
      '409 on an embedded workspace, and if PostgreSQL extensions are missing and could not be enabled. If an agent runs, whichever is first makes the day’s post.',
    access: 'owner',
    body: cloudWritingChangeSchema,
    answer: cloudWritingSchema,
    errors: [409],
  },
} as const satisfies Operations;
