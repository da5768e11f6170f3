import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const resultSchema = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  isError: z.boolean().default(false),
});

/** A tool's answer: its sentence, its data, and the whole answer as received. */
export type ToolAnswer = { says: string; data: unknown; isError: boolean; raw: string };

/** The protocol's official client over a transport, with a shorthand for calling tools. */
export async function mcpClient(transport: Transport) {
  const client = new Client({ name: 'tests', version: '1.0.0' });
  await client.connect(transport);
  return {
    client,
    async call(name: string, input: Record<string, unknown> = {}, onprogress?: (progress: Progress) => void) {
      const result = await client.callTool({ name, arguments: input }, undefined, onprogress && { onprogress });
      const { content, isError } = resultSchema.parse(result);
      const [says, data] = content.map(({ text }) => text);
      const answer: ToolAnswer = {
        says: says ?? '',
        data: data === undefined ? undefined : JSON.parse(data),
        isError,
        raw: JSON.stringify(result),
      };
      return answer;
    },
    close: () => client.close(),
  };
}
export type McpClient = Awaited<ReturnType<typeof mcpClient>>;
