import { z } from 'zod';
import { postParamsSchema } from '../../../shared/posts/posts-api.ts';
import { videoRequestSchema } from '../../../shared/video/making.ts';
import { cancelVideo, runVideo, videoProgressInWords } from '../../agent-client/video.ts';
import { madeVideoInWords } from '../messages.ts';
import { readFields } from '../post-views.ts';
import { addTool, assertMayChange, CHANGES, type Registry } from '../tool.ts';

const { style, theme, pace, length, mood, musicFile, voice, pictures } = videoRequestSchema.shape;

/** make_video. */
export function addVideoTools(registry: Registry): void {
  addTool(
    registry,
    'make_video',
    {
      title: 'Make a vertical video of a post',
      description:
        'Makes a vertical video (1080 × 1920, 8 to 45 seconds, with music) of a post’s own words and pictures, and puts it into the post in place of its pictures, which stay in the library. For platforms that take only videos. Takes up to some minutes, reports each step, and ends when the call is cancelled. "mood" is the kind of music, null for silence; "musicFile" is the path of a file of list_media whose sound is played instead; with "voice" the words are spoken, by the voice of this machine ("system") or of the AI provider ("provider"); "pictures" are paths of list_media to stand behind the words. What is left out is chosen for the post.',
      input: z.strictObject({
        ...postParamsSchema.shape,
        style,
        theme,
        pace,
        length,
        mood,
        musicFile,
        voice,
        pictures,
      }),
      scope: 'draft',
      hints: CHANGES,
    },
    async ({ api, signal, progress }, { id, ...request }) => {
      const before = await readFields(api, id);
      assertMayChange(registry, before.post?.status);
      const cancel = () => void cancelVideo(api, before.id);
      signal.addEventListener('abort', cancel, { once: true });
      try {
        let step = '';
        const made = await runVideo(api, before.id, request, (now) => {
          if (now.step !== step || now.done % PROGRESS_FRAMES === 0) progress(videoProgressInWords(now));
          step = now.step;
        });
        return { says: madeVideoInWords(made), data: made };
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
  );
}

/** Frames between two progress messages: most clients time out after 60 s without one. */
const PROGRESS_FRAMES = 30;
