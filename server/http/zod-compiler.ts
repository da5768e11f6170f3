import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../errors.ts';

/** Registers a feature's routes. */
export type Routes = (api: FastifyInstance) => void;

/**
 * Validates requests by the routes' zod schemas (AppError bad_input, as a sentence) and sends only the fields of the
 * response schema.
 */
export function withZod(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data: unknown) => {
    // A missing body counts as {}: the schema decides whether that is enough.
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

/** Characters that Postgres cannot store as text: NUL and lone surrogates. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

function unstorable(place: readonly string[]): AppError {
  const what = 'the text contains a character that cannot be stored (NUL, or half of an emoji). Remove it.';
  return new AppError('bad_input', worded(place, what));
}

/** Finds the path of an unstorable key or text in `data`, at any depth; null if there is none. */
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

/** Limits for an answer's problems and the length of a path, because the client controls both. */
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
