const WITHOUT = 'make the video without a voice';

/** A language's English name, such as "German"; the tag itself if it has no name. */
const nameOf = (language: string) =>
  language === 'und' ? 'the language of this post' : new Intl.DisplayNames('en', { type: 'language' }).of(language);

export const noVoiceFor = (voice: string, language: string) =>
  `${voice} has no voice for ${nameOf(language)}. Install one, choose the other voice, or ${WITHOUT}.`;
export const didNotSpeak = (voice: string, reason: string) =>
  `${voice} could not speak the text: ${reason} Try again, or ${WITHOUT}.`;
export const NO_SOUND = 'The recording has no sound.';
export const TOO_MUCH = 'The recording is too long.';
export const TOO_SLOW = 'It took too long.';
export const ITS_PROGRAM_FAILED = 'Its program failed.';
export const noSystemVoice = (hint: string) =>
  `This machine has no voice. ${hint ? `${hint}, choose your AI provider's voice,` : "Choose your AI provider's voice"} or ${WITHOUT}.`;
export const NO_PROVIDER_VOICE = `The chosen AI provider has no voice, or its key is missing. Choose OpenAI or Google in the settings, choose the voice of this machine, or ${WITHOUT}.`;
