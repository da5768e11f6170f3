/** The stable codes of the agent's errors, with their HTTP status. */
const STATUS_OF = {
  bad_input: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  no_session: 409,
  not_approved: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  bad_answer: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_OF;

export function codesOf(status: number): ErrorCode[] {
  return Object.entries(STATUS_OF).flatMap(([code, one]) => (one === status && isErrorCode(code) ? [code] : []));
}

/** Whether this version knows the code. An agent of another version may use others. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(STATUS_OF, code);
}

/**
 * An error for users: `message` has the problem and its remedy. Thrown once, formatted once (http/error-answers.ts for
 * HTTP, cli/main.ts for the terminal). `retryAfterSeconds` becomes the Retry-After header, `details` additional fields
 * of the answer.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number; details?: Record<string, unknown> } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details;
  }

  get status(): number {
    return STATUS_OF[this.code];
  }
}
