import { isAbsolute } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { accountApi } from '../../../shared/api/accounts.ts';
import { channelApi } from '../../../shared/api/channels.ts';
import { mediaApi } from '../../../shared/api/media.ts';
import { templateApi } from '../../../shared/api/projects.ts';
import { publishingApi } from '../../../shared/api/publishing.ts';
import {
  type ListedFile,
  type MediaFileAnswer,
  mediaAltSchema,
  mediaListQuerySchema,
  mediaNameSchema,
  mediaTagsSchema,
} from '../../../shared/posts/media-library.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { templateSampleRequestSchema } from '../../../shared/posts/template-sample.ts';
import type { Channel } from '../../../shared/publishing/channel.ts';
import { limitsInWords } from '../../../shared/publishing/limits-in-words.ts';
import { PEOPLE_PLATFORMS, peopleQuerySchema } from '../../../shared/publishing/people.ts';
import { addBytes, addToLibrary } from '../../agent-client/add-media.ts';
import { call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import {
  ABSOLUTE_PATH,
  addedFile,
  NOBODY_FOUND,
  NOT_BASE64,
  ONE_FILE,
  templateSampled,
  tooLargeInline,
} from '../messages.ts';
import { ADDS, addTool, READS, type Registry } from '../tool.ts';
import { mediaUri } from '../uris.ts';

/** Largest file in a message: clients and servers over stdio accept messages of up to 10 MB. */
const INLINE_MAX_MB = 6;
const INLINE_MAX_CHARS = Math.ceil((INLINE_MAX_MB * 1_000_000) / 3) * 4;

const LIST_MAX = 200;
const LIST_DEFAULT = 50;

/** list_accounts, find_people, list_templates, sample_template, list_media and add_media. */
export function addLibraryTools(registry: Registry): void {
  addTool(
    registry,
    'list_accounts',
    {
      title: 'List accounts and channels',
      description:
        'Lists the social media accounts with their channels: as whom and whether the agent posts to each directly ("ready"), its login must be renewed ("reconnect"), it is paused, or posts wait for the person ("by_hand"); and what each may post as its platform said when it was last asked ("limits", in words "room"). Never a login, token or cookie.',
      input: z.strictObject({}),
      scope: 'read',
      hints: READS,
    },
    async ({ api }) => {
      const accounts = await call(api, accountApi.listAccounts);
      const channels = await call(api, channelApi.listChannels);
      const data = accounts.map((account) => ({
        ...account,
        ...posting(channels.find(({ accountId }) => accountId === account.id)),
      }));
      return { says: `${data.length} accounts.`, data };
    },
  );

  addTool(
    registry,
    'find_people',
    {
      title: 'Find people to mention',
      description: `Searches people by a part of their name or handle, as the platform of an account of list_accounts finds them: ${PEOPLE_PLATFORMS.map(platformLabel).join(' and ')} only. Write @ and the handle into the text of that platform ("alternatives"): elsewhere it mentions nobody. On other platforms write @ and the name as it is there, if the person has told it.`,
      input: z.strictObject({ account_id: z.uuid(), ...peopleQuerySchema.shape }),
      scope: 'read',
      hints: { ...READS, openWorldHint: true },
    },
    async ({ api }, { account_id: id, query }) => {
      const people = await call(api, publishingApi.searchPeople, { params: { id }, query: { query } });
      const data = people.map(({ handle, name }) => ({ mention: `@${handle}`, name }));
      return { says: data.length === 0 ? NOBODY_FOUND : `${data.length} people.`, data };
    },
  );

  addTool(
    registry,
    'list_templates',
    {
      title: 'List templates',
      description:
        'Lists the content templates: the styles in which generated posts are written, with their prompts, weekdays (0 = Sunday; null = any day) and whether they are active.',
      input: z.strictObject({}),
      scope: 'read',
      hints: READS,
    },
    async ({ api }) => {
      const data = await call(api, templateApi.listTemplates);
      return { says: `${data.length} templates.`, data };
    },
  );

  addTool(
    registry,
    'sample_template',
    {
      title: 'Sample a template',
      description:
        'Writes a sample post with a template, stored or not, about the newest project or "project"; nothing is stored. "model" asks the chosen model, which costs as a post does; the built-in writer is free.',
      input: z.strictObject(templateSampleRequestSchema.shape),
      scope: 'draft',
      hints: { ...ADDS, openWorldHint: true },
    },
    async ({ api }, body) => {
      const data = await call(api, templateApi.sampleTemplate, { body });
      return { says: templateSampled(data), data };
    },
  );

  addTool(
    registry,
    'list_media',
    {
      title: 'List the Media Library',
      description: 'Lists pictures and videos of the Media Library, newest first, by words or a tag.',
      input: z.strictObject({
        ...mediaListQuerySchema.pick({ search: true, tag: true }).shape,
        limit: z.number().int().min(1).max(LIST_MAX).default(LIST_DEFAULT),
      }),
      scope: 'read',
      hints: READS,
    },
    async ({ api }, { search, tag, limit }) => {
      const files = await call(api, mediaApi.listMedia, { query: { search, tag, limit } });
      return { says: `${files.length} files.`, data: files.map(shown) };
    },
  );

  addTool(
    registry,
    'add_media',
    {
      title: 'Add a picture or video',
      description: `Adds a picture (PNG, JPEG, WebP) or MP4 video to the Media Library: the file at an absolute "path" on the agent's machine (up to 200 MB), or "base64" with a file "name" (up to ${INLINE_MAX_MB} MB). Anything else is refused by its bytes. It is in no post until one names it.`,
      input: z.strictObject({
        path: z.string().min(1).max(4096).optional(),
        base64: z.string().min(1).max(INLINE_MAX_CHARS, tooLargeInline(INLINE_MAX_MB)).optional(),
        name: mediaNameSchema.optional(),
        tags: mediaTagsSchema.default([]),
        alt: mediaAltSchema.optional().describe('What it shows, for people who do not see it; posts get it too.'),
      }),
      scope: 'draft',
      hints: ADDS,
    },
    async ({ api }, { path, base64, name, tags, alt }) => {
      if ((path === undefined) === (base64 === undefined)) throw new AppError('bad_input', ONE_FILE);
      const words = { tag: tags, ...(alt !== undefined && { alt }), ...(name !== undefined && { name }) };
      let file: MediaFileAnswer;
      if (base64 === undefined) {
        if (path === undefined || !isAbsolute(path)) throw new AppError('bad_input', ABSOLUTE_PATH);
        file = await addToLibrary(api, path, words);
      } else {
        if (name === undefined) throw new AppError('bad_input', ONE_FILE);
        file = await addBytes(api, Readable.from([bytesOf(base64)]), { ...words, name });
      }
      return { says: addedFile(file.name ?? file.path), data: shown(file) };
    },
  );
}

/** How an account's posts are published. */
function posting(channel: Channel | undefined) {
  if (!channel) return { posting: 'by_hand', channel: null };
  const { accountId, platform, agentId, ...told } = channel;
  return {
    posting: channel.isPaused ? 'paused' : channel.state,
    channel: { ...told, room: limitsInWords(platform, told.limits) },
  };
}

function shown(file: ListedFile) {
  return { ...file, resource: mediaUri(file.path) };
}

/** Decodes base64 strictly, because Buffer skips invalid characters and the stored file would be damaged. */
function bytesOf(base64: string): Buffer {
  const packed = base64.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) throw new AppError('bad_input', NOT_BASE64);
  return Buffer.from(packed, 'base64');
}
