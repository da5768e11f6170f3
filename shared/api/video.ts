import { postParamsSchema } from '../posts/posts-api.ts';
import {
  madeVideoSchema,
  plannedFilmSchema,
  videoProgressSchema,
  videoRequestSchema,
  videoStateSchema,
  voicesSchema,
} from '../video/making.ts';
import type { Operations } from './operation.ts';

export const videoApi = {
  listVoices: {
    route: 'GET /api/video/voices',
    summary: 'List the voices that can speak the words of a video',
    description:
      '`system` is the voice of this machine, `provider` that of the chosen AI provider; null for one that is missing.',
    answer: voicesSchema,
  },
  planVideo: {
    route: 'POST /api/posts/:id/film',
    summary: 'Lay out the scenes of a post’s video',
    description:
      'Nothing is made or stored: the response has the scenes as paths to draw, and the plan that they were made from, which may be changed and sent with the next request. 400 with a message if the words do not fit. With `voice` nothing is spoken: the length of the scenes is estimated.',
    params: postParamsSchema,
    body: videoRequestSchema,
    answer: plannedFilmSchema,
    errors: [404, 409],
  },
  makeVideo: {
    route: 'POST /api/posts/:id/video',
    summary: 'Make a vertical video of a post',
    description:
      'From its words and pictures, 8 to 45 seconds long, on this machine. The video replaces the pictures in the post; they stay in the library. One video is made at a time, others wait. Takes about as long as the video lasts, and continues if the client disconnects. 409 if the post is being sent, is published, or was changed in the meantime.',
    params: postParamsSchema,
    body: videoRequestSchema,
    answer: madeVideoSchema,
    errors: [404, 409, 429],
    events: { progress: videoProgressSchema, result: madeVideoSchema },
  },
  getVideo: {
    route: 'GET /api/posts/:id/video',
    summary: 'Get the progress of a post’s video',
    description:
      'Also whether the last one was made, or why not, for as long as the agent runs. A video that was cancelled is `none`.',
    params: postParamsSchema,
    answer: videoStateSchema,
    errors: [404, 409],
  },
  cancelVideo: {
    route: 'DELETE /api/posts/:id/video',
    summary: 'Stop making the video of a post',
    description:
      'The post stays as it is. If the last one failed, its reason is no longer shown. 409 if there is neither.',
    params: postParamsSchema,
    errors: [404, 409],
  },
} as const satisfies Operations;
