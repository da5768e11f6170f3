import type { VoiceChoice } from '../../../shared/ai/voice.ts';

export const voiceMessages = {
  title: 'Your voice',
  legend: 'Use my posts as examples of my voice',
  hint: 'A model that writes a post is shown up to 3 captions that you wrote yourself for its accounts: your best, else your newest. Each post says which. A model at a provider, such as OpenAI, gets them over the internet.',
  choices: {
    off: 'Never',
    local: 'With a model on this machine; nothing leaves it',
    all: 'With every model, also at a provider',
  } satisfies Record<VoiceChoice, string>,
} as const;
