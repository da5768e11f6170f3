import type { z } from 'zod';

/** Errors specific to what an operation does. All others follow from its access and its body. */
type OwnErrorStatus = 401 | 404 | 409 | 429 | 502;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * An operation of the agent API: its route, what it does in words, who may call it, the request and the response. The
 * server's route, the entry in the OpenAPI document and the typed clients are derived from it. Its key in its group is
 * the operationId, which never changes once released.
 */
export type Operation = {
  /** Method and path, with `:name` for each parameter and `*` for the rest of the path. */
  route: `${Method} /${string}`;
  /** One line, without a full stop. */
  summary: string;
  /** What else a caller needs to know, as Markdown. */
  description?: string;
  /**
   * Who may call it: anyone (`open`); only the system user, who has the agent token (`agent`); also owners (`owner`);
   * also members who may run code (`code`). By default, the system user and all members of the workspace.
   */
  access?: 'open' | 'agent' | 'owner' | 'code';
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Size limit of the body in bytes, if it differs from the general limit. */
  bodyLimit?: number;
  /** An operation without `answer`, `file` and `onlyEvents` answers 204. */
  answer?: z.ZodType;
  /** The status of `answer`; 200 by default. */
  status?: 200 | 201 | 202;
  /** The bodies of responses to work that was attempted but failed, by status. */
  failures?: { readonly [status: number]: z.ZodType };
  errors?: readonly OwnErrorStatus[];
  /** With `Accept: text/event-stream`: the data of each server-sent event by its name. `error` is always possible. */
  events?: { readonly [event: string]: z.ZodType };
  /** The event stream is the only response. */
  onlyEvents?: true;
  /** The media type of a response that is not JSON. */
  file?: string;
  /** The media type of a request body that is not JSON. */
  upload?: string;
};

/** The operations of one subject, by operationId. */
export type Operations = { readonly [id: string]: Operation };

type SentPart = 'params' | 'query' | 'body';
type Schema<O, P extends keyof Operation> = O extends { [part in P]: infer S extends z.ZodType } ? S : never;

/** A part of a request: absent if the operation has none, optional if nothing in it is required. */
type Part<O extends Operation, P extends SentPart> = [Schema<O, P>] extends [never]
  ? { [part in P]?: undefined }
  : Record<never, never> extends z.input<Schema<O, P>>
    ? { [part in P]?: z.input<Schema<O, P>> }
    : { [part in P]: z.input<Schema<O, P>> };

/** The request of an operation, as a client sends it. */
export type Sent<O extends Operation> = Part<O, 'params'> & Part<O, 'query'> & Part<O, 'body'>;
/** The last argument of a call; optional if nothing has to be sent. */
export type SentTo<O extends Operation> = Record<never, never> extends Sent<O> ? [sent?: Sent<O>] : [sent: Sent<O>];
/** The parsed response; undefined if it has no body. */
export type Answered<O extends Operation> = [Schema<O, 'answer'>] extends [never]
  ? undefined
  : z.output<Schema<O, 'answer'>>;

/** An event of an operation's stream. */
export type EventOf<O extends Operation> = O extends { events: infer E extends NonNullable<Operation['events']> }
  ? { [event in keyof E]: { event: event; value: z.output<E[event]> } }[keyof E]
  : never;

/** Splits an operation's route into its method and path. */
export function routeOf({ route }: Operation): { method: Method; path: string } {
  const [method, path = ''] = route.split(' ', 2);
  return { method: method as Method, path };
}

/** The path of an operation with its parameters filled in, and its query. */
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
