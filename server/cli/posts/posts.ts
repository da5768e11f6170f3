import { type Command, Option } from 'commander';
import { postApi } from '../../../shared/api/posts.ts';
import { isOverdue } from '../../../shared/posts/overdue.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import {
  POSTS_LIMIT_DEFAULT,
  POSTS_LIMIT_MAX,
  type Post,
  type PostDetail,
  postStatusSchema,
} from '../../../shared/posts/posts-api.ts';
import type { Reason } from '../../../shared/posts/reason-words.ts';
import type { PostStatus } from '../../../shared/workspace/database.ts';
import { type Api, call } from '../../agent-client/api.ts';
import type { AgentConfig } from '../../config/config.ts';
import { apiCommand } from '../agent/api-command.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { NO_POSTS } from '../messages.ts';
import { localTime, localZone } from '../terminal/local-time.ts';
import { note, oneLine, print, printJson, printTable, type Terminal } from '../terminal/terminal.ts';
import { wholeNumber } from '../terminal/whole-number.ts';
import { NO_DRAFTS } from './compose-messages.ts';

const CAPTION_MAX_LENGTH = 60;
/** Length of displayed ids, enough to be unique. */
const SHORT_ID_LENGTH = 8;

type AddCommands = (program: Command, terminal: Terminal) => void;

/** `posts` with all its subcommands; for `list` and `show`, which are used most, only those two are loaded. */
export async function postsCommand(subcommand: string | undefined): Promise<AddCommands> {
  const others = ['list', 'show'].includes(subcommand ?? '') ? [] : await changingCommands();
  return (program, terminal) => {
    const posts = program.command('posts').description('write, view, publish and cancel posts');
    addLookingCommands(posts, terminal);
    for (const add of others) add(posts, terminal);
  };
}

async function changingCommands(): Promise<AddCommands[]> {
  const [compose, evergreen, finding, importing, publishing, prepare, video] = await Promise.all([
    import('./compose.ts'),
    import('./evergreen.ts'),
    import('./find.ts'),
    import('./import.ts'),
    import('./publishing.ts'),
    import('./prepare.ts'),
    import('./video.ts'),
  ]);
  return [
    compose.addComposeCommands,
    evergreen.addEvergreenCommands,
    finding.addFindCommand,
    importing.addImportCommand,
    publishing.addPublishingCommands,
    prepare.addPrepareCommand,
    video.addVideoCommand,
  ];
}

/**
 * `posts list`: the scheduled posts, earliest first. `posts show`: one with all details and the reasons for its state.
 */
function addLookingCommands(posts: Command, terminal: Terminal): void {
  withWorkspaceOptions(posts.command('list').description('list the scheduled posts, earliest first'))
    .addOption(new Option('--status <status>', 'only those of this status').choices(postStatusSchema.options))
    .option('--limit <number>', `at most this many (${POSTS_LIMIT_DEFAULT})`, wholeNumber(1, POSTS_LIMIT_MAX))
    .option('--drafts', 'the drafts instead, the latest changed first')
    .action(async (options: { status?: PostStatus; limit?: number; drafts?: true }, command: Command) => {
      const config = configOf(command);
      if (options.drafts) return listDrafts(config, terminal);
      const { status, limit } = options;
      const list = await withApi('posts list', config, terminal, (api) =>
        call(api, postApi.listPosts, { query: { status, limit } }),
      );
      if (config.json) return printJson(terminal, list);
      if (list.length === 0) return note(terminal, NO_POSTS);
      printTable(terminal, ['ID', `TIME (${localZone()})`, 'STATUS', 'TYPE', 'PLATFORMS', 'CAPTION'], list.map(rowOf));
    });

  const showing = 'print a post and the reasons behind it; the first characters of its id are enough';
  apiCommand(posts.command('show <id>').description(showing), terminal, {
    ask: (api: Api, id: string) => call(api, postApi.getPost, { params: { id } }),
    async tell(post) {
      // Not loaded for `list`, which shows no reasons.
      const { whyThisPost } = await import('../../../shared/posts/reason-words.ts');
      const why = whyThisPost(post.generated_content.reasons, post.generated_content, post);
      for (const line of postInWords(post, why)) print(terminal, line);
    },
  });
}

async function listDrafts(config: AgentConfig, terminal: Terminal): Promise<void> {
  const drafts = await withApi('posts list', config, terminal, async (api) => call(api, postApi.listDrafts));
  if (config.json) return printJson(terminal, drafts);
  if (drafts.length === 0) return note(terminal, NO_DRAFTS);
  const rows = drafts.map(({ id, updated_at, content_type, platforms, caption }) => [
    id.slice(0, SHORT_ID_LENGTH),
    localTime(updated_at),
    content_type,
    platforms.join(' '),
    shortCaption(caption),
  ]);
  printTable(terminal, ['ID', `CHANGED (${localZone()})`, 'TYPE', 'PLATFORMS', 'CAPTION'], rows);
}

function rowOf({ id, scheduled_time, status, generated_content: content }: Post): string[] {
  const { content_type: type, platforms } = content;
  return [
    id.slice(0, SHORT_ID_LENGTH),
    localTime(scheduled_time),
    statusInWords({ status, scheduled_time }),
    type,
    platforms.join(' '),
    shortCaption(content.caption),
  ];
}

/** As in the UI: a waiting post whose time has passed is overdue. */
function statusInWords(post: Pick<Post, 'status' | 'scheduled_time'>): string {
  return isOverdue(post, new Date()) ? 'overdue' : post.status;
}

function shortCaption(caption: string): string {
  return caption.length > CAPTION_MAX_LENGTH ? `${caption.slice(0, CAPTION_MAX_LENGTH - 1)}…` : caption;
}

/** A post as lines of text: its time, its text, its reasons, and its sources. */
function postInWords(post: PostDetail, why: readonly Reason[]): string[] {
  const { id, status, scheduled_time, generated_content: content } = post;
  const { caption, hashtags, sources } = content;
  const facts = [
    { label: 'Post', text: id },
    { label: 'Time', text: `${localTime(scheduled_time)} (${localZone()})` },
    { label: 'Status', text: statusInWords({ status, scheduled_time }) },
    { label: 'Type', text: content.content_type },
    { label: 'Platforms', text: content.platforms.map(platformLabel).join(', ') || '-' },
    { label: 'Template', text: content.template_name ?? '-' },
  ];
  return [
    ...aligned(facts),
    ...block(caption.split('\n').map(oneLine)),
    ...block(hashtags.length > 0 ? [oneLine(hashtags.join(' '))] : []),
    ...part('Why this post', aligned(why)),
    ...part(
      'Based on',
      sources.flatMap(({ title, url, passage }) => [oneLine(`${title} ${url}`), `  ${oneLine(passage)}`]),
    ),
  ];
}

function aligned(reasons: readonly Reason[]): string[] {
  const width = Math.max(...reasons.map(({ label }) => label.length));
  return reasons.map(({ label, text }) => `${label.padEnd(width)}  ${oneLine(text)}`);
}

function part(heading: string, lines: readonly string[]): string[] {
  return block(lines.length > 0 ? [heading, ...lines.map((line) => `  ${line}`)] : []);
}

/** The lines preceded by an empty one; nothing if there are none. */
function block(lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', ...lines] : [];
}
