import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

/**
 * What a platform's own document says about requests, reduced to those that are sent: facts, without its descriptions.
 * Routes have the same names as in an imitation.
 */
type Document = {
  source: string;
  /** The schema of a JSON body or a form, by route: the name of a component. */
  requests?: { [route: string]: string };
  /** The query parameters by route, and which of them are required. */
  queries?: { [route: string]: { properties: object; required?: readonly string[] } };
  components?: { schemas: object };
};

/** Returns what is wrong with a request, in Ajv's words; empty for a route that the document does not contain. */
export type Judge = {
  body(route: string, body: unknown): string[];
  query(route: string, query: URLSearchParams): string[];
};

/** Validates requests against the part of a vendor's document in the file at this path. */
export function judgeOf(path: string): Judge {
  const { requests = {}, queries = {}, components } = JSON.parse(readFileSync(path, 'utf8')) as Document;
  const ajv = new Ajv({ strict: false, validateFormats: false, discriminator: true });
  ajv.addSchema({ $id: 'document', components });
  const bodies = compiled(requests, (name) => ajv.compile({ $ref: `document#/components/schemas/${name}` }));
  // All values in a URL are strings.
  const texts = new Ajv({ strict: false, validateFormats: false, coerceTypes: true });
  const addresses = compiled(queries, (query) =>
    texts.compile({ type: 'object', additionalProperties: false, ...query }),
  );
  return {
    body: (route, body) => faultsIn(bodies.get(route), body),
    query: (route, query) => faultsIn(addresses.get(route), Object.fromEntries(query)),
  };
}

function compiled<T>(
  all: { [route: string]: T },
  compile: (one: T) => ValidateFunction,
): Map<string, ValidateFunction> {
  return new Map(Object.entries(all).map(([route, one]) => [route, compile(one)]));
}

function faultsIn(isValid: ValidateFunction | undefined, value: unknown): string[] {
  if (!isValid || isValid(value)) return [];
  return (isValid.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
