import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { platformSchema } from '../../../../shared/posts/platforms.ts';
import { channelLimitsSchema } from '../../../../shared/publishing/channel.ts';
import { AppError } from '../../../errors.ts';
import { SECRET_LOST } from './messages.ts';
import { createTurns, type Vault } from './vault.ts';

/** A channel as stored on this machine, so that its row can be restored. Timestamps are ISO 8601. */
const savedChannelSchema = z.object({
  /** New with each connection of the account. */
  connectionId: z.uuid(),
  connected: z.object({
    platform: platformSchema,
    handle: z.string(),
    remoteId: z.string(),
    profileUrl: z.string().nullable(),
    server: z.string(),
    expiresAt: z.string().nullable(),
    /** See Connected. */
    problem: z.string().nullable().optional(),
    limits: channelLimitsSchema,
    isPaused: z.boolean(),
    connectedAt: z.string(),
    checkedAt: z.string(),
  }),
  secret: z.unknown(),
  /** The latest reminder of the login's expiry: the expiry, and how many days before it the reminder was due. */
  reminded: z.object({ expiresAt: z.string(), days: z.number() }).optional().catch(undefined),
  /**
   * For a login that several agents hold: the number of the version stored here, the agent that shared it (null if it
   * was entered or sealed here), and whether a refresh here is yet to be sealed for the others.
   */
  sealed: z.object({ generation: z.number(), from: z.uuid().nullable(), isPending: z.boolean() }).optional(),
});
export type SavedChannel = z.infer<typeof savedChannelSchema>;

const sharedLoginSchema = savedChannelSchema.omit({ reminded: true, sealed: true });

/** The data, as JSON, that another agent needs to post with a login. */
export function sharedLoginText({ connectionId, connected, secret }: SavedChannel): string {
  return JSON.stringify({ connectionId, connected, secret });
}

/** Throws for anything that is not a saved channel. */
export function readSharedLogin(text: string): SavedChannel {
  return sharedLoginSchema.parse(JSON.parse(text));
}

/** The channels on this machine, in the vault. AppErrors are the vault's. */
export type SavedChannels = {
  /** Null if there is none. */
  read(accountId: string): Promise<SavedChannel | null>;
  write(accountId: string, saved: SavedChannel): Promise<void>;
  /** Returns false, with nothing changed, if the account was reconnected or disconnected in the meantime. */
  update(
    accountId: string,
    connectionId: string,
    change: (saved: SavedChannel) => Partial<SavedChannel>,
  ): Promise<boolean>;
  /** Records that a version of a login was sealed. If it has been refreshed since, it stays pending. */
  noteSealed(
    accountId: string,
    version: Pick<SavedChannel, 'secret'>,
    sealed: Omit<NonNullable<SavedChannel['sealed']>, 'isPending'>,
  ): Promise<void>;
  remove(accountId: string): Promise<void>;
  accounts(): Promise<string[]>;
};

export function savedChannels(vault: Vault): SavedChannels {
  const inTurn = createTurns();
  const read = async (accountId: string): Promise<SavedChannel | null> => {
    const kept = await vault.read(accountId);
    if (kept === null) return null;
    const { data } = savedChannelSchema.safeParse(kept);
    if (!data) throw new AppError('no_session', SECRET_LOST);
    return data;
  };
  return {
    read,
    write: (accountId, saved) => inTurn(accountId, () => vault.write(accountId, saved)),
    update: (accountId, connectionId, change) =>
      inTurn(accountId, async () => {
        const saved = await read(accountId);
        if (saved?.connectionId !== connectionId) return false;
        const changed = { ...saved, ...change(saved) };
        if (saved.sealed && !isDeepStrictEqual(changed.secret, saved.secret))
          changed.sealed = { ...saved.sealed, isPending: true };
        await vault.write(accountId, changed);
        return true;
      }),
    noteSealed: (accountId, { secret }, sealed) =>
      inTurn(accountId, async () => {
        const saved = await read(accountId);
        if (!saved) return;
        const isPending = !isDeepStrictEqual(saved.secret, secret);
        await vault.write(accountId, { ...saved, sealed: { ...sealed, isPending } });
      }),
    remove: (accountId) => inTurn(accountId, () => vault.remove(accountId)),
    accounts: vault.accounts,
  };
}
