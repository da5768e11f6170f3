import type { DryRun, DryRunRequest } from '../../../shared/posts/dry-run.ts';
import type { GenerationProgress, GenerationRequest, GenerationResult } from '../../../shared/posts/generation.ts';

/** The edge function's name (§7). */
export const GENERATION_FUNCTION = 'auto-generate-content';

/**
 * The context of a run: `report` is called with each step; `signal` aborts the run or, in a hosted project, the wait
 * for it.
 */
export type RunContext = { report(progress: GenerationProgress): void; signal: AbortSignal };

/**
 * Makes posts with the service key's rights: in this process when embedded, in the hosted project otherwise. Errors are
 * AppErrors.
 */
export type Generation = {
  generate(request: GenerationRequest, context: RunContext): Promise<GenerationResult>;
  /** The posts that the autopilot would make in the coming days. Stores nothing. */
  dryRun(request: DryRunRequest, signal: AbortSignal): Promise<DryRun>;
};
