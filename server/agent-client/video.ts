import { videoApi } from '../../shared/api/video.ts';
import {
  type MadeVideo,
  VIDEO_EVENTS,
  VIDEO_STEPS,
  type VideoProgress,
  type VideoRequest,
} from '../../shared/video/making.ts';
import { type Api, callForEvents, callWhileEnding } from './api.ts';
import { NO_RESULT } from './messages.ts';

/** Makes a post's video and reports each step. AppError with the agent's message on failure. */
export function runVideo(
  api: Api,
  id: string,
  body: VideoRequest,
  onProgress: (progress: VideoProgress) => void,
): Promise<MadeVideo> {
  return callForEvents(api, videoApi.makeVideo, { params: { id }, body }, NO_RESULT, ({ event, value }) => {
    if (event === VIDEO_EVENTS.result) return value;
    onProgress(value);
    return undefined;
  });
}

/** Cancels the making of a post's video, even while the command is being interrupted. */
export async function cancelVideo(api: Api, id: string): Promise<void> {
  await callWhileEnding(api, videoApi.cancelVideo, { params: { id } });
}

/** Describes a step: "Drawing the frames (120 of 540)". */
export function videoProgressInWords({ step, done, total }: VideoProgress): string {
  return step === 'frames' || step === 'voice' ? `${VIDEO_STEPS[step]} (${done} of ${total})` : VIDEO_STEPS[step];
}
