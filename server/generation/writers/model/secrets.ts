import { z } from 'zod';
import { type AiChoice, aiSettingsSchema, modelChoiceSchema } from '../../../../shared/ai/ai.ts';
import { GenerationError } from '../../generation-error.ts';
import { MODEL_MESSAGES } from './messages.ts';

const secretsSchema = z.object({
  model: modelChoiceSchema.nullable(),
  pictureModel: modelChoiceSchema.nullable(),
  monthlyCapUsd: aiSettingsSchema.shape.monthlyCapUsd,
});

/**
 * The models of a hosted project, from the function's secrets AI_PROVIDER, AI_MODEL, AI_PICTURE_MODEL, AI_API_KEY,
 * AI_BASE_URL and AI_MONTHLY_CAP (US dollars). Without AI_PROVIDER the built-in writer is used; without
 * AI_PICTURE_MODEL cards are drawn. GenerationError conflict when they are invalid.
 */
export function choiceFromSecrets(secret: (name: string) => string | undefined): AiChoice {
  const provider = secret('AI_PROVIDER');
  const cap = secret('AI_MONTHLY_CAP');
  const choiceOf = (model: string | undefined) => ({
    provider,
    model,
    apiKey: secret('AI_API_KEY') || null,
    baseUrl: secret('AI_BASE_URL') || null,
    price: null,
  });
  const pictureModel = secret('AI_PICTURE_MODEL');
  const parsed = secretsSchema.safeParse({
    model: provider ? choiceOf(secret('AI_MODEL')) : null,
    pictureModel: provider && pictureModel ? choiceOf(pictureModel) : null,
    monthlyCapUsd: cap ? Number(cap) : null,
  });
  if (parsed.success) return parsed.data;
  throw new GenerationError(
    'conflict',
    MODEL_MESSAGES.badSecrets(z.prettifyError(parsed.error).replace(/\s*\n\s*/g, ' ')),
  );
}
