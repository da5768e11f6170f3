import type { AiChoice, AiSettings } from '../../../shared/agent/ai.ts';
import type { AgentConfig } from '../../config/config.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { SupabaseConnection } from '../../supabase/connection.ts';
import { NO_AI } from './ai-settings.ts';
import { aiRoutes } from './routes.ts';
import { chooseModel } from './service.ts';
import { aiSettingsStore } from './settings-store.ts';

/** The choice of who writes the posts, as the agent puts it together. */
export type AiFeature = {
  /** For the edge function; GenerationError conflict when the choice is not complete. */
  chooseModel(): Promise<AiChoice>;
  routes(connection: SupabaseConnection, agentToken: string): Routes;
};

/** Opens nothing: the choice is read when it is asked for. */
export function openAi(config: AgentConfig): AiFeature {
  const store = aiSettingsStore(config.dataDir, aiOf(config));
  return {
    chooseModel: () => chooseModel(store),
    routes: (connection, agentToken) => aiRoutes({ connection, agentToken, store }),
  };
}

/** What the environment or the config file say. */
export function aiOf({ aiProvider, aiModel, aiPictureModel, aiKey, aiBaseUrl, aiMonthlyCap }: AgentConfig): AiSettings {
  return {
    ...NO_AI,
    provider: aiProvider,
    model: aiModel,
    pictureModel: aiPictureModel,
    apiKey: aiKey,
    baseUrl: aiBaseUrl,
    monthlyCapUsd: aiMonthlyCap,
  };
}
