import { z } from 'zod';
import { dryRunSchema } from '../posts/dry-run.ts';
import {
  GENERATION_EVENTS,
  generationCallSchema,
  generationProgressSchema,
  generationResultSchema,
} from '../posts/generation.ts';
import {
  newProjectSchema,
  projectChangeSchema,
  projectListSchema,
  projectParamsSchema,
  projectSchema,
} from '../posts/projects-api.ts';
import { templateSampleRequestSchema, templateSampleSchema } from '../posts/template-sample.ts';
import { templateListSchema } from '../posts/templates-api.ts';
import type { Operations } from './operation.ts';

export const projectApi = {
  listProjects: {
    route: 'GET /api/projects',
    summary: 'List the projects, newest first',
    answer: projectListSchema,
  },
  addProject: {
    route: 'POST /api/projects',
    summary: 'Add a project',
    description:
      'Generates nothing. With your own `id`, a repeated request adds only one project. 409 if all platforms accept only videos and there is none.',
    body: newProjectSchema,
    answer: projectSchema,
    status: 201,
    errors: [409],
  },
  changeProject: {
    route: 'PUT /api/projects/:id',
    summary: 'Change a project, pause or resume it',
    description: 'Omitted fields stay unchanged.',
    params: projectParamsSchema,
    body: projectChangeSchema,
    answer: projectSchema,
    errors: [404, 409],
  },
  removeProject: {
    route: 'DELETE /api/projects/:id',
    summary: 'Delete a project',
    description: 'Its posts stay. It can be restored for 24 hours.',
    params: projectParamsSchema,
    errors: [404],
  },
  restoreProject: {
    route: 'POST /api/projects/:id/restore',
    summary: 'Restore a deleted project',
    params: projectParamsSchema,
    answer: projectSchema,
    errors: [404],
  },
} as const satisfies Operations;

export const templateApi = {
  listTemplates: {
    route: 'GET /api/templates',
    summary: 'List the templates by weekday, those without one last',
    answer: templateListSchema,
  },
  sampleTemplate: {
    route: 'POST /api/templates/sample',
    summary: 'Write a sample post with a template',
    description:
      'Stores no post. The template need not be stored either. It is about the newest project, or `project`, from the passages that its posts quoted so far; until there are any, about a bundled example. `model` asks the chosen model, which costs as much as a post and counts toward the monthly cap.',
    body: templateSampleRequestSchema,
    answer: templateSampleSchema,
    errors: [404, 409, 429, 502],
  },
} as const satisfies Operations;

export const generationApi = {
  generatePosts: {
    route: 'POST /api/generation',
    summary: 'Generate posts and schedule them',
    description:
      'As many as the project’s day still lacks, or `count`, for the newest project that lacks posts, or for `project`. `{ "dryRun": true, "days": 7 }` returns what the autopilot would make on the coming days, and makes nothing. Two requests at once make no posts twice; `unlessMadeSince` makes a retry safe.',
    body: generationCallSchema,
    answer: z.union([dryRunSchema, generationResultSchema]),
    errors: [404, 409, 429, 502],
    events: {
      [GENERATION_EVENTS.progress]: generationProgressSchema,
      [GENERATION_EVENTS.result]: generationResultSchema,
    },
  },
} as const satisfies Operations;
