import type { Platform } from '../../../../../shared/posts/platforms.ts';
import { AppError } from '../../../../errors.ts';
import type { Client } from '../../../../supabase/connection.ts';
import { couldNot } from '../../../../supabase/could-not.ts';
import { NEEDS_SECRET_KEY } from '../messages.ts';
import type { PairingSide } from './pairing-code.ts';

/** An agent that holds a channel's login, or is to receive it. */
export type Holder = {
  accountId: string;
  agentId: string;
  generation: number;
  sealedBy: string | null;
  isHeld: boolean;
  /** The latest generation that it has opened. */
  opened: number;
};

/** A channel; `posting` is the id of the agent that posts to it. */
export type HeldChannel = { accountId: string; platform: Platform; label: string; posting: string };

export type StoredPairing = {
  id: string;
  expiresAt: string;
  shower: PairingSide;
  answer: { joiner: PairingSide; proof: string } | null;
  attempts: number;
  confirms: string | null;
};

/** The holders of logins, and pairings, accessed with one client's rights. AppError unavailable if Supabase fails. */
export type HolderStore = ReturnType<typeof holderStore>;

const HOLDER = 'account_id, agent_id, generation, sealed_by, held_at, opened';

/** AppError unavailable for null: a hosted project without its secret key. */
export function holderStore(client: Client | null) {
  if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
  const holders = () => client.from('channel_holders');
  const pairings = () => client.from('agent_pairings');
  return {
    async channels(): Promise<HeldChannel[]> {
      const { data, error } = await client
        .from('channels')
        .select('account_id, agent_id, platform, social_accounts (account_label)')
        .order('connected_at');
      if (error) throw unavailable(error);
      return data.map(({ account_id, agent_id, platform, social_accounts: account }) => ({
        accountId: account_id,
        platform,
        label: account.account_label,
        posting: agent_id,
      }));
    },

    /** The names of the workspace's agents by their ids. */
    async names(): Promise<Map<string, string>> {
      const { data, error } = await client.from('agents').select('id, name');
      if (error) throw unavailable(error);
      return new Map(data.map(({ id, name }) => [id, name]));
    },

    /** Stores this agent's public key for display only: agents do not trust keys from the database. */
    async noteKey({ id, publicKey }: PairingSide): Promise<void> {
      const { error } = await client.from('agents').update({ public_key: publicKey }).eq('id', id);
      if (error) throw unavailable(error);
    },

    async list(): Promise<Holder[]> {
      const { data, error } = await holders().select(HOLDER).order('created_at');
      if (error) throw unavailable(error);
      return data.map((row) => ({
        accountId: row.account_id,
        agentId: row.agent_id,
        generation: row.generation,
        sealedBy: row.sealed_by,
        isHeld: row.held_at !== null,
        opened: row.opened,
      }));
    },

    /** The login sealed for an agent; null if there is none. */
    async sealed(accountId: string, agentId: string) {
      const columns = 'generation, sealed_by, sealed_login';
      const { data, error } = await holders()
        .select(columns)
        .match({ account_id: accountId, agent_id: agentId })
        .maybeSingle();
      if (error) throw unavailable(error);
      if (!data?.sealed_by || !data.sealed_login) return null;
      return { generation: data.generation, sealedBy: data.sealed_by, text: data.sealed_login };
    },

    /** Returns false if this agent does not post to the account, or a later version has been stored. */
    async seal(
      accountId: string,
      {
        sealer,
        generation,
        sealed,
        added,
      }: { sealer: string; generation: number; sealed: Record<string, string>; added?: string },
    ): Promise<boolean> {
      const args = { account: accountId, sealer, generation, sealed, ...(added && { added }) };
      const { data, error } = await client.rpc('seal_channel_login', args);
      if (error) throw unavailable(error);
      return data;
    },

    /** Records that an agent has opened the login sealed for it. */
    async noteOpened(accountId: string, agentId: string, generation: number): Promise<void> {
      const args = { account: accountId, holder: agentId, generation };
      const { error } = await client.rpc('note_login_opened', args);
      if (error) throw unavailable(error);
    },

    async take(accountId: string, agentId: string): Promise<'taken' | 'last' | 'gone'> {
      const { data, error } = await client.rpc('take_channel_login', { account: accountId, holder: agentId });
      if (error) throw unavailable(error);
      return data as 'taken' | 'last' | 'gone';
    },

    /** Null if another pairing has the same `finder`. */
    async begin(finder: string, shower: PairingSide): Promise<{ id: string; expiresAt: string } | null> {
      const args = { finder, shower: shower.id, name: shower.name, key: shower.publicKey };
      const { data, error } = await client.rpc('begin_agent_pairing', args);
      if (error) throw unavailable(error);
      const made = data as { id: string; expires_at: string } | null;
      return made && { id: made.id, expiresAt: made.expires_at };
    },

    async findPairing(by: { finder: string } | { id: string }): Promise<StoredPairing | null> {
      const { data, error } = await pairings().select('*').match(by).maybeSingle();
      if (error) throw unavailable(error);
      if (!data) return null;
      const { joiner_id, joiner_name, joiner_key, joins } = data;
      return {
        id: data.id,
        expiresAt: data.expires_at,
        shower: { id: data.shower_id, name: data.shower_name, publicKey: data.shower_key },
        answer:
          joiner_id && joiner_name && joiner_key && joins
            ? { joiner: { id: joiner_id, name: joiner_name, publicKey: joiner_key }, proof: joins }
            : null,
        attempts: data.attempts,
        confirms: data.confirms,
      };
    },

    /** Returns false if the pairing has ended, or another agent answered first. */
    async answer(pairing: string, joiner: PairingSide, proof: string): Promise<boolean> {
      const args = { pairing, joiner: joiner.id, name: joiner.name, key: joiner.publicKey, proof };
      const { data, error } = await client.rpc('answer_agent_pairing', args);
      if (error) throw unavailable(error);
      return data;
    },

    async refuse(pairing: string, proof: string): Promise<void> {
      const { error } = await client.rpc('refuse_agent_pairing', { pairing, proof });
      if (error) throw unavailable(error);
    },

    /** Returns false if the answer has changed, or the pairing has expired. */
    async confirm(pairing: string, proof: string, confirmation: string): Promise<boolean> {
      const { data, error } = await client.rpc('confirm_agent_pairing', { pairing, proof, confirmation });
      if (error) throw unavailable(error);
      return data;
    },

    async end(pairing: string): Promise<void> {
      const { error } = await pairings().delete().eq('id', pairing);
      if (error) throw unavailable(error);
    },
  };
}

const unavailable = (error: { message: string }) => couldNot('share logins', error);
