import { z } from 'zod';
import { type OutgoingMedia, PublishError, type PublishedPart } from '../../publisher.ts';
import { type Graph, idSchema, parsed } from '../meta/graph.ts';
import { reelPart } from './parts.ts';
import type { PageAccount } from './posts.ts';

/** Facebook is polled with growing delays until a video is published, for fifteen minutes in total. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 20_000;
export const PROCESSING_LIMIT_MS = 15 * 60_000;
/** How long after a `finish` call without an answer the video's status may not reflect it yet. */
export const DOUBT_LIMIT_MS = 60_000;

const startedSchema = z.object({ video_id: idSchema, upload_url: z.string() });
export const successSchema = z.object({ success: z.literal(true) });

const phase = z
  .object({
    status: z.string().optional().catch(undefined),
    error: z.object({ message: z.string() }).optional().catch(undefined),
    errors: z
      .array(z.object({ message: z.string() }))
      .optional()
      .catch(undefined),
  })
  .optional()
  .catch(undefined);
const statusSchema = z.object({
  status: z.object({
    video_status: z.string().optional().catch(undefined),
    uploading_phase: phase,
    processing_phase: phase,
    publishing_phase: phase,
  }),
  published: z.boolean().optional().catch(undefined),
});
type Status = z.infer<typeof statusSchema>['status'];
/** The fields to query of a video, and whether they mean that it is published. */
export type Asked = { fields: string; isOut(status: Status, published: boolean | undefined): boolean };

/**
 * Uploads a video for a reel (isReel) or a story, invisible until it is finished, and returns its id.
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing
 */
export async function uploadReel(
  graph: Graph,
  { pageId }: PageAccount,
  media: OutgoingMedia,
  edge: 'video_reels' | 'video_stories' = 'video_reels',
): Promise<string> {
  const path = `/${pageId}/${edge}`;
  const form = { upload_phase: 'start' };
  const started = await graph.send({ step: 'begin video', path, form });
  const { video_id: id, upload_url: address } = parsed(startedSchema, started);
  parsed(successSchema, await graph.upload(address, media, 'upload video'));
  return id;
}

/**
 * Publishes a reel, with the irreversible call, and waits until Facebook has processed the video: one that cannot be
 * processed never appears. If the call gets no answer, the video's status shows whether it was published.
 */
export async function publishReel(
  graph: Graph,
  { pageId }: PageAccount,
  videoId: string,
  description: string,
): Promise<PublishedPart> {
  const path = `/${pageId}/video_reels`;
  try {
    const finished = await graph.send({
      step: 'publish video',
      path,
      form: {
        upload_phase: 'finish',
        video_id: videoId,
        video_state: 'PUBLISHED',
        description: description || undefined,
      },
      isIrreversible: true,
    });
    parsed(successSchema, finished, { isIrreversible: true });
  } catch (error) {
    if (!(error instanceof PublishError && error.errorClass === 'unknown')) throw error;
    await untilOut(graph, videoId, REEL, { notBegunMs: DOUBT_LIMIT_MS, otherwise: error });
    return reelPart(graph, videoId);
  }
  await untilOut(graph, videoId, REEL, { notBegunMs: PROCESSING_LIMIT_MS, otherwise: stillProcessing() });
  return reelPart(graph, videoId);
}

export const REEL: Asked = { fields: 'status', isOut: hasPublishingEnded };

export function hasPublishingEnded({ publishing_phase }: Status): boolean {
  return publishing_phase?.status === 'complete' || publishing_phase?.status === 'published';
}

/**
 * Waits until a video is published. Throws PublishError `rejected` if the video failed, `unknown` if its publishing has
 * begun but does not end in time, and `otherwise` if it has not begun within `notBegunMs`.
 */
export async function untilOut(
  graph: Graph,
  videoId: string,
  { fields, isOut }: Asked,
  { notBegunMs, otherwise }: { notBegunMs: number; otherwise: PublishError },
): Promise<void> {
  let wait = FIRST_WAIT_MS;
  let hasBegun = false;
  for (let waited = 0; waited < (hasBegun ? PROCESSING_LIMIT_MS : notBegunMs); waited += wait) {
    if (waited > 0) wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    await graph.calls.wait(wait);
    const video = await readVideo(graph, videoId, fields);
    if (!video) continue;
    const { status, published } = video;
    const failure = failureOf(status);
    if (failure !== null) throw new PublishError('rejected', failure);
    if (isOut(status, published)) return;
    const publishing = status.publishing_phase?.status;
    hasBegun ||= publishing !== undefined && publishing !== 'not_started';
  }
  throw hasBegun ? stillProcessing() : otherwise;
}

/** Null if the video cannot be read now. */
async function readVideo(graph: Graph, videoId: string, fields: string): Promise<z.infer<typeof statusSchema> | null> {
  const query = { fields };
  const answer = await graph.send({ step: 'wait for video', path: `/${videoId}`, query }).catch((error: unknown) => {
    graph.calls.signal.throwIfAborted();
    if (error instanceof PublishError) return null;
    throw error;
  });
  return statusSchema.safeParse(answer?.json).data ?? null;
}

function failureOf({ video_status, ...phases }: Status): string | null {
  const failed = Object.values(phases).find((one) => one?.status === 'error' || one?.error || one?.errors?.length);
  if (!failed && !['error', 'expired', 'upload_failed'].includes(video_status ?? '')) return null;
  const words = failed?.error?.message ?? failed?.errors?.[0]?.message ?? 'it gave no reason.';
  return `Facebook could not process the video: ${words}`;
}

export function stillProcessing(): PublishError {
  return new PublishError('unknown', 'Facebook has received the video and is still processing it.');
}
