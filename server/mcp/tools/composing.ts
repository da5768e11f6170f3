import { z } from 'zod';
import { accountApi } from '../../../shared/api/accounts.ts';
import { mediaApi } from '../../../shared/api/media.ts';
import { postApi } from '../../../shared/api/posts.ts';
import { MEDIA_MAX, type PostFields, pictureFitSchema, postFieldsSchema } from '../../../shared/posts/compose.ts';
import { parseHashtags } from '../../../shared/posts/composing.ts';
import { mediaItemOf } from '../../../shared/posts/media-library.ts';
import { labelsOf } from '../../../shared/posts/platforms.ts';
import { type ComposedPost, momentSchema, postParamsSchema } from '../../../shared/posts/posts-api.ts';
import { THREAD_PARTS_MAX } from '../../../shared/posts/thread.ts';
import { joinParts } from '../../../shared/posts/thread-parts.ts';
import { withFit } from '../../../shared/publishing/picture-fit.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import {
  alreadyScheduled,
  EMPTY_POST,
  NOTHING_TO_CHANGE,
  noSuchAccount,
  notScheduled,
  standing,
  THREAD_NEEDS_TEXT,
  VERSIONS_REPLACED,
} from '../messages.ts';
import { readFields } from '../post-views.ts';
import { ADDS, type Answer, addTool, assertMayChange, type Call, CHANGES, type Registry } from '../tool.ts';

const { caption, hashtags, first_comment, platforms, account_ids, options } = postFieldsSchema.shape;

const said = {
  text: caption.optional().describe('What the post says, without hashtags.'),
  thread: z
    .array(caption)
    .max(THREAD_PARTS_MAX - 1)
    .optional()
    .describe(
      `The posts after "text" on ${labelsOf(({ replies }) => replies === 'thread')}, where they make a thread; elsewhere they are further paragraphs.`,
    ),
  hashtags: hashtags.optional().describe('With or without #.'),
  first_comment: first_comment.optional().describe('What is said below the post once it stands.'),
  platforms: platforms.optional().describe('Where it goes; those of account_ids need not be named.'),
  account_ids: account_ids.optional().describe('Ids of list_accounts. null: every connected account of the platforms.'),
  media: z
    .array(z.string().min(1))
    .max(MEDIA_MAX)
    .optional()
    .describe('Pictures or a video of the Media Library, in order: paths of list_media or add_media.'),
  options: options
    .optional()
    .describe(
      'What is chosen for the post on each platform. Those of the named platforms replace what they had; without one the account’s default applies.',
    ),
  fit: pictureFitSchema
    .optional()
    .describe(
      `How pictures of a shape that ${labelsOf(({ media }) => media.aspect)} does not take go out: cut (crop) or with white borders (pad).`,
    ),
};
type Said = z.output<z.ZodObject<typeof said>>;

const COMPOSES =
  'Makes a post of the given text, pictures and places. Without "at" it is a draft and nothing goes out. With "at" it is scheduled and goes out by itself then; a time that has passed, or what an account would refuse, is refused and nothing is made. Answers where it would go and what stands in the way.';
const COMPOSES_DRAFTS =
  'Makes a draft of the given text, pictures and places; nothing goes out. Answers where it would go and what stands in the way.';

/** Without "now", because publishing at once is a separate tool. */
const later = z
  .union([z.literal('next'), momentSchema.options[1]])
  .describe('"next" for the next free slot of the posting hours, or a time such as 2026-12-24T09:00:00+01:00.');

const composed = z.strictObject({ ...said, at: later.optional() });

/**
 * compose_post, edit_post, schedule_post and reschedule_post; none publishes at once. Without the scope `publish`,
 * compose_post makes only drafts, and edit_post refuses scheduled posts.
 */
