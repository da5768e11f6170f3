import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../errors.ts';

/** Registers a feature's routes. */
export type Routes = (api: FastifyInstance) => void;

/**
 * Checks what comes in by the routes' zod schemas (AppError bad_input, in words) and sends only what the response
 * schema names.
 */
export function withZod(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data: unknown) => {
    // A request without a body is one without wishes: schemas decide whether that is enough.
    const result = schema.safeParse(httpPart === 'body' ? (data ?? {}) : data);
    if (!result.success) return { error: unreadable(result.error) };
    const place = unstorablePlace(result.data);
    return place === null ? { value: result.data } : { error: unstorable(place) };
  });
  app.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (data: unknown) =>
        JSON.stringify(schema.parse(data)),
  );
}

/** What no text of the database can hold, and what schemas have not replaced: NUL, and half of a pair of surrogates. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

function unstorable(place: readonly string[]): AppError {
  const what = 'the text holds a character that cannot be stored (NUL, or half of an emoji). Remove it.';
  return new AppError('bad_input', worded(place, what));
}

/** Where a name or text in `data` is unstorable; null where none is. `data` may be of any depth. */
function unstorablePlace(data: unknown): readonly string[] | null {
  type Part = { value: unknown; name: string; holder: Part | null };
  const left: Part[] = [{ value: data, name: '', holder: null }];
  const placeOf = (part: Part): string[] => {
    const names: string[] = [];
    for (let one = part; one.holder; one = one.holder) names.unshift(one.name);
    return names;
  };
  for (let part = left.pop(); part; part = left.pop()) {
    const { value } = part;
    if (typeof value === 'string' && UNSTORABLE.test(value)) return placeOf(part);
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (UNSTORABLE.test(name)) return placeOf(part);
      left.push({ value: inner, name, holder: part });
    }
  }
  return null;
}

/** Problems that an answer lists, and how much of a place it shows: both are whatever a client sent. */
const PROBLEMS_MAX = 10;
const PLACE_MAX_CHARS = 100;

function worded(place: readonly PropertyKey[], message: string): string {
  const name = place.slice(0, PROBLEMS_MAX).join('.');
  if (name === '') return message;
  return `${name.length > PLACE_MAX_CHARS ? `${name.slice(0, PLACE_MAX_CHARS)}…` : name}: ${message}`;
}

function unreadable(error: z.ZodError): AppError {
  const problems = error.issues.slice(0, PROBLEMS_MAX).map(({ path, message }) => worded(path, message));
  if (error.issues.length > PROBLEMS_MAX) problems.push(`and ${error.issues.length - PROBLEMS_MAX} more`);
  return new AppError('bad_input', problems.join('; '), { cause: error });
}
