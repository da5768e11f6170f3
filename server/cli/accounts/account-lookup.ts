import type { Account } from '../../../shared/accounts/accounts.ts';
import { accountApi } from '../../../shared/api/accounts.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import { noSuchAccount, severalAccounts } from '../messages.ts';
import { WrongUsage } from '../terminal/exit-code.ts';

export async function listAccounts(api: Api): Promise<Account[]> {
  return call(api, accountApi.listAccounts);
}

/**
 * Finds an account by its label, `platform/label` or id, ignoring case. If several have the label, the one on
 * `preferred` wins. AppError not_found if none matches, WrongUsage with the alternatives if several do.
 */
export function findAccount(accounts: readonly Account[], wanted: string, preferred?: Platform): Account {
  const name = wanted.toLowerCase();
  const namesOf = (account: Account) => [account.id, account.label.toLowerCase(), fullName(account)];
  const named = accounts.filter((account) => namesOf(account).includes(name));
  const ofPreferred = named.filter(({ platform }) => platform === preferred);
  const meant = ofPreferred.length > 0 ? ofPreferred : named;
  const [found, ...others] = meant;
  if (!found) throw new AppError('not_found', noSuchAccount(wanted));
  if (others.length > 0) throw new WrongUsage(severalAccounts(wanted, meant.map(fullName)));
  return found;
}

/** The ids of the accounts with these labels, without duplicates. Throws like findAccount. */
export async function accountIds(api: Api, labels: readonly string[]): Promise<string[]> {
  const known = await listAccounts(api);
  return [...new Set(labels.map((label) => findAccount(known, label).id))];
}

function fullName({ platform, label }: Account): string {
  return `${platform}/${label.toLowerCase()}`;
}
