import { agentErrorSchema } from '../../../shared/agent/agent-api.ts';
import { readEventStream } from '../../../shared/agent/event-stream.ts';
import { dryRunSchema } from '../../../shared/posts/dry-run.ts';
import {
  GENERATION_EVENTS,
  type GenerationRequest,
  generationProgressSchema,
  generationResultSchema,
} from '../../../shared/posts/generation.ts';
import { AppError, type ErrorCode, isErrorCode } from '../../errors.ts';
import type { FunctionCall } from '../../supabase/hosted.ts';
import { GENERATION_FUNCTION, type Generation, type RunContext } from './generation.ts';

/** Invokes an edge function of the hosted project with its service key. */
type InvokeFunction = (name: string, call: FunctionCall) => Promise<Response>;

/** Generation in the hosted project, through its edge function. A run continues there when `signal` aborts. */
export function hostedGeneration(invoke: InvokeFunction): Generation {
  const call = async (body: unknown, more: Omit<FunctionCall, 'body'>) => {
    const response = await invoke(GENERATION_FUNCTION, { body, ...more });
    if (!response.ok) throw await failureOf(response);
    return response;
  };
  return {
    async generate(request: GenerationRequest, { report, signal }: RunContext) {
      const { body } = await call(request, { signal, accept: 'text/event-stream' });
      if (body) {
        for await (const { event, data } of eventsOf(body, signal)) {
          const value: unknown = JSON.parse(data);
          if (event === GENERATION_EVENTS.progress) report(generationProgressSchema.parse(value));
          if (event === GENERATION_EVENTS.result) return generationResultSchema.parse(value);
          if (event === GENERATION_EVENTS.error) throw appErrorOf(value, 500);
        }
      }
      throw endedEarly();
    },
    async dryRun(request, signal) {
      return dryRunSchema.parse(await (await call(request, { signal })).json());
    },
  };
}

/** Treats a connection that breaks like a stream that ends early: another attempt may succeed. */
async function* eventsOf(body: ReadableStream<Uint8Array>, signal: AbortSignal) {
  try {
    yield* readEventStream(body);
  } catch (error) {
    throw signal.aborted ? error : endedEarly(error);
  }
}

const endedEarly = (cause?: unknown) =>
  new AppError('unavailable', `The function ${GENERATION_FUNCTION} ended without a result. Its log says more.`, {
    cause,
  });

async function failureOf(response: Response): Promise<AppError> {
  return appErrorOf(await response.json().catch(() => null), response.status);
}

/** The function's own message and code if it sent them; the platform's gateway uses other formats. */
function appErrorOf(body: unknown, status: number): AppError {
  const { data } = agentErrorSchema.safeParse(body);
  const message = data?.error ?? `The function ${GENERATION_FUNCTION} failed with status ${status}.`;
  return new AppError(data && isErrorCode(data.code) ? data.code : codeOf(status), message);
}

function codeOf(status: number): ErrorCode {
  if (status === 400) return 'bad_input';
  if (status === 409) return 'conflict';
  if (status === 429) return 'rate_limited';
  return status === 404 || status >= 502 ? 'unavailable' : 'internal';
}
