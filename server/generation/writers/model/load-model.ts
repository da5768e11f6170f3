import { extractJsonMiddleware, type LanguageModel, wrapLanguageModel } from 'ai';
import type { ModelChoice } from '../../../../shared/ai/ai.ts';
import { AI_PROVIDERS } from '../../../../shared/ai/providers.ts';
import { GenerationError } from '../../generation-error.ts';
import { MODEL_MESSAGES } from './messages.ts';

type Model = Exclude<LanguageModel, string>;

/**
 * A model of the AI SDK. `plain` is the variant for servers without JSON schema support: the schema is then part of the
 * prompt.
 */
export type LoadedModel = { model: Model; plain?: Model };

/** Loads only the chosen provider's package. */
export async function loadModel(choice: ModelChoice): Promise<LoadedModel> {
  const apiKey = choice.apiKey ?? '';
  const baseURL = choice.baseUrl ?? AI_PROVIDERS[choice.provider].baseUrl ?? '';
  switch (choice.provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return { model: createOpenAI({ apiKey, baseURL })(choice.model) };
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return { model: createAnthropic({ apiKey, baseURL })(choice.model) };
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return { model: createGoogleGenerativeAI({ apiKey, baseURL })(choice.model) };
    }
    case 'local':
      throw new GenerationError('conflict', MODEL_MESSAGES.onlyInAgent);
    default:
      return loadCompatible(choice, baseURL);
  }
}

/**
 * Loads a model from a server compatible with OpenAI's chat completions. Such models often wrap JSON in a code block.
 */
async function loadCompatible({ provider, model, apiKey }: ModelChoice, baseURL: string): Promise<LoadedModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const load = (supportsStructuredOutputs: boolean) => {
    const server = createOpenAICompatible({
      name: provider,
      baseURL,
      supportsStructuredOutputs,
      ...(apiKey && { apiKey }),
    });
    return wrapLanguageModel({ model: server(model), middleware: extractJsonMiddleware() });
  };
  return { model: load(true), plain: load(false) };
}
