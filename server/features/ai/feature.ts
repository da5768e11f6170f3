import type { FastifyBaseLogger } from 'fastify';
import type { AiChoice, AiSettings } from '../../../shared/ai/ai.ts';
import type { AiProvider } from '../../../shared/ai/providers.ts';
import type { RewriteRequest, RewriteResult } from '../../../shared/posts/compose.ts';
import type { TemplateSample, TemplateSampleRequest } from '../../../shared/posts/template-sample.ts';
import type { AgentConfig } from '../../config/config.ts';
import type { TextEngine } from '../../generation/writers/local/text-engine.ts';
import type { Answering } from '../../generation/writers/model/reply.ts';
import type { Shortening } from '../../generation/writers/model/rewrite.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client, SupabaseConnection } from '../../supabase/connection.ts';
import { NO_AI } from './ai-settings.ts';
import { draftReply } from './draft-reply.ts';
import { openEngine } from './local/engine/engine.ts';
import { type LocalAiDeps, openLocalAi } from './local/feature.ts';
import { createInstallation } from './local/installation.ts';
import { localAiRoutes } from './local/routes.ts';
import { newWords, type Reworded, type Rewording } from './new-words.ts';
import { rewriteText } from './rewrite.ts';
import { aiRoutes } from './routes.ts';
import { sampleOf } from './sample.ts';
import { chooseModel, shortenText } from './service.ts';
import { aiSettingsStore, type KeySeal } from './settings-store.ts';

/** The features that use AI models, as assembled for the agent. */
export type AiFeature = {
  /** Runs local models. */
  engine: TextEngine;
  /** The models for a run of the edge function. GenerationError conflict when the settings are incomplete. */
  chooseModel(): Promise<AiChoice>;
  /** The chosen provider with its key, for text-to-speech; null if none is chosen, and in hosted mode. */
  voiceAccount(): Promise<(Pick<AiSettings, 'apiKey' | 'baseUrl' | 'monthlyCapUsd'> & { provider: AiProvider }) | null>;
  /** Whether a provider is chosen on this machine, and the local model if it is chosen and installed. */
  writer(): Promise<{ hasProvider: boolean; localModel: string | null }>;
  /** Shortens a text with the chosen model; null when that fails. */
  shorten(text: Shortening, client: Client, log: FastifyBaseLogger): Promise<string | null>;
  /** Helps the user with a text. AppError with the remedy on failure. */
  rewrite(request: RewriteRequest, client: Client, signal: AbortSignal): Promise<RewriteResult>;
  /** Rephrases the texts of a post; null if no model is chosen. AppError with the remedy on failure. */
  reword(asked: Rewording, client: Client, signal: AbortSignal): Promise<Reworded | null>;
  /** Writes a sample post from a template without storing it. AppError with the remedy on failure. */
  sample(request: TemplateSampleRequest, client: Client, signal: AbortSignal): Promise<TemplateSample>;
  /** Drafts a reply to a comment without sending it. AppError with the remedy on failure. */
  draftReply(answering: Answering, client: Client): Promise<{ text: string; by: string }>;
  routes(connection: SupabaseConnection, agentToken: string): Routes;
  /** Resumes an installation that an earlier run of the agent left unfinished. */
  start(): void;
  /** See AiSettingsStore. */
  sealPlainKey(): Promise<boolean>;
  /**
   * Kills the process of the local model, and interrupts an installation, which resumes when the agent starts again.
   */
  close(): Promise<void>;
};

/** Does no I/O yet: the settings are read when needed. */
export function openAi(config: AgentConfig, seal: KeySeal, log: FastifyBaseLogger, deps?: LocalAiDeps): AiFeature {
  const store = aiSettingsStore(config.dataDir, aiOf(config), seal);
  const engine = openEngine({ installation: createInstallation(config.dataDir), log });
  const local = openLocalAi({ config, store, log, release: engine.release }, deps);
  return {
    engine,
    sealPlainKey: store.sealPlainKey,
    start: () => void local.installs.resume(),
    chooseModel: () => chooseModel(store),
    async voiceAccount() {
      if (config.supabaseUrl !== null) return null;
      const { provider, apiKey, baseUrl, monthlyCapUsd } = (await store.current()).settings;
      return provider && { provider, apiKey, baseUrl, monthlyCapUsd };
    },
    writer: async () => (config.supabaseUrl === null ? store.writer() : { hasProvider: false, localModel: null }),
    shorten: (text, client, log) => shortenText({ store, engine }, text, client, log),
    rewrite: (request, client, signal) => rewriteText({ store, engine }, request, client, signal),
    reword: (asked, client, signal) => newWords({ store, engine }, asked, client, signal),
    sample: (request, client, signal) => sampleOf({ store, engine }, request, client, signal),
    draftReply: (answering, client) => draftReply({ store, engine }, answering, client),
    routes: (connection, agentToken) => (api) => {
      aiRoutes({ connection, agentToken, store, engine })(api);
      localAiRoutes({ mode: connection.mode, local })(api);
    },
    close: async () => {
      await Promise.all([engine.close(), local.installs.close()]);
    },
  };
}

/** The settings from the environment or the config file. */
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
