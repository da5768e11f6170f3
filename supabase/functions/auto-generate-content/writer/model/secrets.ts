import { z } from 'zod';
import { type AiChoice, aiSettingsSchema, modelChoiceSchema } from '../../../../../shared/ai.ts';
import { GenerationError } from '../../generation-error.ts';
import { MODEL_MESSAGES } from './messages.ts';

const secretsSchema = z.object({
  model: modelChoiceSchema.nullable(),
  monthlyCapUsd: aiSettingsSchema.shape.monthlyCapUsd,
});

/**
 * Who writes in a hosted project, by the function's secrets AI_PROVIDER, AI_MODEL, AI_API_KEY, AI_BASE_URL and AI_MONTHLY_CAP (US dollars). Without
 * AI_PROVIDER the built-in writer does. GenerationError conflict when they are not right.
 */
export function choiceFromSecrets(secret: (name: string) => string | undefined): AiChoice {
  const provider = secret('AI_PROVIDER');
  const cap = secret('AI_MONTHLY_CAP');
  const parsed = secretsSchema.safeParse({
    model: provider
      ? {
          provider,
          model: secret('AI_MODEL'),
          apiKey: secret('AI_API_KEY') || null,
          baseUrl: secret('AI_BASE_URL') || null,
          price: null,
        }
      : null,
    monthlyCapUsd: cap ? Number(cap) : null,
  });
  if (parsed.success) return parsed.data;
  throw new GenerationError(
    'conflict',
    MODEL_MESSAGES.badSecrets(z.prettifyError(parsed.error).replace(/\s*\n\s*/g, ' ')),
  );
}
