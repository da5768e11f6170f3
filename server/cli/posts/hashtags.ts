import type { Command } from 'commander';
import { hashtagGroupApi } from '../../../shared/api/posts.ts';
import { groupNamed } from '../../../shared/posts/hashtag-groups.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { apiCommand } from '../agent/api-command.ts';
import { note, printTable, type Terminal } from '../terminal/terminal.ts';

const NO_GROUPS = 'No hashtag groups yet. Save one with `local-agent hashtags save <name> <tags...>`.';
const noSuchGroup = (name: string) => `There is no hashtag group ${name}. \`local-agent hashtags list\` shows them.`;

/** `hashtags list | save | remove`: named groups of hashtags. */
export function addHashtagsCommand(program: Command, terminal: Terminal): void {
  const hashtags = program.command('hashtags').description('save hashtags as named groups, to add to posts at once');

  apiCommand(hashtags.command('list').description('list the hashtag groups'), terminal, {
    ask: (api: Api) => call(api, hashtagGroupApi.listHashtagGroups),
    tell(groups) {
      if (groups.length === 0) return note(terminal, NO_GROUPS);
      printTable(
        terminal,
        ['NAME', 'HASHTAGS'],
        groups.map(({ name, hashtags: tags }) => [name, tags.join(' ')]),
      );
    },
  });

  const save = hashtags
    .command('save')
    .argument('<name>', 'such as "Bread"')
    .argument('<tags...>', 'such as "#bread #rye"')
    .description('save hashtags under a name, replacing those that it had');
  apiCommand(save, terminal, {
    ask: (api: Api, name: string, tags: string[]) =>
      call(api, hashtagGroupApi.saveHashtagGroup, {
        body: { name, hashtags: tags.flatMap((one) => one.split(/[\s,]+/)) },
      }),
    tell: ({ name, hashtags: tags }) => printTable(terminal, ['NAME', 'HASHTAGS'], [[name, tags.join(' ')]]),
  });

  const remove = hashtags
    .command('remove')
    .argument('<name>', 'of a group')
    .description('remove a group; posts keep their hashtags');
  apiCommand(remove, terminal, {
    ask: async (api: Api, name: string) => {
      const group = groupNamed(await call(api, hashtagGroupApi.listHashtagGroups), name);
      if (!group) throw new AppError('not_found', noSuchGroup(name));
      await call(api, hashtagGroupApi.removeHashtagGroup, { params: { id: group.id } });
      return group;
    },
    tell: ({ name }) => note(terminal, `Removed ${name}.`),
  });
}
