import type { FastifyBaseLogger } from 'fastify';
import type { LoginHolder, SharedLogins } from '../../../../../shared/publishing/shared-logins.ts';
import { AppError } from '../../../../errors.ts';
import type { SavedChannels } from '../saved-channels.ts';
import { readSharedLogin, sharedLoginText } from '../saved-channels.ts';
import { createTurns } from '../vault.ts';
import type { AgentKeys } from './agent-keys.ts';
import {
  LOGIN_TOO_LONG,
  LOGIN_UNREADABLE,
  NOT_HELD,
  NOT_PAIRED,
  NOT_POSTING_HERE,
  ONLY_HOLDER,
  SHARED_MEANWHILE,
} from './messages.ts';
import { openText, sealText } from './sealing.ts';
import type { HeldChannel, Holder, HolderStore } from './store.ts';

/** The database column holds up to 100,000 characters of base64. */
const LOGIN_MAX_CHARACTERS = 60_000;

export type SharingDeps = {
  agentId: string;
  agentName(): Promise<string>;
  keys: AgentKeys;
  saved: SavedChannels;
  log: FastifyBaseLogger;
};

/**
 * The logins that several agents hold. Logins are sealed only for public keys that the user confirmed while pairing,
 * never for keys from the database, and opened only if a paired agent sealed them.
 */
export type Sharing = {
  list(store: HolderStore): Promise<SharedLogins>;
  /** Shares a login. AppError conflict unless this agent posts to the account and is paired with the other agent. */
  share(accountId: string, otherId: string, store: HolderStore): Promise<void>;
  /** Takes a login away from an agent. AppError not_found if it does not hold it, conflict if it is the only holder. */
  take(accountId: string, otherId: string, store: HolderStore): Promise<void>;
  /** Takes the logins that this agent posts with away from the other agent, and ends the pairing. */
  unpair(otherId: string, store: HolderStore): Promise<void>;
  /** Seals a login that was refreshed here again for all its holders. */
  sealAnew(accountId: string, store: HolderStore): Promise<void>;
  /** Opens logins sealed for this agent, and seals those not sealed yet. A no-op if no agent is paired. */
  sync(store: HolderStore): Promise<void>;
};

