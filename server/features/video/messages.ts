import { VIDEO_STEPS, type VideoProgress } from '../../../shared/video/making.ts';

export const VIDEOS_JOB = {
  title: 'Videos',
  about: 'Makes videos for scheduled posts that need one, as set in their projects.',
} as const;
export const madeVideos = (made: number, refused: readonly string[]) =>
  [made === 0 ? 'No post needed a video.' : `Made ${made === 1 ? '1 video' : `${made} videos`}.`, ...refused].join(' ');

/** "Drawing the frames (50%)". */
export const stepInWords = ({ step, done, total }: VideoProgress) =>
  step === 'frames' ? `${VIDEO_STEPS[step]} (${Math.floor((100 * done) / total)}%)` : VIDEO_STEPS[step];

export const NEEDS_SECRET_KEY =
  'Making a video here needs the secret key of your Supabase project: sign in with `local-agent link`, or start the agent with --supabase-secret-key.';
export const NO_ENCODER =
  'This browser cannot make videos: it has no H.264 encoder. Install Chrome with `local-agent browser install`, or name another Chrome or Edge with PUPPETEER_EXECUTABLE_PATH.';
export const CANCELLED = 'The video was cancelled. The post is unchanged.';
export const AGENT_STOPPED = 'The agent stopped while it made the video. The post is unchanged; make the video again.';
export const ALREADY_MAKING = 'A video of this post is already being made.';
export const NOTHING_TO_CANCEL = 'No video of this post is being made.';
export const CHANGED = 'The post was changed while its video was made, so the video was not kept. Make it again.';
export const TOO_SLOW = 'Making the video took too long on this machine. Close other programs, then try again.';
export const NOT_ENCODED = 'The browser could not make the video. Try again; if it happens again, update the browser.';
export const queueFull = (waiting: number) => `${waiting} videos are already waiting. Try again when some are done.`;
export const badPicture = (path: string) =>
  `The picture ${path} cannot be read. Replace it in the post, or choose other pictures for the video.`;
export const tooLargePicture = (path: string, megabytes: number) =>
  `The picture ${path} is larger than ${megabytes} MB. Choose a smaller one for the video.`;
export const noSuchPicture = (path: string) => `There is no picture ${path} in the library.`;
export const badMusic = (path: string) => `The file ${path} has no music that can be read. Choose a video with sound.`;
export const longMusic = (path: string, minutes: number) =>
  `The file ${path} is longer than ${minutes} minutes. Choose a shorter one.`;
export const noSuchMusic = (path: string) => `There is no music ${path} in the library.`;
export const couldNot = (what: string, reason: string) => `Supabase could not ${what}: ${reason}`;

const STATES: { readonly [state: string]: string } = {
  publishing: 'The post is being published, so no video can be made for it now.',
  published: 'The post is published. Duplicate it to make a video of it.',
  gone: 'The post was deleted.',
};
/** The reason why a post in this state gets no video. */
export const notNow = (state: string) => STATES[state] ?? CHANGED;

export const videoName = (title: string) => `${title || 'Video'}.mp4`;
