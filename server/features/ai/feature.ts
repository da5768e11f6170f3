import type { FastifyBaseLogger } from 'fastify';
import type { AiChoice, AiSettings } from '../../../shared/ai/ai.ts';
import type { RewriteRequest, RewriteResult } from '../../../shared/posts/compose.ts';
import type { AgentConfig } from '../../config/config.ts';
import type { TextEngine } from '../../generation/writers/local/text-engine.ts';
import type { Shortening } from '../../generation/writers/model/rewrite.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client, SupabaseConnection } from '../../supabase/connection.ts';
import { NO_AI } from './ai-settings.ts';
import { openEngine } from './local/engine/engine.ts';
import { type LocalAiDeps, openLocalAi } from './local/feature.ts';
import { createInstallation } from './local/installation.ts';
import { localAiRoutes } from './local/routes.ts';
import { rewriteText } from './rewrite.ts';
import { aiRoutes } from './routes.ts';
import { chooseModel, shortenText } from './service.ts';
import { aiSettingsStore, type KeySeal } from './settings-store.ts';

/** The choice of who writes the posts, as the agent puts it together. */
export type AiFeature = {
  /** Runs models on this machine. */
  engine: TextEngine;
  /** For the edge function; GenerationError conflict when the choice is not complete. */
  chooseModel(): Promise<AiChoice>;
  /** Shortens a text with the model that is chosen here; null where that does not come about. */
  shorten(text: Shortening, client: Client, log: FastifyBaseLogger): Promise<string | null>;
  /** Helps a person with a text. AppError with the remedy where nobody can. */
  rewrite(request: RewriteRequest, client: Client, signal: AbortSignal): Promise<RewriteResult>;
  routes(connection: SupabaseConnection, agentToken: string): Routes;
  /** Continues an installation on this machine that an agent before this one did not end. */
  start(): void;
  /** See AiSettingsStore. */
  sealPlainKey(): Promise<boolean>;
  /**
   * Ends the process of a model on this machine, and with it what it writes; stops an installation, to be continued by
   * the next agent.
   */
  close(): Promise<void>;
};

/** Opens nothing: the choice is read when it is asked for. */
export function openAi(config: AgentConfig, seal: KeySeal, log: FastifyBaseLogger, deps?: LocalAiDeps): AiFeature {
  const store = aiSettingsStore(config.dataDir, aiOf(config), seal);
  const engine = openEngine({ installation: createInstallation(config.dataDir), log });
  const local = openLocalAi({ config, store, log, release: engine.release }, deps);
  return {
    engine,
    sealPlainKey: store.sealPlainKey,
    start: () => void local.installs.resume(),
    chooseModel: () => chooseModel(store),
    shorten: (text, client, log) => shortenText({ store, engine }, text, client, log),
    rewrite: (request, client, signal) => rewriteText({ store, engine }, request, client, signal),
    routes: (connection, agentToken) => (api) => {
      aiRoutes({ connection, agentToken, store, engine })(api);
      localAiRoutes({ mode: connection.mode, local })(api);
    },
    close: async () => {
      await Promise.all([engine.close(), local.installs.close()]);
    },
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
