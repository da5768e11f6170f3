import type { Platform } from '../../../../shared/posts/platforms.ts';
import { type Channel, channelLimitsSchema } from '../../../../shared/publishing/channel.ts';
import type { ChannelsRow } from '../../../../shared/workspace/database.ts';
import { AppError } from '../../../errors.ts';
import type { Client } from '../../../supabase/connection.ts';
import { couldNot } from '../../../supabase/could-not.ts';
import { NEEDS_SECRET_KEY, NO_ACCOUNT, NOT_CONNECTED } from './messages.ts';

/** A channel with the id of its account on the platform. */
export type StoredChannel = Channel & { remoteId: string };

/** The account's fields that its channel needs. */
export type ChannelAccount = { id: string; platform: Platform; label: string };

/** The fields changed by a check. Times are ISO 8601. */
export type ChannelChange = Partial<Omit<StoredChannel, 'accountId' | 'platform' | 'connectedAt'>>;

/** Limited because ids are part of a request's URL. */
const IDS_PER_QUERY = 100;

/** The channels, accessed with one client's rights. AppError unavailable if Supabase fails. */
export type ChannelStore = {
  /** AppError not_found. */
  account(id: string): Promise<ChannelAccount>;
  /** Those of the accounts that exist. */
  accounts(ids: readonly string[]): Promise<ChannelAccount[]>;
  /** Latest connections first. */
  list(): Promise<StoredChannel[]>;
  find(accountId: string): Promise<StoredChannel | null>;
  /** Replaces the account's channel. */
  save(channel: StoredChannel): Promise<StoredChannel>;
  addMissing(channel: StoredChannel): Promise<void>;
  /** AppError not_found if it was removed, or reconnected after `connectedAt`. */
  change(channel: Pick<Channel, 'accountId' | 'connectedAt'>, change: ChannelChange): Promise<StoredChannel>;
  remove(accountId: string): Promise<void>;
};

/** AppError unavailable for null: a hosted project without its secret key. */
export function channelStore(client: Client | null): ChannelStore {
  if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
  const table = () => client.from('channels');
  const accounts: ChannelStore['accounts'] = async (ids) => {
    const found: ChannelAccount[] = [];
    for (let from = 0; from < ids.length; from += IDS_PER_QUERY) {
      const some = ids.slice(from, from + IDS_PER_QUERY);
      const { data, error } = await client.from('social_accounts').select('id, platform, account_label').in('id', some);
      if (error) throw unavailable(error);
      found.push(...data.map(({ id, platform, account_label: label }) => ({ id, platform, label })));
    }
    return found;
  };
  return {
    accounts,
    async account(id) {
      const [account] = await accounts([id]);
      if (!account) throw new AppError('not_found', NO_ACCOUNT);
      return account;
    },
    async list() {
      const { data, error } = await table().select('*').order('connected_at', { ascending: false });
      if (error) throw unavailable(error);
      return data.map(described);
    },
    async find(accountId) {
      const { data, error } = await table().select('*').eq('account_id', accountId).maybeSingle();
      if (error) throw unavailable(error);
      return data && described(data);
    },
    async save(channel) {
      const { data, error } = await table().upsert(rowOf(channel)).select().single();
      if (error) throw unavailable(error);
      return described(data);
    },
    async addMissing(channel) {
      const { error } = await table().upsert(rowOf(channel), { ignoreDuplicates: true });
      if (error) throw unavailable(error);
    },
    async change({ accountId, connectedAt }, change) {
      const same = table().update(columnsOf(change)).eq('account_id', accountId).eq('connected_at', connectedAt);
      const { data, error } = await same.select().maybeSingle();
      if (error) throw unavailable(error);
      if (!data) throw new AppError('not_found', NOT_CONNECTED);
      return described(data);
    },
    async remove(accountId) {
      const { error } = await table().delete().eq('account_id', accountId);
      if (error) throw unavailable(error);
    },
  };
}

function described(row: ChannelsRow): StoredChannel {
  return {
    accountId: row.account_id,
    platform: row.platform,
    agentId: row.agent_id,
    handle: row.handle,
    remoteId: row.remote_id,
    profileUrl: row.profile_url,
    server: row.server,
    state: row.state,
    problem: row.problem,
    isPaused: row.is_paused,
    // Unparsed, to be compared with the database's value.
    connectedAt: row.connected_at,
    checkedAt: new Date(row.checked_at).toISOString(),
    expiresAt: row.expires_at && new Date(row.expires_at).toISOString(),
    limits: channelLimitsSchema.safeParse(row.limits).data ?? {},
  };
}

const COLUMNS = {
  agentId: 'agent_id',
  handle: 'handle',
  remoteId: 'remote_id',
  profileUrl: 'profile_url',
  server: 'server',
  state: 'state',
  problem: 'problem',
  isPaused: 'is_paused',
  checkedAt: 'checked_at',
  expiresAt: 'expires_at',
  limits: 'limits',
} as const satisfies { [field in keyof ChannelChange]: keyof ChannelsRow };

function columnsOf(change: ChannelChange): Partial<ChannelsRow> {
  const named = Object.entries(COLUMNS).filter(([field]) => field in change);
  return Object.fromEntries(named.map(([field, column]) => [column, change[field as keyof ChannelChange]]));
}

/** Columns that connecting does not set: the progress of reading metrics and answers, and the database's generation. */
type ReadingColumn =
  | 'generation'
  | 'figures_due'
  | 'answers_due'
  | 'answers_cursor'
  | 'answers_since'
  | 'answers_problem';

function rowOf({ accountId, platform, connectedAt, ...rest }: StoredChannel): Omit<ChannelsRow, ReadingColumn> {
  const { agentId, handle, remoteId, profileUrl, server, state, problem, isPaused, checkedAt, expiresAt, limits } =
    rest;
  return {
    account_id: accountId,
    agent_id: agentId,
    platform,
    handle,
    remote_id: remoteId,
    profile_url: profileUrl,
    server,
    state,
    problem,
    is_paused: isPaused,
    connected_at: connectedAt,
    checked_at: checkedAt,
    expires_at: expiresAt,
    limits,
  };
}

const unavailable = (error: { message: string }) => couldNot('load the channels', error);
