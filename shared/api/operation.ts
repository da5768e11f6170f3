import type { z } from 'zod';

/** Errors that depend on what an operation does. Those of its kind (its access, its body) follow from the rest. */
type OwnErrorStatus = 401 | 404 | 409 | 429 | 502;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * An operation of the agent API: what it is called and what it does in words, who may call it, what is sent and what is
 * answered. Its route, its part of the OpenAPI document, and its typed clients are made from it. The name in its group
 * is the operationId, which is never changed once released.
 */
export type Operation = {
  /** Its method and path, with `:name` for each of its parameters, and `*` for the rest of a path. */
  route: `${Method} /${string}`;
  /** One line, without a full stop. */
  summary: string;
  /** What else a caller needs to know, as Markdown. */
  description?: string;
  /**
   * Who may call it: everybody (`open`); the agent token (`agent`), which is the system user's; that and the owner
   * (`owner`); those and members who are trusted with running code (`code`). Without it: members of the workspace and the
   * agent token.
   */
  access?: 'open' | 'agent' | 'owner' | 'code';
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Largest body in bytes, where it is not that of all. */
  bodyLimit?: number;
  /** Without it, and without `file` or `onlyEvents`, 204 is answered. */
  answer?: z.ZodType;
  /** The status of `answer`; 200 where none is named. */
  status?: 200 | 201 | 202;
  /** The outcome of work that was done and failed, by its status. */
  failures?: { readonly [status: number]: z.ZodType };
  errors?: readonly OwnErrorStatus[];
  /** With `Accept: text/event-stream`: the data of each server-sent event by its name. `error` is always one of them. */
  events?: { readonly [event: string]: z.ZodType };
  /** There is no answer but the event stream. */
  onlyEvents?: true;
  /** The media type of an answer that is no JSON. */
  file?: string;
  /** The media type of a body that is no JSON. */
  upload?: string;
};

/** The operations of one subject by their names. */
export type Operations = { readonly [id: string]: Operation };

type SentPart = 'params' | 'query' | 'body';
type Schema<O, P extends keyof Operation> = O extends { [part in P]: infer S extends z.ZodType } ? S : never;

/** A part of a request is left out where an operation has none, and may be where nothing in it is required. */
type Part<O extends Operation, P extends SentPart> = [Schema<O, P>] extends [never]
  ? { [part in P]?: undefined }
  : Record<never, never> extends z.input<Schema<O, P>>
    ? { [part in P]?: z.input<Schema<O, P>> }
    : { [part in P]: z.input<Schema<O, P>> };

/** What a client sends to an operation. */
export type Sent<O extends Operation> = Part<O, 'params'> & Part<O, 'query'> & Part<O, 'body'>;
/** The last argument of a call: left out where nothing has to be sent. */
export type SentTo<O extends Operation> = Record<never, never> extends Sent<O> ? [sent?: Sent<O>] : [sent: Sent<O>];
/** What a client is answered; undefined where that is nothing. */
export type Answered<O extends Operation> = [Schema<O, 'answer'>] extends [never]
  ? undefined
  : z.output<Schema<O, 'answer'>>;

/** An event of an operation's stream. */
export type EventOf<O extends Operation> = O extends { events: infer E extends NonNullable<Operation['events']> }
  ? { [event in keyof E]: { event: event; value: z.output<E[event]> } }[keyof E]
  : never;

/** The two parts of an operation's route. */
export function routeOf({ route }: Operation): { method: Method; path: string } {
  const [method, path = ''] = route.split(' ', 2);
  return { method: method as Method, path };
}

/** The path of an operation, with what is sent in it. */
export function pathTo<O extends Operation>(operation: O, sent: Pick<Sent<O>, 'params' | 'query'>): string {
  const { params = {}, query = {} } = sent as { params?: object; query?: object };
  const values = new Map<string, unknown>(Object.entries(params));
  const filled = routeOf(operation).path.replace(/:(\w+)|\*/g, (whole, name?: string) => {
    const value = String(values.get(name ?? whole));
    return name === undefined ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]: [string, unknown]) =>
      [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
    ),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
