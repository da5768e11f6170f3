import { z } from 'zod';
import { cardRequestSchema } from '../pictures/card.ts';
import { rewriteRequestSchema, rewriteResultSchema } from '../posts/compose.ts';
import { hashtagGroupFieldsSchema, hashtagGroupSchema } from '../posts/hashtag-groups.ts';
import { importAnswerSchema, importRequestSchema } from '../posts/import/import.ts';
import { IMPORT_MAX_BYTES } from '../posts/import/limits.ts';
import { linkTagsChangeSchema, linkTagsSchema } from '../posts/link-tags-api.ts';
import { postingTimesChangeSchema, postingTimesQuerySchema, postingTimesSchema } from '../posts/posting-times-api.ts';
import {
  composedPostSchema,
  draftListSchema,
  moveSchema,
  newPostSchema,
  postChangeSchema,
  postDetailSchema,
  postListSchema,
  postParamsSchema,
  postsQuerySchema,
  preflightRequestSchema,
  preflightSchema,
  storedFieldsSchema,
} from '../posts/posts-api.ts';
import {
  seriesAnswerSchema,
  seriesChangedSchema,
  seriesChangeSchema,
  seriesListSchema,
  seriesRequestSchema,
  seriesSchema,
  seriesStoppedSchema,
} from '../posts/series-api.ts';
import type { Operations } from './operation.ts';

const seriesParamsSchema = z.object({ id: z.uuid() });

const CUT_ID = 'The id may be cut short to 4 characters where no other begins like it.';
/** As large as public.save_content takes, in which every character had to be escaped. */
const POST_MAX_BYTES = 12_000_000;

export const postApi = {
  listPosts: {
    route: 'GET /api/posts',
    summary: 'List scheduled posts by their times',
    description: 'Each with its content, and with the reasons why it was made as it was.',
    query: postsQuerySchema,
    answer: postListSchema,
  },
  getPost: {
    route: 'GET /api/posts/:id',
    summary: 'Read a post',
    description: `With its sources, what it cost, and why it is as it is. ${CUT_ID}`,
    params: postParamsSchema,
    answer: postDetailSchema,
    errors: [404],
  },
  listDrafts: {
    route: 'GET /api/drafts',
    summary: 'List the drafts, the latest changed first',
    answer: draftListSchema,
  },
  getPostFields: {
    route: 'GET /api/posts/:id/fields',
    summary: 'Read what can be changed of a post',
    description: CUT_ID,
    params: postParamsSchema,
    answer: storedFieldsSchema,
    errors: [404],
  },
  addPost: {
    route: 'POST /api/posts',
    summary: 'Write a post',
    description:
      'At once (`at: "now"`), at the next free slot (`"next"`), at a time, or as a draft (null). A form feed (`\\f`) in a caption begins the next post of a thread; where there are no threads, a paragraph. With an `id` of your own, a repeated request makes one post only. The answer says where it goes, and what the platforms would refuse.',
    body: newPostSchema,
    bodyLimit: POST_MAX_BYTES,
    answer: composedPostSchema,
    status: 201,
    errors: [404, 409],
  },
  changePost: {
    route: 'PUT /api/posts/:id',
    summary: 'Change a post',
    description: `Fields that are left out stay as they are. 409 where it was changed after \`ifUpdatedAt\`, or is being sent. ${CUT_ID}`,
    params: postParamsSchema,
    body: postChangeSchema,
    bodyLimit: POST_MAX_BYTES,
    answer: composedPostSchema,
    errors: [404, 409],
  },
  deletePost: {
    route: 'DELETE /api/posts/:id',
    summary: 'Delete a post',
    description: `It can be restored for 24 hours. ${CUT_ID}`,
    params: postParamsSchema,
    errors: [404, 409],
  },
  duplicatePost: {
    route: 'POST /api/posts/:id/duplicate',
    summary: 'Copy a post to a draft',
    description: CUT_ID,
    params: postParamsSchema,
    answer: composedPostSchema,
    status: 201,
    errors: [404],
  },
  movePost: {
    route: 'POST /api/posts/:id/move',
    summary: 'Move a post to another time, or schedule a draft',
    description: CUT_ID,
    params: postParamsSchema,
    body: moveSchema,
    answer: composedPostSchema,
    errors: [404, 409],
  },
  preflightPost: {
    route: 'POST /api/posts/preflight',
    summary: 'Ask where a post would go, and what would be refused',
    description: 'Writes nothing.',
    body: preflightRequestSchema,
    bodyLimit: POST_MAX_BYTES,
    answer: preflightSchema,
  },
  rewriteText: {
    route: 'POST /api/posts/rewrite',
    summary: 'Shorten, lengthen or change a text, or find hashtags for it',
    description: 'Writes nothing. What the built-in writer cannot do is null, and `note` says so.',
    body: rewriteRequestSchema,
    answer: rewriteResultSchema,
    errors: [409, 429, 502],
  },
  drawCard: {
    route: 'POST /api/posts/cards',
    summary: 'Draw a picture of words',
    description: 'In the colours of the workspace. Nothing is stored.',
    body: cardRequestSchema,
    file: 'image/png',
  },
} as const satisfies Operations;

