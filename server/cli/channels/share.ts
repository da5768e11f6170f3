import type { Command } from 'commander';
import { sharedLoginApi } from '../../../shared/api/shared-logins.ts';
import type { SharedLogins } from '../../../shared/publishing/shared-logins.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { findAccount, listAccounts } from '../accounts/account-lookup.ts';
import { apiCommand } from '../agent/api-command.ts';
import { note, print, type Terminal } from '../terminal/terminal.ts';
import * as words from './channel-messages.ts';

/** `channels share` and `channels take`: change which agents hold the login of an account. */
export function addShareCommands(channels: Command, terminal: Terminal): void {
  const share = channels
    .command('share <account>')
    .description('share the login of an account with a paired agent, which takes over if this one stops responding')
    .requiredOption('--with <agent>', 'the name or id of a paired agent');
  apiCommand(share, terminal, {
    async ask(api: Api, wanted: string, { with: agent }: { with: string }) {
      const { id, label } = findAccount(await listAccounts(api), wanted);
      const other = agentNamed((await listLogins(api)).paired, agent, words.notPaired(agent));
      await call(api, sharedLoginApi.shareLogin, { params: { id }, body: { agentId: other.id } });
      return { account: label, agent: other.name };
    },
    tell: ({ account, agent }) => print(terminal, words.shared(account, agent)),
  });

  const take = channels
    .command('take <account>')
    .description('take the login of an account away from an agent')
    .requiredOption('--from <agent>', 'the name or id of an agent that holds it');
  apiCommand(take, terminal, {
    async ask(api: Api, wanted: string, { from: agent }: { from: string }) {
      const { id, label } = findAccount(await listAccounts(api), wanted);
      const holders = (await listLogins(api)).logins.find(({ accountId }) => accountId === id)?.holders ?? [];
      const known = holders.map(({ agentId, name }) => ({ id: agentId, name: name ?? agentId }));
      const other = agentNamed(known, agent, words.notHeld(agent));
      await call(api, sharedLoginApi.takeLogin, { params: { id, agentId: other.id } });
      return { account: label, agent: other.name };
    },
    tell({ account, agent }) {
      print(terminal, words.taken(account, agent));
      note(terminal, words.STILL_KNOWN);
    },
  });
}

function listLogins(api: Api): Promise<SharedLogins> {
  return call(api, sharedLoginApi.listSharedLogins);
}

function agentNamed<A extends { id: string; name: string }>(agents: readonly A[], wanted: string, none: string): A {
  const found = agents.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
  if (!found) throw new AppError('not_found', none);
  return found;
}
