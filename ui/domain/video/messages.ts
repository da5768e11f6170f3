import type { CardDesign } from '../../../shared/pictures/card.ts';
import type { Mood } from '../../../shared/video/film.ts';
import type { MadeVideo, VIDEO_LENGTHS, VideoProgress } from '../../../shared/video/making.ts';
import type { Pace, PlanScene } from '../../../shared/video/plan.ts';

const STYLES: Record<CardDesign['style'], string> = { paper: 'Paper', headline: 'Headline', band: 'Band' };
const THEMES: Record<CardDesign['theme'], string> = { light: 'Light', dark: 'Dark' };
const PACES: Record<Pace, string> = { calm: 'Calm', normal: 'Normal', quick: 'Quick' };
const LENGTHS: Record<(typeof VIDEO_LENGTHS)[number], string> = { short: 'Short', medium: 'Medium', long: 'Long' };
const MOODS: Record<Mood | 'none', string> = {
  none: 'None',
  calm: 'Calm',
  warm: 'Warm',
  bright: 'Bright',
  driving: 'Driving',
};
const SCENES: Record<PlanScene['kind'], string> = {
  hook: 'Opening',
  passage: 'Passage',
  step: 'Step',
  closing: 'Closing card',
};

const STEPS: Record<Exclude<VideoProgress['step'], 'frames'>, string> = {
  waiting: 'Waiting for another video to finish…',
  scenes: 'Laying out the scenes…',
  voice: 'Recording the voice…',
  browser: 'Starting the browser…',
  storing: 'Adding the video to your post…',
};

const FRAMES = 'Drawing the frames…';

export const videoMessages = {
  make: 'Make the video',
  title: 'Make a video',
  text: 'A vertical video made from the words and pictures of your post.',
  textOfCards: (cards: number) =>
    `A vertical video of your ${cards} cards: their words become its scenes, in the same order.`,
  replaces: (files: number) =>
    files === 0
      ? 'The video is added to your post.'
      : `The video replaces the ${files === 1 ? 'file' : `${files} files`} in your post.`,
  unsaved: 'The video is made from the saved post. Save your changes to this scheduled post first.',
  save: 'Save and continue',
  saving: 'Saving the post…',
  notSaved: (reason: string) => `The post was not saved, so its video cannot be made yet. ${reason}`,
  blocked: 'The post cannot be saved now. Close this window to see why.',
  preview: 'Preview',
  loading: 'Loading the preview…',
  failed: (reason: string) => `The preview could not be loaded. ${reason}`,
  retry: 'Try again',
  play: 'Play',
  pause: 'Pause',
  seek: 'Position',
  position: (at: string, length: string) => `${at} of ${length}`,
  soundOn: 'Turn music on',
  soundOff: 'Turn music off',
  soundFailed: 'The music cannot be played here. It will still be in the video.',
  cover: {
    at: (time: string) => `Cover: the frame at ${time}`,
    use: 'Use this moment as cover',
    reset: 'Use the opening',
  },
  design: 'Design',
  theme: 'Theme',
  pace: 'Pace',
  length: 'Length',
  music: 'Music',
  musicOfFile: 'From a video…',
  musicOfFileHint: 'The sound of the video that you chose. You will hear it in the finished video.',
  voice: 'Voice',
  noVoice: 'None',
  systemVoice: 'This computer',
  voiceHint: 'The words are spoken in the finished video. The preview does not speak them.',
  noVoices:
    'To have the words spoken, choose an AI provider with a voice in Settings, or install espeak-ng on this computer.',
  styles: STYLES,
  themes: THEMES,
  paces: PACES,
  lengths: LENGTHS,
  moods: MOODS,
  pictures: {
    title: 'Pictures',
    hint: 'Each is the background of one scene, in this order.',
    none: 'Without pictures, the words are shown on a background in your colours.',
    picture: (place: number, count: number) => `Picture ${place} of ${count}`,
    add: 'Add from library',
    earlier: 'Move earlier',
    later: 'Move later',
    remove: 'Remove',
    moved: (place: number, count: number) => `Picture moved to ${place} of ${count}`,
    removed: 'Picture removed from the video',
  },
  scenes: 'Scenes',
  sceneHint: 'Change the words or the order. Your post stays as it is.',
  scene: (place: number, kind: PlanScene['kind']) => `${place}. ${SCENES[kind]}`,
  heading: (place: number) => `Heading of scene ${place}`,
  words: (place: number) => `Text of scene ${place}`,
  closingWords: 'Your handle and source are shown. Add words if you like.',
  earlier: (place: number) => `Move scene ${place} up`,
  later: (place: number) => `Move scene ${place} down`,
  remove: (place: number) => `Remove scene ${place}`,
  moved: (place: number, count: number) => `Moved to ${place} of ${count}`,
  removed: 'Scene removed',
  startOver: 'Start over from the post',
  cancel: 'Cancel',
  cancelMaking: 'Cancel the video',
  cancelling: 'Cancelling…',
  busy: 'You can close this window. The video will be in your post when it is done.',
  background: 'Continue in the background',
  line: {
    name: 'Video of this post',
    making: 'Making the video',
    hint: 'You can keep working, or leave this page. If you change the text or the media, this video will not be kept.',
    failed: 'The video was not made.',
    again: 'Make it again',
    dismiss: 'Dismiss',
  },
  step: ({ step, done, total }: VideoProgress) =>
    step !== 'frames' ? STEPS[step] : total > 0 ? `Drawing frame ${done} of ${total}` : FRAMES,
  stepName: (step: VideoProgress['step']) => (step === 'frames' ? FRAMES : STEPS[step]),
  stopped: 'It was stopped before it finished. Your post was not changed.',
  made: 'The video is in your post',
  madeDetail: ({ seconds, bytes }: Pick<MadeVideo, 'seconds' | 'bytes'>) =>
    `${Math.round(seconds)} seconds, ${(bytes / 1_000_000).toFixed(1)} MB`,
  undo: 'Undo',
} as const;
