import type { Logger } from 'pino';
import type { AgentConfig } from './config/config.ts';
import type { AppError } from './errors.ts';
import type { AiFeature } from './features/ai/feature.ts';
import { embeddedGeneration } from './features/generation/embedded.ts';
import { GENERATION_FUNCTION, type Generation } from './features/generation/generation.ts';
import { hostedGeneration } from './features/generation/hosted.ts';
import { type GenerationWorkers, openGenerationWorkers } from './features/generation/workers.ts';
import type { CardDrawer } from './generation/cards/draw-card.ts';
import type { LinkReader } from './generation/sources/read-link.ts';
import type { SupabaseConnection } from './supabase/connection.ts';
import { agentClock, type ClockDeps, type DatabaseClock, projectTime } from './supabase/database-clock.ts';
import { openEmbedded } from './supabase/embedded/backend.ts';
import type { StartedDatabase } from './supabase/embedded/postgres/start-database.ts';
import { openAgentSession } from './supabase/hosted/agent-session.ts';
import { IN_LINK } from './supabase/hosted/project.ts';
import { openHosted } from './supabase/hosted.ts';

/** How long the agent waits for generation runs to end, once its server is closed. */
const RUN_GRACE_MS = 1000;

/** The parts that differ between the modes: where the data is stored, and where posts are generated. */
export type Backend = {
  connection: SupabaseConnection;
  generation: Generation;
  drawCard: CardDrawer;
  makeFilm: GenerationWorkers['film'];
  setReport: GenerationWorkers['report'];
  links: LinkReader;
  /** Decides when everything is due, late or retried. */
  clock: DatabaseClock;
};

export type BackendDeps = {
  /** The embedded database, if it was started early. */
  database?: Promise<StartedDatabase> | undefined;
  /**
   * Called when the database died and its files are damaged: the caller should close the agent and show the message.
   */
  onLost?: (error: AppError) => void;
  /** Called with a sentence for users when opening takes longer than usual. */
  onProgress?: (sentence: string) => void;
  /** For a long-running agent; see HostedOptions. */
  pausesMs?: readonly number[];
};

/**
 * Opens the hosted project of `config`, or the embedded backend of its data directory. AppError with the remedy when
 * that cannot be used.
 */
export async function openBackend(
  config: AgentConfig,
  ai: AiFeature,
  log: Logger,
  { onLost, onProgress, pausesMs, database, now, machine }: BackendDeps & ClockDeps,
): Promise<Backend> {
  const { dataDir, databaseUrl, supabaseUrl: url, supabaseKey: publishableKey, supabaseSecretKey: secretKey } = config;
  if (url && publishableKey) {
    const names = config.link ? IN_LINK : undefined;
    const project = { url, publishableKey, names };
    const session = config.link ? await openAgentSession(dataDir, project, log) : undefined;
    const connection = await openHosted({ ...project, secretKey, session, pausesMs, onProgress, log });
    const workers = openGenerationWorkers(log);
    const close = () => workers.close().then(connection.close);
    return {
      connection: { ...connection, close },
      generation: hostedGeneration(connection.invokeFunction),
      drawCard: workers.draw,
      makeFilm: workers.film,
      setReport: workers.report,
      links: workers.links,
      clock: agentClock(connection.admin, { now, machine }, () => projectTime(project)),
    };
  }
  const connection = await openEmbedded({ dataDir, databaseUrl, log, onLost, onProgress, database });
  const workers = openGenerationWorkers(log);
  const clock = agentClock(connection.admin, { now, machine });
  const generation = embeddedGeneration(connection, ai, workers, clock.now);
  connection.mountFunction(GENERATION_FUNCTION, generation.handle);
  const close = () => generation.settle(RUN_GRACE_MS).then(connection.close);
  const { draw: drawCard, film: makeFilm, report: setReport, links } = workers;
  return { connection: { ...connection, close }, generation, drawCard, makeFilm, setReport, links, clock };
}
