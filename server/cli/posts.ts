import type { Command } from 'commander';
import { POSTS_LIMIT_DEFAULT, type Post, postListSchema, postStatusSchema } from '../../shared/agent-api.ts';
import { readJson } from './api.ts';
import { configOf, withWorkspaceOptions } from './config-options.ts';
import { localTime, localZone } from './local-time.ts';
import { NO_POSTS } from './messages.ts';
import { note, printJson, printTable, type Terminal } from './terminal.ts';
import { withApi } from './workspace.ts';

const CAPTION_MAX_LENGTH = 60;

/** `posts list`: the scheduled posts, earliest first. */
export function addPostsCommand(program: Command, terminal: Terminal): void {
  const posts = program.command('posts').description('look at the posts');

  withWorkspaceOptions(posts.command('list').description('list the scheduled posts, earliest first'))
    .option('--status <status>', `only those that are ${postStatusSchema.options.join(', ')}`)
    .option('--limit <number>', `at most this many (${POSTS_LIMIT_DEFAULT})`)
    .action(async (options: { status?: string; limit?: string }, command: Command) => {
      const config = configOf(command);
      const query = new URLSearchParams({
        ...(options.status !== undefined && { status: options.status }),
        ...(options.limit !== undefined && { limit: options.limit }),
      });
      const list = await withApi('posts list', config, terminal, async (api) =>
        readJson(await api({ method: 'GET', path: `/api/posts?${query}` }), postListSchema),
      );
      if (config.json) return printJson(terminal, list);
      if (list.length === 0) return note(terminal, NO_POSTS);
      printTable(terminal, [`TIME (${localZone()})`, 'STATUS', 'TYPE', 'PLATFORMS', 'CAPTION'], list.map(rowOf));
    });
}

function rowOf({ scheduled_time, status, generated_content: content }: Post): string[] {
  const caption =
    content.caption.length > CAPTION_MAX_LENGTH
      ? `${content.caption.slice(0, CAPTION_MAX_LENGTH - 1)}…`
      : content.caption;
  return [localTime(scheduled_time), status, content.content_type, content.platforms.join(' '), caption];
}
