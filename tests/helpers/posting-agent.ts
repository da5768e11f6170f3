import { accountsTable } from './accounts-table.ts';
import type { TestAgent } from './agent.ts';
import { channelPath } from './agent-paths.ts';
import { startPds } from './pds.ts';
import { workerAgent } from './worker-agent.ts';

export type PostingAgent = Awaited<ReturnType<typeof startPostingAgent>>;

/**
 * An agent that commands find through its data directory, with the account "Sky" connected to its own Bluesky server.
 */
export async function startPostingAgent(start: () => Promise<TestAgent> = workerAgent) {
  const [agent, pds] = await Promise.all([start(), startPds()]);
  const account = await accountsTable(agent.admin).insert({ platform: 'bluesky', account_label: 'Sky' });
  const { handle: identifier, appPassword } = pds.account;
  await agent.call(channelPath(account.id), {
    body: { platform: 'bluesky', identifier, appPassword, server: pds.origin },
  });
  return {
    agent,
    pds,
    async close() {
      await agent.close();
      await pds.close();
    },
  };
}
