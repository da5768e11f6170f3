import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import type { McpScope } from '../../shared/agent/mcp-tokens.ts';
import type { PostStatus } from '../../shared/workspace/database.ts';
import { AppError } from '../errors.ts';
import { ONLY_DRAFTS, UNEXPECTED } from './messages.ts';
import type { Reach, WithReach } from './reach.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** What a tool may do, as the protocol has it: https://modelcontextprotocol.io/specification/2025-06-18/schema#toolannotations */
type Hints = {
  readOnlyHint: boolean;
  /** May it change or end what is there, rather than only add to it? */
  destructiveHint: boolean;
  /** Does the same call again change nothing more? */
  idempotentHint: boolean;
  /** Does it reach others than this agent: platforms, web pages? */
  openWorldHint: boolean;
};

export const READS: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const ADDS: Hints = { ...READS, readOnlyHint: false, idempotentHint: false };
export const CHANGES: Hints = { ...ADDS, destructiveHint: true };

/** One call of a tool, with the agent API for as long as it takes. */
export type Call = Reach & {
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
  /** Tells the client of a step, where it wants to know. */
  progress(words: string): void;
};

/** What a tool answers: a text for people, and what programs read. `isError` for work that failed, beside refusals. */
export type Answer = { says: string; data?: unknown; isError?: boolean };

/** Where tools are added, and what they work with. */
export type Registry = {
  server: McpServer;
  /** What the assistant may do; tools of other scopes are left out. */
  scopes: readonly McpScope[];
  withReach: WithReach;
  /** Is told of failures that are faults of ours. */
  onFault(error: unknown): void;
};

/**
 * Adds a tool, where its scope is among those of the registry. An AppError becomes a tool error with its own words, which say what to do; any other error is a fault of
 * ours and says no more than that.
 */
export function addTool<Input extends z.ZodObject>(
  { server, scopes, withReach, onFault }: Registry,
  name: string,
  definition: { title: string; description: string; input: Input; hints: Hints; scope: McpScope },
  run: (call: Call, input: z.output<Input>) => Promise<Answer>,
): void {
  const { title, description, input, hints, scope } = definition;
  if (!scopes.includes(scope)) return;
  const config = { title, description, inputSchema: input as z.ZodObject, annotations: { title, ...hints } };
  server.registerTool(name, config, async (args, extra): Promise<CallToolResult> => {
    const { signal } = extra;
    const progress = progressOf(extra);
    try {
      // The server has parsed the arguments by this very schema.
      const answer = await withReach((reach) => run({ ...reach, signal, progress }, args as z.output<Input>));
      return { content: contentOf(answer), ...(answer.isError && { isError: true }) };
    } catch (error) {
      return { content: [{ type: 'text', text: refusalInWords(error, onFault) }], isError: true };
    }
  });
}

/**
 * Without the scope publish only drafts and cancelled posts may change: any other goes out changed, or no longer.
 * `status` is that of the post's place in the timeline, undefined where it has none. AppError forbidden.
 */
export function assertMayChange({ scopes }: Pick<Registry, 'scopes'>, status: PostStatus | undefined): void {
  if (scopes.includes('publish') || status === undefined || status === 'cancelled') return;
  throw new AppError('forbidden', ONLY_DRAFTS);
}

/** What an assistant is told of an error. */
export function refusalInWords(error: unknown, onFault: (error: unknown) => void): string {
  if (error instanceof AppError) {
    const { message, retryAfterSeconds: seconds } = error;
    return seconds === undefined ? message : `${message} Try again in ${Math.ceil(seconds)} s.`;
  }
  onFault(error);
  return UNEXPECTED;
}

function contentOf({ says, data }: Answer): CallToolResult['content'] {
  const text = { type: 'text' as const, text: says };
  return data === undefined ? [text] : [text, { type: 'text', text: JSON.stringify(data, null, 1) }];
}

/** Steps are counted, since the total is not known beforehand; a client that is gone misses them. */
function progressOf({ _meta, sendNotification }: Extra): Call['progress'] {
  const progressToken = _meta?.progressToken;
  let step = 0;
  return (message) => {
    if (progressToken === undefined) return;
    step += 1;
    sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress: step, message },
    }).catch(() => undefined);
  };
}
