import { join } from 'node:path';
import { workspaceOf } from '../../server/features/accounts/feature.ts';
import { agentKeys } from '../../server/features/publishing/channels/holders/agent-keys.ts';
import { createPairings } from '../../server/features/publishing/channels/holders/pairing.ts';
import { createSharing } from '../../server/features/publishing/channels/holders/sharing.ts';
import { holderStore } from '../../server/features/publishing/channels/holders/store.ts';
import { savedChannels } from '../../server/features/publishing/channels/saved-channels.ts';
import { openVault } from '../../server/features/publishing/channels/vault.ts';
import type { TestAgent } from './agent.ts';
import { NO_KEYCHAIN } from './no-keychain.ts';

export const SECOND_AGENT = '00000000-0000-4000-8000-000000000002';

/** The part of a second agent that holds logins: on the first one's database, with its own data directory. */
export function secondAgentBeside({ agent, admin, dataDir: first }: TestAgent, agentId = SECOND_AGENT) {
  const dataDir = join(first, `second-${agentId}`);
  const vault = openVault({ dataDir, workspace: workspaceOf(null), keychain: NO_KEYCHAIN });
  const saved = savedChannels(vault);
  const keys = agentKeys(vault.agents, agentId);
  const own = { agentId, agentName: async () => 'Small server', keys };
  const store = () => holderStore(admin);
  const pairings = createPairings({ ...own, workspace: null, now: () => new Date() });
  return {
    agentId,
    dataDir,
    saved,
    keys,
    store,
    pairings,
    sharing: createSharing({ ...own, saved, log: agent.app.log }),
  };
}
