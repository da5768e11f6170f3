import { z } from 'zod';
import { postingDefaultsChangeSchema } from '../../../shared/accounts/accounts.ts';
import { accountApi } from '../../../shared/api/accounts.ts';
import { hashtagGroupApi, linkTagsApi } from '../../../shared/api/posts.ts';
import type { PlatformOption } from '../../../shared/platforms/options.ts';
import { hashtagGroupFieldsSchema } from '../../../shared/posts/hashtag-groups.ts';
import { linkTagsChangeSchema } from '../../../shared/posts/link-tags-api.ts';
import { optionsOf } from '../../../shared/posts/platform-options.ts';
import { platformOf } from '../../../shared/posts/platforms.ts';
import { call } from '../../agent-client/api.ts';
import { defaultsInWords, groupSaved, linkTagsInWords } from '../messages.ts';
import { addTool, CHANGES, READS, type Registry } from '../tool.ts';

const account_id = z.uuid().describe('Of list_accounts.');

/**
 * Defaults for posts: show_posting_defaults, set_posting_defaults, show_link_tags, set_link_tags, list_hashtag_groups,
 * save_hashtag_group, remove_hashtag_group.
 */
export function addPostSettingTools(registry: Registry): void {
  addTool(
    registry,
    'show_posting_defaults',
    {
      title: 'Show an account’s posting defaults',
      description:
        'Shows the options that an account’s posts get unless they say otherwise, such as who may see them, and what else can be chosen there.',
      input: z.strictObject({ account_id }),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, { account_id: id }) => {
      const data = await call(api, accountApi.getPostingDefaults, { params: { id } });
      const choosable = optionsOf(data.platform).fields.filter(({ isOfPost }) => !isOfPost);
      return {
        says: defaultsInWords(data),
        data: {
          ...data,
          holdsPosts: platformOf(data.platform).holds !== undefined,
          choosable: choosable.map(shownOption),
        },
      };
    },
  );

  addTool(
    registry,
    'set_posting_defaults',
    {
      title: 'Choose an account’s posting defaults',
      description:
        'Replaces the options that an account’s posts get unless they say otherwise: take those of show_posting_defaults and change what is to change. What is left out is as the platform has it. Scheduled posts go out by them too. handOverHours hands posts over to a platform that can hold them (choosable in show_posting_defaults as holdsPosts) so many hours before they are due; null: never.',
      input: z.strictObject({ account_id, ...postingDefaultsChangeSchema.shape }),
      scope: 'publish',
      hints: { ...CHANGES, idempotentHint: true },
    },
    async ({ api }, { account_id: id, ...body }) => {
      const data = await call(api, accountApi.setPostingDefaults, { params: { id }, body });
      return { says: defaultsInWords(data), data };
    },
  );

  addTool(
    registry,
    'show_link_tags',
    {
      title: 'Show the UTM parameters of links',
      description: `Shows whether links get UTM parameters when a post is sent, and which. ${linkTagsApi.getLinkTags.description}`,
      input: z.strictObject({}),
      scope: 'read',
      hints: READS,
    },
    async ({ api }) => {
      const data = await call(api, linkTagsApi.getLinkTags);
      return { says: linkTagsInWords(data), data };
    },
  );

  addTool(
    registry,
    'set_link_tags',
    {
      title: 'Choose the UTM parameters of links',
      description: `Chooses what links in posts get when they are sent, scheduled posts too. ${linkTagsApi.setLinkTags.description} "sources" and "domains" are replaced as a whole.`,
      input: z.strictObject(linkTagsChangeSchema.shape),
      scope: 'publish',
      hints: { ...CHANGES, idempotentHint: true },
    },
    async ({ api }, body) => {
      const data = await call(api, linkTagsApi.setLinkTags, { body });
      return { says: linkTagsInWords(data), data };
    },
  );

  addTool(
    registry,
    'list_hashtag_groups',
    {
      title: 'List hashtag groups',
      description: 'Lists the hashtags that the person keeps by name, to be put into posts together.',
      input: z.strictObject({}),
      scope: 'read',
      hints: READS,
    },
    async ({ api }) => {
      const data = await call(api, hashtagGroupApi.listHashtagGroups);
      return { says: `${data.length} hashtag groups.`, data };
    },
  );

  addTool(
    registry,
    'save_hashtag_group',
    {
      title: 'Keep hashtags by a name',
      description:
        'Keeps hashtags by a name, in place of those that were kept by this name, in any case. Posts keep their hashtags.',
      input: z.strictObject(hashtagGroupFieldsSchema.shape),
      scope: 'draft',
      hints: { ...CHANGES, idempotentHint: true },
    },
    async ({ api }, body) => {
      const data = await call(api, hashtagGroupApi.saveHashtagGroup, { body });
      return { says: groupSaved(data), data };
    },
  );

  addTool(
    registry,
    'remove_hashtag_group',
    {
      title: 'Remove a hashtag group',
      description: 'REMOVES a group of list_hashtag_groups for good. Posts keep their hashtags. Ask the person first.',
      input: z.strictObject({ id: z.uuid() }),
      scope: 'draft',
      hints: CHANGES,
    },
    async ({ api }, params) => {
      await call(api, hashtagGroupApi.removeHashtagGroup, { params });
      return { says: 'Removed. Posts keep their hashtags.' };
    },
  );
}

function shownOption(option: PlatformOption) {
  const { name, label, help, kind } = option;
  return { name, label, help, kind, ...(option.kind === 'choice' && { choices: option.choices }) };
}
