/** Messages for users when a film cannot be made. */
export const VIDEO_MESSAGES = {
  nothingToShow: 'There are no words for a video that the bundled fonts can show. Write a text, then make the video.',
  tooLong: (seconds: number, most: number) =>
    `These words take ${seconds} seconds to read, and a video lasts ${most} seconds at most. Shorten or remove scenes.`,
  tooLongToSpeak: (seconds: number, most: number) =>
    `These words take ${seconds} seconds to speak, and a video lasts ${most} seconds at most. Shorten or remove scenes, choose a quicker pace, or make the video without a voice.`,
  sceneTooLong: (scene: number) =>
    `The words of scene ${scene} do not fit on the screen. Shorten them, or make two scenes of them.`,
} as const;
