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

const CUT_ID = 'The id may be shortened to at least 4 characters, as long as it is unambiguous.';
/** The largest post that public.save_content accepts, with every character escaped in JSON. */
const POST_MAX_BYTES = 12_000_000;

export const postApi = {
  listPosts: {
    route: 'GET /api/posts',
    summary: 'List scheduled posts by their times',
    description: 'Each with its content, and with the reasons for how it was made.',
    query: postsQuerySchema,
    answer: postListSchema,
  },
  getPost: {
    route: 'GET /api/posts/:id',
    summary: 'Read a post',
    description: `With its sources, its cost, and the reasons for how it was made. ${CUT_ID}`,
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
    summary: 'Read the editable parts of a post',
    description: CUT_ID,
    params: postParamsSchema,
    answer: storedFieldsSchema,
    errors: [404],
  },
  addPost: {
    route: 'POST /api/posts',
    summary: 'Write a post',
    description:
      'At once (`at: "now"`), at the next free slot (`"next"`), at a time, or as a draft (null). A form feed (`\\f`) in a caption begins the next post of a thread or, on platforms without threads, a paragraph. With your own `id`, a repeated request makes only one post. The response says where it goes, and what the platforms would refuse.',
    body: newPostSchema,
    bodyLimit: POST_MAX_BYTES,
    answer: composedPostSchema,
    status: 201,
    errors: [404, 409],
  },
  changePost: {
    route: 'PUT /api/posts/:id',
    summary: 'Change a post',
    description: `Omitted fields stay unchanged. 409 if it was changed after \`ifUpdatedAt\`, or is being sent. ${CUT_ID}`,
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
    summary: 'Check where a post would go, and what would be refused',
    description: 'Writes nothing.',
    body: preflightRequestSchema,
    bodyLimit: POST_MAX_BYTES,
    answer: preflightSchema,
  },
  rewriteText: {
    route: 'POST /api/posts/rewrite',
    summary: 'Shorten, lengthen or change a text, or find hashtags for it',
    description: 'Writes nothing. Fields that the built-in writer cannot fill are null, and `note` says so.',
    body: rewriteRequestSchema,
    answer: rewriteResultSchema,
    errors: [409, 429, 502],
  },
  drawCard: {
    route: 'POST /api/posts/cards',
    summary: 'Draw a picture from words',
    description: 'In the colours of the workspace. Nothing is stored.',
    body: cardRequestSchema,
    file: 'image/png',
  },
} as const satisfies Operations;

export const seriesApi = {
  listSeries: {
    route: 'GET /api/series',
    summary: 'List the repeating posts, newest first',
    description: 'Without stopped ones. `nextOn` is null if its last post is scheduled or published.',
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
    summary: 'Change the texts, the days or the end of a repeating post',
    description:
      'Posts that are already scheduled are kept as they are, or replaced: deleted (they can be restored for 24 hours) and recreated. Published posts stay.',
    params: seriesParamsSchema,
    body: seriesChangeSchema,
    answer: seriesChangedSchema,
    errors: [404, 409],
  },
  stopSeries: {
    route: 'POST /api/series/:id/stop',
    summary: 'Stop repeating a post',
    description:
      'Deletes its posts that are still scheduled; they can be restored for 24 hours. Published posts stay. One that is already stopped stays stopped.',
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
      'With our columns, or those of Buffer and Hootsuite. All posts are made, or none if a line has an error; `problems` lists the errors. A repeated request with the same `id` makes nothing twice.',
    body: importRequestSchema,
    // JSON escapes some of the file's characters.
    bodyLimit: 3 * IMPORT_MAX_BYTES,
    answer: importAnswerSchema,
    errors: [409],
  },
} as const satisfies Operations;

export const postingTimesApi = {
  getPostingTimes: {
    route: 'GET /api/posting-times',
    summary: 'Read the posting times of the week',
    description: "Those of the workspace or, with `account`, the account's own; none if it uses the workspace's.",
    query: postingTimesQuerySchema,
    answer: postingTimesSchema,
    errors: [404],
  },
  setPostingTimes: {
    route: 'PUT /api/posting-times',
    summary: 'Set the posting times of the week',
    description:
      "Replaces the times of the given weekdays: the workspace's or, with `account`, the account's own. Scheduled posts stay. An account without its own times uses the workspace's; without those, posts are spread evenly over the posting hours. A post for several accounts goes to the next free one of all of their own times, and an account's own times are used only by posts for it.",
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
    description: 'A platform without its own source gets its name.',
    answer: linkTagsSchema,
  },
  setLinkTags: {
    route: 'PUT /api/link-tags',
    summary: 'Choose the UTM parameters that links get',
    description:
      'Omitted fields stay unchanged. They are added when a post is sent, to addresses with http:// or https://, or only to those of `domains` and their subdomains; not to links that have UTM parameters, nor to pages of the platforms. `campaign` may contain {project} and {template}: the names of the project and the template that made the post.',
    body: linkTagsChangeSchema,
    answer: linkTagsSchema,
    errors: [409],
  },
} as const satisfies Operations;

export const hashtagGroupApi = {
  listHashtagGroups: {
    route: 'GET /api/hashtag-groups',
    summary: 'List the hashtag groups',
    answer: z.array(hashtagGroupSchema),
  },
  saveHashtagGroup: {
    route: 'PUT /api/hashtag-groups',
    summary: 'Save a hashtag group',
    description: 'Replaces a group of the same name, whatever its case.',
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
