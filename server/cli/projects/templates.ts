import type { Command } from 'commander';
import { writerLabel } from '../../../shared/ai/providers.ts';
import { templateApi } from '../../../shared/api/projects.ts';
import type { TemplateSample } from '../../../shared/posts/template-sample.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { apiCommand } from '../agent/api-command.ts';
import { WrongUsage } from '../terminal/exit-code.ts';
import { note, print, printTable, type Terminal } from '../terminal/terminal.ts';
import { WEEKDAY_NAMES } from '../terminal/weekdays.ts';
import { findProject, listProjects } from './projects.ts';

const SHORT_ID_LENGTH = 8;
const NO_TEMPLATES = 'No templates yet: posts are written in a plain style. Create one under Content Templates.';
const noSuchTemplate = (wanted: string) =>
  `There is no template ${wanted}. \`local-agent templates list\` shows the templates.`;
const severalTemplates = (wanted: string, ids: readonly string[]) =>
  `Several templates are named ${wanted}. Name one by its id: ${ids.join(', ')}`;

/** `templates list | sample`: the styles in which posts are written. */
export function addTemplatesCommand(program: Command, terminal: Terminal): void {
  const templates = program.command('templates').description('list the content templates, and show sample posts');

  apiCommand(templates.command('list').description('list the templates by day'), terminal, {
    ask: (api: Api) => call(api, templateApi.listTemplates),
    tell(list) {
      if (list.length === 0) return note(terminal, NO_TEMPLATES);
      const rows = list.map(({ id, name, day_of_week: day, is_active }) => [
        id.slice(0, SHORT_ID_LENGTH),
        name,
        day === null ? 'any' : (WEEKDAY_NAMES[day] ?? ''),
        is_active ? 'active' : 'off',
      ]);
      printTable(terminal, ['ID', 'NAME', 'DAY', 'STATE'], rows);
    },
  });

  const sample = templates
    .command('sample <template>')
    .description('show a post made with a template; nothing is stored')
    .option('--model', 'have the chosen model write it, which costs as much as a post')
    .option('--project <project>', 'about this project (niche or id), instead of the newest');
  apiCommand(sample, terminal, {
    async ask(api: Api, wanted: string, { model, project: named }: { model?: true; project?: string }) {
      const { name, prompt_template: prompt } = findTemplate(await call(api, templateApi.listTemplates), wanted);
      const project = named === undefined ? undefined : findProject(await listProjects(api), named).id;
      const body = { name, prompt, project, writer: model ? 'model' : 'built-in' } as const;
      return call(api, templateApi.sampleTemplate, { body });
    },
    tell(made) {
      print(terminal, [made.caption, made.hashtags.join(' ')].filter(Boolean).join('\n\n'));
      note(terminal, aboutSample(made));
    },
  });
}

/** Finds a template by its name or id prefix. AppError not_found if none matches, WrongUsage if several do. */
function findTemplate<T extends { id: string; name: string }>(templates: readonly T[], wanted: string): T {
  const name = wanted.toLowerCase();
  const named = templates.filter((one) => one.name.toLowerCase() === name || one.id.startsWith(name));
  const [found, ...others] = named;
  if (!found) throw new AppError('not_found', noSuchTemplate(wanted));
  if (others.length > 0) {
    const ids = named.map(({ id }) => id);
    throw new WrongUsage(severalTemplates(wanted, ids));
  }
  return found;
}

function aboutSample({ from, niche, writer }: TemplateSample): string {
  const about = from === 'project' ? `from passages of your project ${niche}` : `from an example about ${niche}`;
  return `A sample ${about}, by ${writer === 'built-in' ? 'the built-in writer' : writerLabel(writer)}. Nothing was stored.`;
}
