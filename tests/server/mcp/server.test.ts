import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Ajv } from 'ajv';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '../../../server/errors.ts';
import { UNEXPECTED } from '../../../server/mcp/messages.ts';
import type { WithReach } from '../../../server/mcp/reach.ts';
import { createMcpServer } from '../../../server/mcp/server.ts';
import { MCP_SCOPES, type McpScope } from '../../../shared/agent/mcp-tokens.ts';
import { mcpClient } from '../../helpers/mcp-client.ts';

/** The tools that only read. */
const READING = (
  'compare_posts find_people find_posted list_accounts list_agents list_answers list_archives list_best_posts ' +
  'list_evergreen list_hashtag_groups list_insight_posts list_media list_off_times list_posting_times list_posts ' +
  'list_projects list_scripts list_series list_templates list_webhooks post_figures preview_week show_answer ' +
  'show_insights show_learning show_link_tags show_post show_posting_defaults show_series similar_posts webhook_log'
).split(' ');

/** A client of a server whose agent cannot be reached, for the reason given. */
async function clientOf(
  reason: unknown,
  onFault: (error: unknown) => void = () => undefined,
  scopes: readonly McpScope[] = MCP_SCOPES,
) {
  const withReach: WithReach = () => Promise.reject(reason);
  const server = createMcpServer({ version: '1.2.3', scopes, withReach, onFault });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(ours);
  const client = await mcpClient(theirs);
  onTestFinished(client.close);
  return client;
}

describe('the tools', () => {
  it('say whether they only read, as their scope has it', async () => {
    const { client } = await clientOf(new Error('unused'));
    const { tools } = await client.listTools();
    for (const { name, annotations } of tools) {
      expect([name, annotations?.readOnlyHint]).toEqual([name, READING.includes(name)]);
      if (READING.includes(name)) expect(annotations).toMatchObject({ destructiveHint: false, idempotentHint: true });
      expect(annotations?.openWorldHint, name).toEqual(expect.any(Boolean));
    }
  });

  it('have schemas that any client can read, refuse what they do not name, and say what they do', async () => {
    const { client } = await clientOf(new Error('unused'));
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const { name, title, description, inputSchema } of (await client.listTools()).tools) {
      expect([name, ajv.compile(inputSchema)({ misspelled: 1 })]).toEqual([name, false]);
      expect([title, description]).toEqual([expect.stringMatching(/^[A-Z]/), expect.stringMatching(/\.$/)]);
    }
  });

  it('that publish, delete or run code say so before anything else, and that the person is to be asked', async () => {
    const { client } = await clientOf(new Error('unused'));
    const { tools } = await client.listTools();
    const loud = tools.filter(({ description }) => /^[A-Z]{3,}/.test(description ?? ''));
    expect(loud.map(({ name }) => name).join(' ')).toBe(
      'publish_post delete_post send_reply remove_reply stop_series remove_hashtag_group run_script schedule_script',
    );
    for (const { description, annotations } of loud) {
      expect(description).toMatch(/ask the person first/i);
      expect(annotations?.destructiveHint).toBe(true);
    }
  });
});

describe('a scope', () => {
  it.each([
    [['read'], ''],
    [
      ['read', 'draft'],
      ' add_media bring_back compose_post delete_post draft_reply edit_post make_video mark_answers remove_hashtag_group sample_template save_hashtag_group',
    ],
    [
      ['read', 'publish'],
      ' cancel_post change_answer change_series create_project generate_posts mark_delivery prepare_post publish_post remove_reply reschedule_post resend_webhook' +
        ' schedule_post send_reply set_link_tags set_posting_defaults set_posting_times stop_series take_back_post unmark_delivery update_project',
    ],
    [['read', 'run'], ' run_script schedule_script'],
  ] satisfies [McpScope[], string][])('%j has its tools and no others, listed or called', async (scopes, more) => {
    const all = await toolNames(MCP_SCOPES);
    const names = await toolNames(scopes);
    expect(names).toEqual([...READING, ...more.split(' ').filter(Boolean)].sort());
    const { call } = await clientOf(new Error('asked'), undefined, scopes);
    for (const name of all.filter((one) => !names.includes(one))) {
      const { isError, says } = await call(name, { id: 'abcd' });
      expect([isError, says]).toEqual([true, expect.stringContaining(`${name} not found`)]);
    }
  });

  it('draft makes drafts alone: no time can be named', async () => {
    const { client } = await clientOf(new Error('unused'), undefined, ['read', 'draft']);
    const { tools } = await client.listTools();
    const composing = tools.find(({ name }) => name === 'compose_post');
    expect(Object.keys(composing?.inputSchema.properties ?? {})).not.toContain('at');
  });

  async function toolNames(scopes: readonly McpScope[]): Promise<string[]> {
    const { client } = await clientOf(new Error('unused'), undefined, scopes);
    const { tools } = await client.listTools();
    return tools.map(({ name }) => name).sort();
  }
});

describe('an error', () => {
  it('of the agent is one of the tool, in its words, with when to try again', async () => {
    const faults: unknown[] = [];
    const refused = new AppError('rate_limited', 'The account rests.', { retryAfterSeconds: 89.5 });
    const { call } = await clientOf(refused, (error) => faults.push(error));
    const { isError, says } = await call('list_posts');
    expect([isError, says, faults]).toEqual([true, 'The account rests. Try again in 90 s.', []]);
  });

  it('of ours says nothing of what is inside, and is noted', async () => {
    const faults: unknown[] = [];
    const fault = new TypeError('cannot read la_secret of undefined');
    const { call, client } = await clientOf(fault, (error) => faults.push(error));
    expect(await call('list_posts')).toMatchObject({ isError: true, says: UNEXPECTED });
    await expect(client.listResources()).rejects.toThrow(UNEXPECTED);
    expect(faults).toEqual([fault, fault]);
  });

  it('in what is asked names the field, and asks the agent nothing', async () => {
    const faults: unknown[] = [];
    const { call } = await clientOf(new Error('asked'), (error) => faults.push(error));
    for (const [name, input, field] of [
      ['list_posts', { limit: 101 }, 'limit'],
      ['schedule_post', { id: 'abcd', at: 'now' }, 'at'],
      ['publish_post', { id: '../x' }, 'id'],
      ['add_media', { base64: 'A'.repeat(8_000_001), name: 'x.png' }, 'base64'],
    ] as const) {
      const { isError, says } = await call(name, input);
      expect([isError, says]).toEqual([true, expect.stringContaining(field)]);
    }
    expect(faults).toEqual([]);
  });
});
