import fc from 'fast-check';
import { bodiesOf, hostileValue } from './hostile.ts';
import { type Components, type JsonSchema, type Known, valuesOf } from './json-schema.ts';

/** The parts of the API's description that describe requests. */
export type ApiDocument = {
  paths: { [path: string]: { [method: string]: DescribedOperation } };
  components: { schemas: Components };
};
type DescribedOperation = {
  parameters?: { name: string; in: 'path' | 'query'; schema: JsonSchema }[];
  requestBody?: { content: { [type: string]: { schema?: JsonSchema } } };
};

export type FuzzedRequest = { method: string; path: string; headers: { [name: string]: string }; body: Buffer };

/** An operation as `METHOD /path/{parameter}`, with arbitrary requests to it. */
export type FuzzedRoute = { name: string; requests: fc.Arbitrary<FuzzedRequest> };

/** Segments and values of an address other than the correct ones; as sent. */
const SEGMENTS = [
  '',
  '%00',
  '%2e%2e%2f%2e%2e%2fkeys.json',
  '..%5c..%5ckeys.json',
  '%',
  '%zz',
  '%ff%fe',
  '%ed%a0%80',
  '__proto__',
  'constructor',
  'null',
  "'%20or%201=1--",
  '00000000-0000-0000-0000-000000000000',
  'ABCDEF12-0000-4000-8000-00000000000G',
  'a'.repeat(700),
  'a'.repeat(12_000),
  '%F0%9F%91%A9'.repeat(50),
  '1e999',
  '-1',
];

/** Content types that a tenth of the requests draw instead of the right one. */
const TYPES = ['application/json', 'application/json; charset=utf-16', 'application/json;;', 'text/plain', ''];
const HEADERS: readonly { [name: string]: string }[] = [
  {},
  {},
  { accept: 'text/event-stream' },
  { 'accept-encoding': 'br;q=nan, *;q=-1', 'accept-language': 'x'.repeat(4000) },
  { 'if-none-match': '*', range: 'bytes=-1,5-2,99999999999-' },
  { 'content-encoding': 'gzip' },
  { cookie: '__proto__=1; '.repeat(100), 'x-forwarded-for': "127.0.0.1' --", forwarded: 'for="[::1]";host=evil' },
  { 'x-http-method-override': 'DELETE', 'x-original-url': '/api/users', expect: 'nonsense' },
];

/** Every operation of the API's description with arbitrary requests, both correct and wrong. */
export function fuzzedRoutes(
  { paths, components }: ApiDocument,
  known: (route: string) => Known,
  token: string,
): FuzzedRoute[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const values = (schema: JsonSchema, field: string) => valuesOf(schema, components.schemas, known(name), field);
      return { name, requests: requestsTo(method.toUpperCase(), path, operation, values, token) };
    }),
  );
}

type Values = (schema: JsonSchema, field: string) => fc.Arbitrary<unknown>;

function requestsTo(method: string, path: string, operation: DescribedOperation, values: Values, token: string) {
  const parameters = operation.parameters ?? [];
  const segments = Object.fromEntries(
    parameters.filter((one) => one.in === 'path').map(({ name, schema }) => [name, segmentsOf(values(schema, name))]),
  );
  const queries = parameters.filter((one) => one.in === 'query');
  const address = fc
    .tuple(fc.record(segments), queryOf(queries, values))
    .map(([filled, query]) => `${path.replace(/\{(\w+)\}/g, (_, name) => filled[name] ?? '')}${query}`);
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const isFile = type !== undefined && type !== 'application/json';
  const bodies = isFile
    ? fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes))
    : bodiesOf(content?.schema ? values(content.schema, '') : fc.constant({})).map((text) => Buffer.from(text));
  const types = fc.oneof(
    { weight: 9, arbitrary: fc.constant(type ?? 'application/json') },
    { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
  );
  return fc
    .record({
      address,
      body: method === 'GET' ? fc.constant(Buffer.alloc(0)) : bodies,
      type: types,
      more: fc.constantFrom(...HEADERS),
    })
    .map(({ address: to, body, type: announced, more }): FuzzedRequest => {
      const isAnnounced = body.length > 0 && announced !== '';
      const headers = { ...more, authorization: `Bearer ${token}`, ...(isAnnounced && { 'content-type': announced }) };
      return { method, path: to, headers, body };
    });
}

function segmentsOf(wanted: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 5, arbitrary: wanted.map((value) => encoded(String(value))) },
    { weight: 2, arbitrary: fc.constantFrom(...SEGMENTS) },
    { weight: 1, arbitrary: hostileValue.map((value) => encoded(String(value).slice(0, 2000))) },
  );
}

function queryOf(parameters: readonly { name: string; schema: JsonSchema }[], values: Values): fc.Arbitrary<string> {
  const names = [...parameters.map(({ name }) => name), '__proto__', 'limit[]', 'a b'];
  const right = fc.record(Object.fromEntries(parameters.map(({ name, schema }) => [name, values(schema, name)])), {
    requiredKeys: [],
  });
  const wrong = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...SEGMENTS)), { maxLength: 3 });
  return fc.tuple(right, fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, wrong)).map(([fields, others]) => {
    const pairs = [
      ...Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one) => `${name}=${encoded(String(one).slice(0, 3000))}`),
      ),
      ...others.map(([name, value]) => `${encoded(name)}=${value}`),
    ];
    return pairs.length > 0 ? `?${pairs.join('&')}` : '';
  });
}

/** A value in an address. Lone surrogates, which encodeURIComponent refuses, are encoded as their bytes. */
function encoded(text: string): string {
  return text
    .split(/(\p{Surrogate})/u)
    .map((part, index) => (index % 2 === 1 ? '%ED%A0%80' : encodeURIComponent(part)))
    .join('');
}
