import type {
  Account,
  AccountEntry,
  PostingDefaults,
  PostingDefaultsChange,
} from '../../../shared/accounts/accounts.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { labelTaken, NEEDS_SECRET_KEY, NO_ACCOUNT } from './messages.ts';

/** Postgres's error code for a label that is taken. */
const UNIQUE_VIOLATION = '23505';
/** Limited because ids are part of a request's URL. */
const IDS_PER_QUERY = 100;

/** The accounts, accessed with one client's rights. AppError unavailable if Supabase fails. */
export type AccountStore = {
  /** Newest first. */
  list(): Promise<Account[]>;
  /** Which of these ids exist. */
  existing(ids: readonly string[]): Promise<Set<string>>;
  /** AppError not_found. */
  read(id: string): Promise<Account>;
  /** AppError not_found. */
  readDefaults(id: string): Promise<PostingDefaults>;
  /** AppError not_found. */
  setDefaults(id: string, change: PostingDefaultsChange): Promise<PostingDefaults>;
  /** AppError conflict if the platform already has an account with this label. */
  add(entry: AccountEntry): Promise<Account>;
  /** AppError not_found. */
  remove(id: string): Promise<void>;
  /** Records a log-in, which ends any hold on automatic warm-ups. */
  loggedIn(id: string): Promise<void>;
  setLoggedIn(id: string, isLoggedIn: boolean): Promise<void>;
  /** Resumes automatic warm-ups. Returns false if the hold has changed since it was read. */
  releaseHold(account: Account): Promise<boolean>;
};

/** AppError unavailable for null: a hosted project without its secret key. */
export function accountStore(client: Client | null): AccountStore {
  if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
  const table = () => client.from('social_accounts');
  const update = async (id: string, change: Partial<SocialAccountsRow>) => {
    const { error } = await table().update(change).eq('id', id);
    if (error) throw unavailable(error);
  };
  return {
    async list() {
      const { data, error } = await table().select('*').order('created_at', { ascending: false }).order('id');
      if (error) throw unavailable(error);
      return data.map(described);
    },
    async existing(ids) {
      const found = new Set<string>();
      for (let from = 0; from < ids.length; from += IDS_PER_QUERY) {
        const { data, error } = await table()
          .select('id')
          .in('id', ids.slice(from, from + IDS_PER_QUERY));
        if (error) throw unavailable(error);
        for (const { id } of data) found.add(id);
      }
      return found;
    },
    async read(id) {
      const { data, error } = await table().select('*').eq('id', id).maybeSingle();
      if (error) throw unavailable(error);
      if (!data) throw new AppError('not_found', NO_ACCOUNT);
      return described(data);
    },
    async readDefaults(id) {
      return defaultsOf(await table().select(DEFAULTS).eq('id', id).maybeSingle());
    },
    async setDefaults(id, { defaults, handOverHours }) {
      const change = table().update({
        ...(defaults && { posting_defaults: Object.keys(defaults).length > 0 ? defaults : null }),
        ...(handOverHours !== undefined && { hand_over_hours: handOverHours }),
      });
      return defaultsOf(await change.eq('id', id).select(DEFAULTS).maybeSingle());
    },
    async add({ platform, label, isEstablished = false }) {
      const entry = { platform, account_label: label, is_established: isEstablished };
      const { data, error } = await table().insert(entry).select().single();
      if (error?.code === UNIQUE_VIOLATION) {
        throw new AppError('conflict', labelTaken({ name: platformLabel(platform) }, label), { cause: error });
      }
      if (error) throw unavailable(error);
      return described(data);
    },
    async remove(id) {
      const { data, error } = await table().delete().eq('id', id).select('id');
      if (error) throw unavailable(error);
      if (data.length === 0) throw new AppError('not_found', NO_ACCOUNT);
    },
    loggedIn: (id) => update(id, { is_logged_in: true, warmup_held_reason: null }),
    setLoggedIn: (id, isLoggedIn) => update(id, { is_logged_in: isLoggedIn }),
    async releaseHold({ id, warmupHeldReason, warmupHeldAt }) {
      const held = table().update({ warmup_held_reason: null }).eq('id', id);
      const same = held.eq('warmup_held_reason', warmupHeldReason ?? '').eq('warmup_held_at', warmupHeldAt ?? '');
      const { data, error } = await same.select('id');
      if (error) throw unavailable(error);
      return data.length > 0;
    },
  };
}

const DEFAULTS = 'platform, posting_defaults, hand_over_hours';
type DefaultsAnswer = {
  data: Pick<SocialAccountsRow, 'platform' | 'posting_defaults' | 'hand_over_hours'> | null;
  error: { message: string } | null;
};

function defaultsOf({ data, error }: DefaultsAnswer): PostingDefaults {
  if (error) throw unavailable(error);
  if (!data) throw new AppError('not_found', NO_ACCOUNT);
  const { platform, posting_defaults, hand_over_hours: handOverHours } = data;
  return { platform, defaults: { ...posting_defaults }, handOverHours };
}

function described(row: SocialAccountsRow): Account {
  return {
    id: row.id,
    platform: row.platform,
    label: row.account_label,
    isLoggedIn: row.is_logged_in,
    autoWarmup: row.auto_warmup,
    warmupStatus: row.warmup_status,
    lastWarmupAt: row.last_warmup_at && new Date(row.last_warmup_at).toISOString(),
    warmupHeldReason: row.warmup_held_reason,
    warmupHeldAt: row.warmup_held_at,
    isEstablished: row.is_established,
    rampUpSince: row.ramp_up_since && new Date(row.ramp_up_since).toISOString(),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

const unavailable = (error: { message: string }) => couldNot('load the accounts', error);
