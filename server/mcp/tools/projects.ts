import { z } from 'zod';
import { projectApi } from '../../../shared/api/projects.ts';
import { contentProjectSchema } from '../../../shared/posts/content-project.ts';
import { projectChangeSchema } from '../../../shared/posts/projects-api.ts';
import { call } from '../../agent-client/api.ts';
import { projectChanged, projectCreated } from '../messages.ts';
import { ADDS, addTool, CHANGES, READS, type Registry } from '../tool.ts';

/** list_projects, create_project, update_project. */
export function addProjectTools(registry: Registry): void {
  addTool(
    registry,
    'list_projects',
    {
      title: 'List projects',
      description:
        'Lists the content projects, newest first: niche, source pages, posts per day, platforms, accounts, whether it is paused, and how reading its sources went.',
      input: z.strictObject({}),
      scope: 'read',
      hints: READS,
    },
    async ({ api }) => {
      const projects = await call(api, projectApi.listProjects);
      return { says: `${projects.length} projects.`, data: projects };
    },
  );

  addTool(
    registry,
    'create_project',
    {
      title: 'Create a project',
      description:
        'Creates a content project from a niche and two source pages or feeds, and up to eight more in extra_sources. It makes no posts yet: generate_posts does, and so does the AI Autopilot each day if the person has it on. Those posts are scheduled and go out by themselves. Without account_ids they go to every connected account of the platforms.',
      input: z.strictObject(contentProjectSchema.shape),
      scope: 'publish',
      hints: ADDS,
    },
    async ({ api }, body) => {
      const project = await call(api, projectApi.addProject, { body });
      return { says: projectCreated(project.niche_name), data: project };
    },
  );

  addTool(
    registry,
    'update_project',
    {
      title: 'Change a project',
      description:
        'Changes the named fields of a content project; the others stay as they are. is_paused: true stops new posts for it. Posts that are made already stay as they are.',
      input: z.strictObject({ id: z.uuid(), ...projectChangeSchema.shape }),
      scope: 'publish',
      hints: { ...CHANGES, idempotentHint: true },
    },
    async ({ api }, { id, ...body }) => {
      const project = await call(api, projectApi.changeProject, { params: { id }, body });
      return { says: projectChanged(project.niche_name), data: project };
    },
  );
}
