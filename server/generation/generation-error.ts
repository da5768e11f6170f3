import type { AgentError } from '../../shared/agent/agent-api.ts';

const STATUS_OF = {
  bad_input: 400,
  unauthorized: 401,
  forbidden: 403,
  method_not_allowed: 405,
  conflict: 409,
  rate_limited: 429,
  internal: 500,
  bad_answer: 502,
  unavailable: 503,
} as const;

/** An error for users: `message` says what went wrong and what to do. Sent as `{ error, code }` with `status`. */
export class GenerationError extends Error {
  readonly code: keyof typeof STATUS_OF;

  constructor(code: keyof typeof STATUS_OF, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'GenerationError';
    this.code = code;
  }

  get status(): number {
    return STATUS_OF[this.code];
  }

  toBody(): AgentError {
    return { error: this.message, code: this.code };
  }
}

/** Converts anything thrown to an error for users. Unexpected errors are logged and replaced. */
export function toGenerationError(thrown: unknown): GenerationError {
  if (thrown instanceof GenerationError) {
    if (thrown.cause) console.error(thrown);
    return thrown;
  }
  console.error(thrown);
  return new GenerationError('internal', 'Making the posts failed unexpectedly. Try again; the log has the details.', {
    cause: thrown,
  });
}
