import { z } from 'zod';

/** Which models are shown the user's own captions as examples of their voice. */
export const VOICE_CHOICES = ['off', 'local', 'all'] as const;
export type VoiceChoice = (typeof VOICE_CHOICES)[number];

/** A caption that a model was shown. */
export const voiceExampleSchema = z.object({ id: z.string(), text: z.string() });
export type VoiceExample = z.infer<typeof voiceExampleSchema>;
