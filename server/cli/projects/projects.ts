import { type Command, InvalidArgumentError, Option } from 'commander';
import { mediaApi } from '../../../shared/api/media.ts';
import { projectApi } from '../../../shared/api/projects.ts';
import {
  POSTS_PER_DAY_MAX,
  POSTS_PER_DAY_MIN,
  SOURCES_MAX,
  sourcesOf,
  VIDEO_CHOICES,
  type VideoChoice,
} from '../../../shared/posts/content-project.ts';
import { PLATFORM_IDS, type Platform, platformSchema } from '../../../shared/posts/platforms.ts';
import type { Project, ProjectChange } from '../../../shared/posts/projects-api.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { accountIds } from '../accounts/account-lookup.ts';
import { apiCommand } from '../agent/api-command.ts';
import { addAllToLibrary } from '../media/media.ts';
import { WrongUsage } from '../terminal/exit-code.ts';
import { localTime } from '../terminal/local-time.ts';
import { note, oneLine, print, printTable, type Terminal } from '../terminal/terminal.ts';
import { wholeNumber } from '../terminal/whole-number.ts';

type EditOptions = {
  niche?: string;
  source1?: string;
  source2?: string;
  moreSources?: string[];
  postsPerDay?: number;
  platforms?: Platform[];
  accounts?: string[];
  /** False with --no-video. */
  video?: string | false;
  videos?: VideoChoice;
};

/** `projects list | edit | pause | resume | remove | restore`: the content projects. */
export function addProjectsCommand(program: Command, terminal: Terminal): void {
  const projects = program.command('projects').description('list and change the content projects');

  apiCommand(projects.command('list').description('list the projects, newest first'), terminal, {
    ask: listProjects,
    tell(list) {
      if (list.length === 0) return note(terminal, NO_PROJECTS);
      printTable(terminal, ['ID', 'NICHE', 'POSTS A DAY', 'PLATFORMS', 'STATE', 'SOURCES'], list.map(rowOf));
    },
  });

  const edit = projects.command('edit <project>').description('change a project; posts that are scheduled stay');
  edit
    .option('--niche <name>', 'what its posts are about')
    .option('--source1 <url>', 'the first page or feed')
    .option('--source2 <url>', 'the second page or feed')
    .option(
      '--more-sources <list>',
      `further pages or feeds, up to ${SOURCES_MAX - 2}, separated by spaces; "none" for none`,
      urlList,
    )
    .option('--posts-per-day <number>', 'how many posts a day', wholeNumber(POSTS_PER_DAY_MIN, POSTS_PER_DAY_MAX))
    .option('--platforms <list>', `where to post, separated by commas: ${PLATFORM_IDS.join(', ')}`, platformList)
    .option('--accounts <list>', 'the labels of the accounts to post to, separated by commas; "all" for all', list)
    .option('--video <file>', 'an MP4 video of this machine, which is added to the Media Library')
    .option('--no-video', 'without a video; the file stays in the Media Library')
    .addOption(
      new Option('--videos <choice>', 'for which posts the agent makes a video, if the project has none').choices(
        VIDEO_CHOICES,
      ),
    );
  apiCommand(edit, terminal, {
    check(_wanted, options) {
      if (EDITABLE.every((name) => options[name] === undefined)) throw new WrongUsage(NOTHING_TO_CHANGE);
    },
    ask: (api: Api, wanted: string, options: EditOptions) => change(api, wanted, () => changeOf(api, options)),
    tell: (project) => print(terminal, saved(project)),
  });

  addSwitch('pause', 'stop making posts for a project automatically', true);
  addSwitch('resume', 'make posts for a project again', false);

  const removing = 'delete a project; its posts stay, and it can be restored for a day';
  apiCommand(projects.command('remove <project>').description(removing), terminal, {
    async ask(api: Api, wanted: string) {
      const found = findProject(await listProjects(api), wanted);
      await call(api, projectApi.removeProject, { params: { id: found.id } });
      return found;
    },
    tell: (project) => print(terminal, removed(project)),
  });

  const restoring = 'restore a project that was deleted within the last 24 hours';
  apiCommand(projects.command('restore <id>').description(restoring), terminal, {
    ask: (api: Api, id: string) => call(api, projectApi.restoreProject, { params: { id } }),
    tell: (project) => print(terminal, restored(project)),
  });

  function addSwitch(name: 'pause' | 'resume', description: string, is_paused: boolean): void {
    apiCommand(projects.command(`${name} <project>`).description(description), terminal, {
      ask: (api: Api, wanted: string) => change(api, wanted, async () => ({ is_paused })),
      tell: (project) => print(terminal, is_paused ? paused(project) : resumed(project)),
    });
  }
}

async function change(api: Api, wanted: string, changeOf: () => Promise<ProjectChange>): Promise<Project> {
  const { id } = findProject(await listProjects(api), wanted);
  return call(api, projectApi.changeProject, { params: { id }, body: await changeOf() });
}