export function createSharing({ agentId, agentName, keys, saved, log }: SharingDeps): Sharing {
  const inTurn = createTurns();
  /** By account, the generation that could not be opened; it is logged once and not tried again. */
  const unreadable = new Map<string, number>();

  const seal = async (
    accountId: string,
    others: readonly string[],
    store: HolderStore,
    added?: string,
  ): Promise<boolean> => {
    const login = await saved.read(accountId).catch(() => null);
    if (!login) throw new AppError('conflict', LOGIN_UNREADABLE);
    const text = sharedLoginText(login);
    if (text.length > LOGIN_MAX_CHARACTERS) throw new AppError('conflict', LOGIN_TOO_LONG);
    const known = (await store.list()).filter((one) => one.accountId === accountId);
    // Not counted from 1: a restored database would reuse numbers that other agents already have.
    const seconds = Math.floor(Date.now() / 1000);
    const before = [...known.map((one) => one.generation), login.sealed?.generation ?? 0, seconds];
    const generation = Math.max(...before) + 1;
    const sender = await keys.own();
    const sealed: Record<string, string> = {};
    for (const id of new Set(others)) {
      const other = await keys.find(id);
      if (!other) continue;
      const context = { accountId, from: agentId, to: id, generation };
      sealed[id] = await sealText(text, { sender, receiver: other.publicKey, context });
    }
    if (!(await store.seal(accountId, { sealer: agentId, generation, sealed, ...(added && { added }) }))) return false;
    // If the login was refreshed in the meantime, it stays pending.
    await saved.noteSealed(accountId, login, { generation, from: null });
    return true;
  };

  const othersOf = (accountId: string, holders: readonly Holder[]) =>
    holders.filter((one) => one.accountId === accountId && one.agentId !== agentId).map((one) => one.agentId);

  const sealAnew: Sharing['sealAnew'] = (accountId, store) =>
    inTurn(accountId, async () => {
      const login = await saved.read(accountId);
      if (!login?.sealed?.isPending) return;
      const others = othersOf(accountId, await store.list());
      if (others.length === 0) return;
      const channel = (await store.channels()).find((one) => one.accountId === accountId);
      if (channel?.posting === agentId) await seal(accountId, others, store);
    });

  const open = (accountId: string, store: HolderStore) =>
    inTurn(accountId, async () => {
      const found = await store.sealed(accountId, agentId);
      if (!found || unreadable.get(accountId) === found.generation) return;
      const before = await saved.read(accountId).catch(() => null);
      const { generation, sealedBy: from } = found;
      if (before?.sealed && before.sealed.generation >= generation)
        return store.noteOpened(accountId, agentId, generation);
      const sender = await keys.find(from);
      const context = { accountId, from, to: agentId, generation };
      try {
        if (!sender) throw new Error('sealed by an agent that is not paired');
        const text = await openText(found.text, { receiver: await keys.own(), sender: sender.publicKey, context });
        await saved.write(accountId, { ...readSharedLogin(text), sealed: { generation, from, isPending: false } });
        await store.noteOpened(accountId, agentId, generation);
      } catch (err) {
        if (err instanceof AppError && err.code === 'unavailable') throw err;
        unreadable.set(accountId, generation);
        log.warn({ err, accountId }, 'a login that was shared with this agent cannot be opened');
      }
    });

  /** Seals logins again for holders that have an older version but are paired with this agent by now. */
  const catchUp = async (holders: readonly Holder[], store: HolderStore) => {
    for (const { accountId, posting } of await store.channels()) {
      if (posting !== agentId) continue;
      const behind = await Promise.all(
        olderThanLatest(holders, accountId).map(({ agentId: other }) => (other === agentId ? null : keys.find(other))),
      );
      if (behind.every((key) => key === null)) continue;
      const others = othersOf(accountId, holders);
      await inTurn(accountId, () => seal(accountId, others, store)).catch((err: unknown) => {
        log.warn({ err, accountId }, 'a login is shared again later');
      });
    }
  };

  const take: Sharing['take'] = async (accountId, otherId, store) => {
    const outcome = await store.take(accountId, otherId);
    if (outcome === 'gone') throw new AppError('not_found', NOT_HELD);
    if (outcome === 'last') throw new AppError('conflict', ONLY_HOLDER);
    if (otherId === agentId) await saved.remove(accountId);
  };

  return {
    sealAnew,
    take,

    async list(store) {
      const [channels, holders, given, kept, name] = await Promise.all([
        store.channels(),
        store.list(),
        store.names(),
        keys.paired(),
        agentName(),
      ]);
      // An agent may have been renamed since it was paired.
      const paired = kept.map((one) => ({ ...one, name: given.get(one.id) ?? one.name }));
      const names = new Map([...given, ...paired.map((one) => [one.id, one.name] as const), [agentId, name] as const]);
      return {
        here: { id: agentId, name },
        paired: paired.map(({ publicKey: _key, ...one }) => one),
        logins: channels.map((channel) => ({
          accountId: channel.accountId,
          platform: channel.platform,
          label: channel.label,
          isPostingHere: channel.posting === agentId,
          holders: holdersOf(channel, holders, { agentId, names }),
        })),
      };
    },

    share: (accountId, otherId, store) =>
      inTurn(accountId, async () => {
        const channel = (await store.channels()).find((one) => one.accountId === accountId);
        if (!channel) throw new AppError('not_found', NOT_HELD);
        if (channel.posting !== agentId) throw new AppError('conflict', NOT_POSTING_HERE);
        if (!(await keys.find(otherId))) throw new AppError('conflict', NOT_PAIRED);
        const others = [...othersOf(accountId, await store.list()), otherId];
        if (!(await seal(accountId, others, store, otherId))) throw new AppError('conflict', SHARED_MEANWHILE);
      }),

    async unpair(otherId, store) {
      if (!(await keys.find(otherId))) throw new AppError('not_found', NOT_PAIRED);
      const [channels, holders] = [await store.channels(), await store.list()];
      for (const { accountId, posting } of channels)
        if (posting === agentId && othersOf(accountId, holders).includes(otherId))
          await take(accountId, otherId, store);
      await keys.forget(otherId);
    },

    async sync(store) {
      if ((await keys.paired()).length === 0) return;
      const holders = await store.list();
      for (const one of holders) {
        if (one.agentId !== agentId || one.sealedBy === null) continue;
        const before = await saved.read(one.accountId).catch(() => null);
        const hasIt = before?.sealed && before.sealed.generation >= one.generation;
        if (!hasIt || one.opened < one.generation) await open(one.accountId, store);
      }
      await catchUp(holders, store);
      for (const accountId of await saved.accounts()) await sealAnew(accountId, store).catch(() => undefined);
    },
  };
}

/** The holders of an older version of the login of an account. */
function olderThanLatest(all: readonly Holder[], accountId: string): Holder[] {
  const holders = all.filter((one) => one.accountId === accountId);
  const latest = Math.max(0, ...holders.map(({ generation }) => generation));
  return holders.filter(({ generation }) => generation < latest);
}

function holdersOf(
  { accountId, posting }: HeldChannel,
  all: readonly Holder[],
  { agentId, names }: { agentId: string; names: ReadonlyMap<string, string> },
): LoginHolder[] {
  const holders = all.filter((one) => one.accountId === accountId);
  const older = olderThanLatest(all, accountId);
  return holders.map((one) => ({
    agentId: one.agentId,
    name: names.get(one.agentId) ?? null,
    isHere: one.agentId === agentId,
    isPosting: one.agentId === posting,
    state: older.includes(one) ? 'outdated' : one.isHeld && one.opened === one.generation ? 'held' : 'waiting',
  }));
}
