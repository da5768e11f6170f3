import { agentErrorSchema } from '../../../shared/agent-api.ts';
import { type DryRun, type DryRunRequest, dryRunSchema } from '../../../shared/dry-run.ts';
import { readEventStream } from '../../../shared/event-stream.ts';
import { type GenerationRequest, type GenerationResult, generationResultSchema } from '../../../shared/generation.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import type { SendEvent } from '../../http/event-stream.ts';
import type { SupabaseConnection } from '../../supabase/connection.ts';

/** The edge function's name (§7). */
export const GENERATION_FUNCTION = 'auto-generate-content';

type Asked<Request> = {
  connection: Pick<SupabaseConnection, 'invokeFunction'>;
  request: Request;
  signal: AbortSignal;
};

/** Asks the function what the autopilot would make. AppError with the function's own words when it fails. */
export async function dryRun({ connection, request, signal }: Asked<DryRunRequest>): Promise<DryRun> {
  const response = await connection.invokeFunction(GENERATION_FUNCTION, { body: request, signal });
  if (!response.ok) throw await failureOf(response);
  return dryRunSchema.parse(await response.json());
}

/** Runs the function to its end. AppError with the function's own words when it fails. */
export async function generate({ connection, request, signal }: Asked<GenerationRequest>): Promise<GenerationResult> {
  const response = await connection.invokeFunction(GENERATION_FUNCTION, { body: request, signal });
  if (!response.ok) throw await failureOf(response);
  return generationResultSchema.parse(await response.json());
}

/** The same run, passing each of the function's events on as it comes. */
export async function generateWithProgress(
  { connection, request, signal }: Asked<GenerationRequest>,
  send: SendEvent,
): Promise<void> {
  const response = await connection.invokeFunction(GENERATION_FUNCTION, {
    body: request,
    signal,
    accept: 'text/event-stream',
  });
  if (!response.ok) throw await failureOf(response);
  if (!response.body) throw new AppError('internal', `The function ${GENERATION_FUNCTION} answered nothing.`);
  for await (const { event, data } of readEventStream(response.body)) send(event, JSON.parse(data));
}

async function failureOf(response: Response): Promise<AppError> {
  const answer = agentErrorSchema.safeParse(await response.json().catch(() => null));
  const message = answer.success
    ? answer.data.error
    : `The function ${GENERATION_FUNCTION} failed with status ${response.status}.`;
  return new AppError(codeOf(response.status), message);
}

function codeOf(status: number): ErrorCode {
  if (status === 400) return 'bad_input';
  if (status === 409) return 'conflict';
  if (status === 429) return 'rate_limited';
  return status === 404 || status >= 502 ? 'unavailable' : 'internal';
}