export function addComposingTools(registry: Registry): void {
  const maySchedule = registry.scopes.includes('publish');
  addTool(
    registry,
    'compose_post',
    {
      title: 'Write a post',
      description: maySchedule ? COMPOSES : COMPOSES_DRAFTS,
      input: maySchedule ? composed : composed.omit({ at: true }),
      scope: 'draft',
      hints: { ...ADDS, openWorldHint: true },
    },
    async (tool, given) => {
      const { at = null, ...words } = { at: undefined, ...given };
      const fields = await fieldsOf(tool.api, words);
      if (!fields.caption && !fields.media?.length) throw new AppError('bad_input', EMPTY_POST);
      return answered(tool, await call(tool.api, postApi.addPost, { body: { fields, at } }));
    },
  );

  addTool(
    registry,
    'edit_post',
    {
      title: 'Change a post',
      description:
        'Replaces the named fields of a post that is not out yet; the others stay. A new text or hashtags replace those of all versions for single platforms and accounts. A scheduled post stays scheduled and goes out changed.',
      input: z.strictObject({ ...postParamsSchema.shape, ...said }),
      scope: 'draft',
      hints: { ...CHANGES, idempotentHint: true },
    },
    async (tool, { id, ...words }) => {
      const before = await readFields(tool.api, id);
      assertMayChange(registry, before.post?.status);
      const fields = await fieldsOf(tool.api, words, before);
      if (Object.keys(fields).length === 0) throw new AppError('bad_input', NOTHING_TO_CHANGE);
      const hasWords = fields.caption !== undefined || fields.hashtags !== undefined;
      const versions = Object.keys(before.alternatives).length + Object.keys(before.account_versions).length;
      const body = {
        fields: hasWords ? { ...fields, alternatives: {}, account_versions: {} } : fields,
        ifUpdatedAt: before.updated_at,
      };
      const answer = await call(tool.api, postApi.changePost, { params: { id: before.id }, body });
      return answered(tool, answer, hasWords && versions > 0 ? VERSIONS_REPLACED : '');
    },
  );

  addTool(
    registry,
    'schedule_post',
    {
      title: 'Schedule a draft',
      description:
        'Schedules a draft or a cancelled post: it goes out by itself at that time on its accounts. A time that has passed, or what an account would refuse, is refused and nothing changes.',
      input: z.strictObject({ ...postParamsSchema.shape, at: later }),
      scope: 'publish',
      hints: { ...ADDS, openWorldHint: true },
    },
    async (tool, { id, at }) => {
      const { post } = await readFields(tool.api, id);
      if (post?.status === 'scheduled') throw new AppError('conflict', alreadyScheduled(post.scheduled_time));
      return move(tool, post?.id ?? id, at);
    },
  );

  addTool(
    registry,
    'reschedule_post',
    {
      title: 'Move a scheduled post',
      description: 'Moves a scheduled post to another time: it goes out by itself then, and not at its time before.',
      input: z.strictObject({ ...postParamsSchema.shape, to: later }),
      scope: 'publish',
      hints: { ...CHANGES, openWorldHint: true },
    },
    async (tool, { id, to }) => {
      const { status, post } = await readFields(tool.api, id);
      if (post?.status !== 'scheduled') throw new AppError('conflict', notScheduled(post?.status ?? status));
      return move(tool, post.id, to);
    },
  );
}

async function move(tool: Call, id: string, to: string): Promise<Answer> {
  return answered(tool, await call(tool.api, postApi.movePost, { params: { id }, body: { to } }));
}

async function answered({ isRunning }: Call, post: ComposedPost, note = ''): Promise<Answer> {
  const says = [note, standing(post, isRunning)].filter(Boolean).join(' ');
  return { says, data: { ...post, id: post.post?.id ?? post.id } };
}

/** Converts the given input to a post's fields. AppError not_found for an unknown account or file. */
async function fieldsOf(
  api: Api,
  { text, thread, hashtags: tags, media, fit, ...same }: Said,
  before: Pick<PostFields, 'media' | 'options'> = { media: [], options: {} },
): Promise<Partial<PostFields>> {
  if (thread && text === undefined) throw new AppError('bad_input', THREAD_NEEDS_TEXT);
  const files = media && (await Promise.all(media.map((path) => readItem(api, path))));
  const chosen = same.account_ids && (await platformsOf(api, same.account_ids));
  const named = chosen || same.platforms ? [...new Set([...(same.platforms ?? []), ...(chosen ?? [])])] : undefined;
  return {
    ...(text !== undefined && { caption: joinParts([text, ...(thread ?? [])]) }),
    ...(tags !== undefined && { hashtags: parseHashtags(tags.join(' ')) }),
    ...(same.first_comment !== undefined && { first_comment: same.first_comment }),
    ...(same.account_ids !== undefined && { account_ids: same.account_ids }),
    ...(named !== undefined && { platforms: named }),
    ...(files && { media: files }),
    ...(same.options && { options: { ...before.options, ...same.options } }),
    ...(fit && (files ?? before.media).length > 0 && { media: withFit(files ?? before.media, fit) }),
  };
}

async function platformsOf(api: Api, ids: readonly string[]) {
  const accounts = await call(api, accountApi.listAccounts);
  return ids.map((id) => {
    const account = accounts.find((one) => one.id === id);
    if (!account) throw new AppError('not_found', noSuchAccount(id));
    return account.platform;
  });
}

async function readItem(api: Api, path: string) {
  return mediaItemOf(await call(api, mediaApi.getMedia, { params: { file: path } }));
}
