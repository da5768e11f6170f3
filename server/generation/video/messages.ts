/** Messages for users when a film cannot be made. */
export const VIDEO_MESSAGES = {
  nothingToShow: 'There is no text for a video that the bundled fonts can show. Write a text, then make the video.',
  tooLong: (seconds: number, most: number) =>
    `This text takes ${seconds} seconds to read, and a video lasts at most ${most} seconds. Shorten or remove scenes.`,
  tooLongToSpeak: (seconds: number, most: number) =>
    `This text takes ${seconds} seconds to speak, and a video lasts at most ${most} seconds. Shorten or remove scenes, choose a quicker pace, or make the video without a voice.`,
  sceneTooLong: (scene: number) =>
    `The text of scene ${scene} does not fit on the screen. Shorten it, or split it into two scenes.`,
} as const;