const EDITABLE = [
  'niche',
  'source1',
  'source2',
  'moreSources',
  'postsPerDay',
  'platforms',
  'accounts',
  'video',
  'videos',
] as const;
/** Length of displayed ids. */
const SHORT_ID_LENGTH = 8;

export async function listProjects(api: Api): Promise<Project[]> {
  return call(api, projectApi.listProjects);
}

/** Finds a project by its niche or id prefix. AppError not_found if none matches, WrongUsage if several do. */
export function findProject(projects: readonly Project[], wanted: string): Project {
  const name = wanted.toLowerCase();
  const named = projects.filter(({ id, niche_name }) => niche_name.toLowerCase() === name || id.startsWith(name));
  const [found, ...others] = named;
  if (!found) throw new AppError('not_found', noSuchProject(wanted));
  if (others.length > 0) throw new WrongUsage(severalProjects(wanted, named));
  return found;
}

async function changeOf(api: Api, options: EditOptions): Promise<ProjectChange> {
  const { niche, source1, source2, moreSources, postsPerDay, platforms, accounts, video, videos } = options;
  return {
    ...(niche !== undefined && { niche_name: niche }),
    ...(source1 !== undefined && { source_url_1: source1 }),
    ...(source2 !== undefined && { source_url_2: source2 }),
    ...(moreSources !== undefined && { extra_sources: moreSources }),
    ...(postsPerDay !== undefined && { posts_per_day: postsPerDay }),
    ...(platforms !== undefined && { platforms }),
    ...(accounts !== undefined && { account_ids: isAll(accounts) ? null : await accountIds(api, accounts) }),
    ...(video !== undefined && { video_path: await videoPath(api, video) }),
    ...(videos !== undefined && { videos }),
  };
}

function isAll(labels: readonly string[]): boolean {
  return labels.length === 1 && labels[0]?.toLowerCase() === 'all';
}

/** Adds a video of this machine to the Media Library and returns its path there; null for none. */
async function videoPath(api: Api, file: string | false): Promise<string | null> {
  if (file === false) return null;
  const [added] = await addAllToLibrary(api, [file]);
  if (!added) return null;
  const { path, kind } = added;
  if (kind === 'video') return path;
  await call(api, mediaApi.removeMedia, { body: { files: [path] } });
  throw new AppError('bad_input', notAVideo(file));
}

function list(given: string): string[] {
  const named = given.split(',').map((one) => one.trim());
  if (named.some((one) => one === '')) throw new InvalidArgumentError('Separate them by commas.');
  return named;
}

/** Splits at white space, since addresses may contain commas. */
function urlList(given: string): string[] {
  const named = given.split(/\s+/).filter(Boolean);
  return named.length === 1 && named[0]?.toLowerCase() === 'none' ? [] : named;
}

function platformList(given: string): Platform[] {
  const { data } = platformSchema.array().safeParse(list(given.toLowerCase()));
  if (!data) throw new InvalidArgumentError(`Choose from ${PLATFORM_IDS.join(', ')}.`);
  return PLATFORM_IDS.filter((id) => data.includes(id));
}

function rowOf({ id, niche_name, posts_per_day, platforms, is_paused, ...project }: Project): string[] {
  const sources = sourcesOf(project).map((url) => {
    const reading = project.source_readings.find((one) => one.url === url);
    if (!reading) return `${url} (not read yet)`;
    const what = reading.ok ? `${reading.passages} passages` : reading.reason;
    return `${url} (${localTime(reading.at)}: ${what})`;
  });
  const state = is_paused ? 'paused' : 'active';
  return [
    id.slice(0, SHORT_ID_LENGTH),
    niche_name,
    String(posts_per_day),
    platforms.join(' '),
    state,
    sources.join('; '),
  ];
}

const NO_PROJECTS = 'No content projects yet. Create one in the Content Creator.';
const NOTHING_TO_CHANGE =
  'Specify what to change: --niche, --source1, --source2, --more-sources, --posts-per-day, --platforms, --accounts, --video or --videos.';
const noSuchProject = (wanted: string) =>
  `There is no project ${wanted}. \`local-agent projects list\` shows the projects.`;
const severalProjects = (wanted: string, found: readonly Project[]) =>
  `Several projects are named ${wanted}. Name one by its id: ${found.map(({ id }) => id).join(', ')}`;
const notAVideo = (file: string) => `${oneLine(file)} is a picture. Name an MP4 video.`;
const saved = ({ niche_name }: Project) => `Saved ${niche_name}.`;
const paused = ({ niche_name }: Project) => `Paused ${niche_name}. Posts that are already scheduled stay.`;
const resumed = ({ niche_name }: Project) => `Resumed ${niche_name}.`;
const removed = ({ niche_name, id }: Project) =>
  `Deleted ${niche_name}. Its posts stay. Restore it within 24 hours: local-agent projects restore ${id}`;
const restored = ({ niche_name }: Project) => `Restored ${niche_name}.`;
