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

/** A tool's annotations: https://modelcontextprotocol.io/specification/2025-06-18/schema#toolannotations */
type Hints = {
  readOnlyHint: boolean;
  /** It may change or delete existing data, rather than only add to it. */
  destructiveHint: boolean;
  /** Repeating the same call has no further effect. */
  idempotentHint: boolean;
  /** It contacts platforms or web pages. */
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

/** One call of a tool, with the agent API. */
export type Call = Reach & {
  /** Aborted when the client cancels the call or disconnects. */
  signal: AbortSignal;
  /** Reports a step, if the client asked for progress. */
  progress(words: string): void;
};

/** A tool's answer: text for humans, data for programs. `isError`: the work was accepted but failed. */
export type Answer = { says: string; data?: unknown; isError?: boolean };

/** The server to which tools are added, and the tools' dependencies. */
export type Registry = {
  server: McpServer;
  /** The assistant's scopes; tools that need another scope are left out. */
  scopes: readonly McpScope[];
  withReach: WithReach;
  /** Receives internal errors. */
  onFault(error: unknown): void;
};

/**
 * Adds a tool if its scope is among the registry's. An AppError becomes a tool error with its message; any other error
 * is internal, and its message is not shown.
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
      // The server has already parsed the arguments with this schema.
      const answer = await withReach((reach) => run({ ...reach, signal, progress }, args as z.output<Input>));
      return { content: contentOf(answer), ...(answer.isError && { isError: true }) };
    } catch (error) {
      return { content: [{ type: 'text', text: refusalInWords(error, onFault) }], isError: true };
    }
  });
}

/**
 * AppError forbidden without the scope `publish`, unless the post is a draft or cancelled: any other change affects
 * what is published. `status` is that of the scheduled post, undefined for a draft.
 */
export function assertMayChange({ scopes }: Pick<Registry, 'scopes'>, status: PostStatus | undefined): void {
  if (scopes.includes('publish') || status === undefined || status === 'cancelled') return;
  throw new AppError('forbidden', ONLY_DRAFTS);
}

/** The message for an assistant about an error. */
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

/** Reports the number of steps so far, because the total is unknown. */
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
