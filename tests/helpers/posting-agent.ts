import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDirectory } from '../../server/directories/agent-lock.ts';
import { prepareDataDirectory } from '../../server/directories/data-directory.ts';
import { channelPath } from '../../shared/publishing/publishing-api.ts';
import { accountsTable } from './accounts-table.ts';
import { startTestAgent } from './agent.ts';
import { startPds } from './pds.ts';

export type PostingAgent = Awaited<ReturnType<typeof startPostingAgent>>;

/** An agent that commands find running on its data directory, with the account "Sky" connected to a Bluesky of its own. */
export async function startPostingAgent() {
  const folder = await mkdtemp(join(tmpdir(), 'la-posting-'));
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'running');
  await prepareDataDirectory(dataDir);
  const { lock } = await lockDataDirectory(dataDir, { command: 'start', version: '0.0.0' });
  const [agent, pds] = await Promise.all([startTestAgent({ dataDir }), startPds()]);
  lock?.tell({ url: agent.url });
  const account = await accountsTable(agent.admin).insert({ platform: 'bluesky', account_label: 'Sky' });
  const { handle: identifier, appPassword } = pds.account;
  await agent.call(channelPath(account.id), {
    body: { platform: 'bluesky', identifier, appPassword, server: pds.origin },
  });
  return {
    agent,
    pds,
    async close() {
      await lock?.release();
      await agent.close();
      await pds.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
