import type { ChannelLimits } from '../../../shared/publishing/channel.ts';
import { findsPeople } from '../../../shared/publishing/people.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { NOT_CONNECTED } from './channels/messages.ts';
import { channelStore } from './channels/store.ts';
import type { AccountSettings } from './outgoing.ts';

/** The settings that apply to all posts of an account: its limits at the platform, and its posting defaults. */
export async function accountSettings(client: Client, accountId: string | null): Promise<AccountSettings> {
  if (accountId === null) return { limits: {}, defaults: {} };
  const asked = client.from('social_accounts').select('posting_defaults').eq('id', accountId).maybeSingle();
  const [limits, { data, error }] = await Promise.all([channelLimits(client, accountId), asked]);
  if (error) throw couldNot('read an account', error);
  return { limits, defaults: data?.posting_defaults ?? {} };
}

/** Empty for an account that is not connected. */
export async function channelLimits(client: Client, accountId: string | null): Promise<ChannelLimits> {
  return (await readChannel(client, accountId))?.limits ?? {};
}

/** AppError not_found; conflict if the platform can search for people, but the account is not connected. */
export async function connectedAccount(client: Client | null, id: string) {
  const store = channelStore(client);
  const [{ platform }, channel] = await Promise.all([store.account(id), store.find(id)]);
  if (findsPeople(platform) && !channel) throw new AppError('conflict', NOT_CONNECTED);
  return { id, platform };
}

/** The account's server; null if it is not connected. */
export async function serverOf(client: Client, accountId: string | null): Promise<string | null> {
  return (await readChannel(client, accountId))?.server ?? null;
}

async function readChannel(client: Client, accountId: string | null) {
  if (accountId === null) return null;
  const { data, error } = await client
    .from('channels')
    .select('limits, server')
    .eq('account_id', accountId)
    .maybeSingle();
  if (error) throw couldNot('read a channel', error);
  return data;
}
