import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

/**
 * What a platform's own document says of requests, cut down to those that are sent: facts, without its descriptions.
 * Routes are named as an imitation names them.
 */
type Document = {
  source: string;
  /** The schema of a JSON body or a form, by route: the name of a component. */
  requests?: { [route: string]: string };
  /** The parameters of an address, by route, and which of them are needed. */
  queries?: { [route: string]: { properties: object; required?: readonly string[] } };
  components?: { schemas: object };
};

/** What is wrong with a request, in Ajv's words; nothing for a route that the document says nothing of. */
export type Judge = {
  body(route: string, body: unknown): string[];
  query(route: string, query: URLSearchParams): string[];
};

/** Holds requests against what the file at this path has of a vendor's document. */
export function judgeOf(path: string): Judge {
  const { requests = {}, queries = {}, components } = JSON.parse(readFileSync(path, 'utf8')) as Document;
  const ajv = new Ajv({ strict: false, validateFormats: false, discriminator: true });
  ajv.addSchema({ $id: 'document', components });
  const bodies = compiled(requests, (name) => ajv.compile({ $ref: `document#/components/schemas/${name}` }));
  // Everything in an address is a text.
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
