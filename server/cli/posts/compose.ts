import type { Command } from 'commander';
import { postApi } from '../../../shared/api/posts.ts';
import { publishingApi } from '../../../shared/api/publishing.ts';
import type { PostFields } from '../../../shared/posts/compose.ts';
import { refusalsOfSameText } from '../../../shared/posts/composing.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { ComposedPost } from '../../../shared/posts/posts-api.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { apiCommand } from '../agent/api-command.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { CommandFailed, WrongUsage } from '../terminal/exit-code.ts';
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts';
import {
  DELETED,
  describeComposed,
  EMPTY,
  FOR_NEEDS_WORDS,
  NOTHING_TO_CHANGE,
  replacedVersions,
  TWO_TIMES,
} from './compose-messages.ts';
import { type FieldOptions, fieldsOf, moment, versionOf, withFields } from './post-fields.ts';

type NewOptions = FieldOptions & { at?: string; draft?: true };
type EditOptions = FieldOptions & { for?: string };
/** A post, and whether publishing it immediately failed. */
type Outcome = ComposedPost & { hasFailed?: boolean };

/** `posts new | edit | duplicate | move | delete`: the user's own posts. Ids may be abbreviated. */
export function addComposeCommands(posts: Command, terminal: Terminal): void {
  withFields(posts.command('new').description('write a post; it stays a draft unless a time is given'))
    .option('--at <time>', 'now, next (the next free slot), or a time such as "2026-12-24 09:00"')
    .option('--draft', 'keep it as a draft')
    .action(async ({ at: given, draft, ...options }: NewOptions, command: Command) => {
      if (given !== undefined && draft) throw new WrongUsage(TWO_TIMES);
      const at = given === undefined ? null : await moment(given);
      await step('new', command, async (api) => {
        const fields = await fieldsOf(api, options, terminal);
        if (!fields.caption && !fields.media) throw new WrongUsage(EMPTY);
        const body = { fields, at };
        const made = await call(api, postApi.addPost, { body });
        return at === 'now' ? sent(api, made) : made;
      });
    });

  withFields(posts.command('edit <id>').description('change a post; options that are left out stay as they are'))
    .option('--for <name>', 'change the text and hashtags for one platform or account only')
    .action(async (id: string, options: EditOptions, command: Command) => {
      await step('edit', command, (api) => edit(api, id, options));
    });

  withWorkspaceOptions(posts.command('duplicate <id>').description('copy a post to a draft')).action(
    async (id: string, _options: object, command: Command) => {
      const copy = await step('duplicate', command, async (api) =>
        call(api, postApi.duplicatePost, { params: { id } }),
      );
      const platforms = [...new Set(copy.destinations.map(({ platform }) => platform))];
      for (const words of refusalsOfSameText(platforms)) note(terminal, words);
    },
  );

  withWorkspaceOptions(posts.command('move <id>').description('move a post to another time, or schedule a draft'))
    .requiredOption('--to <time>', 'now, next (the next free slot), or a time such as "2026-12-24 09:00"')
    .action(async (id: string, { to: given }: { to: string }, command: Command) => {
      const to = await moment(given);
      await step('move', command, async (api) => {
        const body = { to };
        const moved = await call(api, postApi.movePost, { params: { id }, body });
        return to === 'now' ? sent(api, moved) : moved;
      });
    });

  apiCommand(posts.command('delete <id>').description('delete a post; it can be restored for 24 hours'), terminal, {
    async ask(api: Api, wanted: string) {
      const { id } = await read(api, wanted);
      await call(api, postApi.deletePost, { params: { id } });
      return { id };
    },
    tell: () => print(terminal, DELETED),
  });

  async function step(name: string, command: Command, work: (api: Api) => Promise<Outcome>): Promise<ComposedPost> {
    const config = configOf(command);
    const { hasFailed, ...post } = await withApi(`posts ${name}`, config, terminal, work);
    if (config.json) printJson(terminal, post);
    else for (const line of describeComposed(post)) print(terminal, line);
    if (hasFailed) throw new CommandFailed();
    return post;
  }

  async function edit(api: Api, id: string, options: EditOptions): Promise<ComposedPost> {
    const before = await read(api, id);
    const { caption, hashtags, ...fields } = await fieldsOf(api, options, terminal, before);
    const words = { ...(caption !== undefined && { caption }), ...(hashtags && { hashtags }) };
    const hasWords = Object.keys(words).length > 0;
    if (options.for !== undefined && !hasWords) throw new WrongUsage(FOR_NEEDS_WORDS);
    let changed: Partial<PostFields> = { ...fields, ...words };
    if (options.for !== undefined) changed = { ...fields, ...(await versionOf(api, before, options.for, words)) };
    else if (hasWords) {
      // Without --for, the new text replaces all versions for single platforms and accounts.
      const replaced = Object.keys(before.alternatives) as Platform[];
      if (replaced.length + Object.keys(before.account_versions).length > 0) note(terminal, replacedVersions(replaced));
      changed = { ...changed, alternatives: {}, account_versions: {} };
    }
    if (Object.keys(changed).length === 0) throw new WrongUsage(NOTHING_TO_CHANGE);
    const body = { fields: changed, ifUpdatedAt: before.updated_at };
    return call(api, postApi.changePost, { params: { id: before.id }, body });
  }
}

async function read(api: Api, id: string) {
  return call(api, postApi.getPostFields, { params: { id } });
}

/** Waits until due posts have been sent, and reports failures. */
async function sent(api: Api, made: ComposedPost): Promise<Outcome> {
  if (!made.post) return made;
  await call(api, publishingApi.sendDuePosts, { body: { wait: true } });
  const deliveries = await call(api, publishingApi.listDeliveries, { params: { id: made.post.id } });
  const hasFailed = deliveries.some(({ state }) => state === 'failed' || state === 'needs_review');
  const { status, post } = await read(api, made.id);
  return { ...made, status, post, hasFailed };
}
