import type { z } from 'zod';

/** Errors that depend on what a route does. Those of its kind (its access, its body) are known from the route itself. */
type OwnErrorStatus = 401 | 404 | 409 | 429 | 502;

/** What the API's description says of a route besides what its zod schemas and its access say. */
export type Operation = {
  /** The operationId: what generated clients call it. Never changed once released. */
  id: string;
  /** One line, without a full stop. */
  summary: string;
  /** What else a caller needs to know, as Markdown. */
  description?: string;
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

/**
 * The routes of one subject, each as `METHOD /path/:parameter`. Null for an address that only answers 404. Every route of
 * the agent API has an entry in the operations.ts beside it.
 */
export type OperationGroup = {
  tag: string;
  about: string;
  operations: { readonly [route: string]: Operation | null };
};
