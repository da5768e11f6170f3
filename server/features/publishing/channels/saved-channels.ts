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
    /** As in Connected. */
    problem: z.string().nullable().optional(),
    limits: channelLimitsSchema,
    isPaused: z.boolean(),
    connectedAt: z.string(),
    checkedAt: z.string(),
  }),
  secret: z.unknown(),
  /** The latest reminder of the login's end: that end, and how many days ahead it was due. */
  reminded: z.object({ expiresAt: z.string(), days: z.number() }).optional().catch(undefined),
});
export type SavedChannel = z.infer<typeof savedChannelSchema>;

/** The channels on this machine, in the vault. AppErrors are the vault's. */
export type SavedChannels = {
  /** Null when there is none. */
  read(accountId: string): Promise<SavedChannel | null>;
  write(accountId: string, saved: SavedChannel): Promise<void>;
  /** False, with nothing changed, when the account was reconnected or disconnected in the meantime. */
  update(
    accountId: string,
    connectionId: string,
    change: (saved: SavedChannel) => Partial<SavedChannel>,
  ): Promise<boolean>;
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
        await vault.write(accountId, { ...saved, ...change(saved) });
        return true;
      }),
    remove: (accountId) => inTurn(accountId, () => vault.remove(accountId)),
    accounts: vault.accounts,
  };
}
