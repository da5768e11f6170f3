import type { VoiceChoice } from '../../../shared/ai/voice.ts';

export const voiceMessages = {
  title: 'Your voice',
  legend: 'Use my posts as examples of my voice',
  hint: 'A model that writes a post is shown up to 3 captions that you wrote yourself for its accounts: your best or, if unknown, your newest. Each post lists them. A provider’s model, such as OpenAI’s, gets them over the internet.',
  choices: {
    off: 'Never',
    local: 'With a model on this machine; nothing leaves it',
    all: 'With every model, including those of providers',
  } satisfies Record<VoiceChoice, string>,
} as const;
