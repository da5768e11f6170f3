import type { OperationGroup } from '../../openapi/operation.ts';

const CUT_ID = 'The id may be cut short to 4 characters where no other begins like it.';

export const postOperations: OperationGroup = {
  tag: 'Posts',
  about: 'Generated posts and posts of your own, with their texts, pictures and times.',
  operations: {
    'GET /api/posts': {
      id: 'listPosts',
      summary: 'List scheduled posts by their times',
      description: 'Each with its content, and with the reasons why it was made as it was.',
    },
    'GET /api/posts/:id': {
      id: 'getPost',
      summary: 'Read a post',
      description: `With its sources, what it cost, and why it is as it is. ${CUT_ID}`,
      errors: [404],
    },
    'GET /api/drafts': { id: 'listDrafts', summary: 'List the drafts, the latest changed first' },
    'GET /api/posts/:id/fields': {
      id: 'getPostFields',
      summary: 'Read what can be changed of a post',
      description: CUT_ID,
      errors: [404],
    },
    'POST /api/posts': {
      id: 'addPost',
      summary: 'Write a post',
      description:
        'At once (`at: "now"`), at the next free slot (`"next"`), at a time, or as a draft (null). With an `id` of your own, a repeated request makes one post only. The answer says where it goes, and what the platforms would refuse.',
      errors: [404, 409],
    },
    'PUT /api/posts/:id': {
      id: 'changePost',
      summary: 'Change a post',
      description: `Fields that are left out stay as they are. 409 where it was changed after \`ifUpdatedAt\`, or is being sent. ${CUT_ID}`,
      errors: [404, 409],
    },
    'DELETE /api/posts/:id': {
      id: 'deletePost',
      summary: 'Delete a post',
      description: `It can be restored for 24 hours. ${CUT_ID}`,
      errors: [404, 409],
    },
    'POST /api/posts/:id/duplicate': {
      id: 'duplicatePost',
      summary: 'Copy a post to a draft',
      description: CUT_ID,
      errors: [404],
    },
    'POST /api/posts/:id/move': {
      id: 'movePost',
      summary: 'Move a post to another time, or schedule a draft',
      description: CUT_ID,
      errors: [404, 409],
    },
    'POST /api/posts/preflight': {
      id: 'preflightPost',
      summary: 'Ask where a post would go, and what would be refused',
      description: 'Writes nothing.',
    },
    'POST /api/posts/rewrite': {
      id: 'rewriteText',
      summary: 'Shorten, lengthen or change a text, or find hashtags for it',
      description: 'Writes nothing. What the built-in writer cannot do is null, and `note` says so.',
      errors: [409, 429, 502],
    },
    'POST /api/posts/cards': {
      id: 'drawCard',
      summary: 'Draw a picture of words',
      description: 'In the colours of the workspace. Nothing is stored.',
      file: 'image/png',
    },
  },
};