export const seriesApi = {
  listSeries: {
    route: 'GET /api/series',
    summary: 'List what repeats, the latest begun first',
    description: 'Without what was stopped. `nextOn` is null where its last post is scheduled or out.',
    answer: seriesListSchema,
  },
  repeatPost: {
    route: 'POST /api/posts/series',
    summary: 'Make a post repeat',
    description: 'Weekly or monthly, with texts in turn. A repeated request with the same `id` makes nothing twice.',
    body: seriesRequestSchema,
    answer: seriesAnswerSchema,
    errors: [404, 409],
  },
  getSeries: {
    route: 'GET /api/series/:id',
    summary: 'Read how a post repeats',
    params: seriesParamsSchema,
    answer: seriesSchema,
    errors: [404],
  },
  changeSeries: {
    route: 'PUT /api/series/:id',
    summary: 'Change the texts, the days or the end of what repeats',
    description:
      'Posts that are already scheduled are kept as they are, or replaced: deleted, for 24 hours to be restored, and made anew. Those that went out stay.',
    params: seriesParamsSchema,
    body: seriesChangeSchema,
    answer: seriesChangedSchema,
    errors: [404, 409],
  },
  stopSeries: {
    route: 'POST /api/series/:id/stop',
    summary: 'Stop repeating a post',
    description:
      'Deletes its posts that are still scheduled; they can be restored for 24 hours. Those that went out stay. One that was stopped before stays so.',
    params: seriesParamsSchema,
    answer: seriesStoppedSchema,
    errors: [404, 409],
  },
} as const satisfies Operations;

export const importApi = {
  importPosts: {
    route: 'POST /api/posts/import',
    summary: 'Import posts from a CSV file',
    description:
      'Our columns, or those of Buffer and Hootsuite. All posts are made, or none where a line has an error; `problems` says which. A repeated request with the same `id` makes nothing twice.',
    body: importRequestSchema,
    // JSON escapes some of its characters.
    bodyLimit: 3 * IMPORT_MAX_BYTES,
    answer: importAnswerSchema,
    errors: [409],
  },
} as const satisfies Operations;

export const postingTimesApi = {
  getPostingTimes: {
    route: 'GET /api/posting-times',
    summary: 'Read the times of the week at which posts are planned',
    description: "Those of the workspace or, with `account`, the account's own; none where it uses the workspace's.",
    query: postingTimesQuerySchema,
    answer: postingTimesSchema,
    errors: [404],
  },
  setPostingTimes: {
    route: 'PUT /api/posting-times',
    summary: 'Choose the times at which posts are planned',
    description:
      "Replaces the times of the weekdays that are named: the workspace's or, with `account`, the account's own. Posts that are scheduled stay. Without any of its own, an account uses the workspace's; without any of these, posts are spread evenly over the posting hours. A post for several accounts goes to the next free one of all times that accounts among them have of their own, and an account's own times are taken only by posts for it.",
    query: postingTimesQuerySchema,
    body: postingTimesChangeSchema,
    answer: postingTimesSchema,
    errors: [404, 409],
  },
} as const satisfies Operations;

export const linkTagsApi = {
  getLinkTags: {
    route: 'GET /api/link-tags',
    summary: 'Read the UTM parameters that links get',
    description: 'A platform without a source of its own gets its name.',
    answer: linkTagsSchema,
  },
  setLinkTags: {
    route: 'PUT /api/link-tags',
    summary: 'Choose the UTM parameters that links get',
    description:
      'What is left out stays as it is. They are added when a post is sent, to addresses with http:// or https://, or only to those of `domains` and their subdomains; not to links that have UTM parameters, nor to pages of the platforms. `campaign` may hold {project} and {template}: the names of what made the post.',
    body: linkTagsChangeSchema,
    answer: linkTagsSchema,
    errors: [409],
  },
} as const satisfies Operations;

export const hashtagGroupApi = {
  listHashtagGroups: {
    route: 'GET /api/hashtag-groups',
    summary: 'List the hashtags that are kept by name',
    answer: z.array(hashtagGroupSchema),
  },
  saveHashtagGroup: {
    route: 'PUT /api/hashtag-groups',
    summary: 'Keep hashtags by a name',
    description: 'In place of those that were kept by this name, in any case.',
    body: hashtagGroupFieldsSchema,
    answer: hashtagGroupSchema,
  },
  removeHashtagGroup: {
    route: 'DELETE /api/hashtag-groups/:id',
    summary: 'Remove a hashtag group',
    description: 'Posts keep their hashtags.',
    params: z.object({ id: z.uuid('expected the id of a hashtag group') }),
    errors: [404],
  },
} as const satisfies Operations;
