import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { platformLabel } from '../../../../shared/posts/platforms.ts';
import type { SignInRequest } from '../../../../shared/publishing/channel-entries.ts';
import type {
  Choice,
  ConnectRequest,
  Disconnected,
  LeftOver,
  TestPost,
} from '../../../../shared/publishing/publishing-api.ts';
import { AppError } from '../../../errors.ts';
import type { TakeBackAll } from '../../../http/held-posts.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import { ChoiceNeeded, type Connected, PublishError, type Session } from '../publisher.ts';
import {
  alreadyConnected,
  becameAnother,
  CHANGED,
  ELSEWHERE,
  NOT_CONNECTED,
  notEnded,
  notReadHere,
  otherAccount,
  SECRET_GONE,
} from './messages.ts';
import { assertSamePlatform, forPerson, type PlatformVisits, sendTestPost } from './platform-visits.ts';
import type { SavedChannel, SavedChannels } from './saved-channels.ts';
import type { ChannelAccount, ChannelStore, StoredChannel } from './store.ts';
import { createTurns } from './vault.ts';

export type ChannelsDeps = {
  /** The agent's id (agent-id.ts). */
  agentId: string;
  saved: SavedChannels;
  visits: PlatformVisits;
  /** Called after a login was refreshed here, to share it again with the agents that hold it. Never rejects. */
  onRenewed(accountId: string): Promise<void>;
  takeBackAll: TakeBackAll;
  now: () => Date;
};

/**
 * The channels of this machine. `store` has the caller's rights. AppErrors: not_found for an account that does not
 * exist or is not connected; conflict for a channel of another machine; with the platform's message, bad_input if it
 * refuses, rate_limited, and unavailable if it does not respond.
 */
export type Channels = {
  /** AppError conflict without `replace` if this is another account of the platform than before. */
  connect(
    accountId: string,
    request: ConnectRequest,
    store: ChannelStore,
  ): Promise<{ state: 'connected'; channel: StoredChannel } | ({ state: 'choose' } & Choice)>;
  /** Like `connect`, with the result of a sign-in. */
  keep(
    account: ChannelAccount,
    connected: Connected,
    store: ChannelStore,
    options: { replace: boolean },
  ): Promise<StoredChannel>;
  /** The request that began this channel's sign-in; null if there was none, or the login is not on this machine. */
  signInOf(accountId: string, store: ChannelStore): Promise<SignInRequest | null>;
  /** Checks the login on the platform; the result is the channel's state. */
  check(accountId: string, store: ChannelStore): Promise<StoredChannel>;
  pause(accountId: string, isPaused: boolean, store: ChannelStore): Promise<StoredChannel>;
  /**
   * Takes back posts that the platform holds, removes the login here, then ends it at the platform. Resolves to what
   * remains there.
   */
  remove(accountId: string, store: ChannelStore): Promise<Disconnected>;
  /** For a deleted account: removes the login here, then ends it at the platform if possible. */
  forget(accountId: string): Promise<void>;
  test(accountId: string, store: ChannelStore): Promise<TestPost>;
  /** Records that the login was refused while sending a post: posts wait until the account is reconnected. */
  refuse(accountId: string, words: string, store: ChannelStore): Promise<StoredChannel>;
  /** PublishError: auth if this machine has no usable login, transient while the keychain is locked. */
  openSession(accountId: string, calls: PlatformCalls): Promise<Session>;
};

export function createChannels({ agentId, saved, visits, onRenewed, takeBackAll, now }: ChannelsDeps): Channels {
  const inTurn = createTurns();
  const heldHere = async (accountId: string, store: ChannelStore): Promise<StoredChannel> => {
    const channel = await store.find(accountId);
    if (!channel) {
      await store.account(accountId);
      throw new AppError('not_found', NOT_CONNECTED);
    }
    if (channel.agentId !== agentId) throw new AppError('conflict', ELSEWHERE);
    return channel;
  };

  const readSecret = async (accountId: string): Promise<SavedChannel> => {
    const kept = await saved.read(accountId).catch((error: unknown) => {
      const isLost = error instanceof AppError && error.code === 'no_session';
      const words = error instanceof Error ? error.message : String(error);
      throw new PublishError(isLost ? 'auth' : 'transient', words, { cause: error });
    });
    if (!kept) throw new PublishError('auth', SECRET_GONE);
    return kept;
  };
  const openWith = (accountId: string, { connectionId, connected, secret }: SavedChannel, calls: PlatformCalls) =>
    visits.publisherOf(connected.platform).open(secret, calls, async (renewed) => {
      const isKept = await saved.update(accountId, connectionId, () => ({ secret: renewed }));
      if (!isKept) throw new PublishError('transient', CHANGED);
      await onRenewed(accountId);
    });

  /** Checks the login. Retries if the secret was refreshed concurrently, which invalidates the previous one. */
  const askPlatform = async (accountId: string, calls: PlatformCalls): Promise<Connected> => {
    let refused: { secret: unknown; error: PublishError } | undefined;
    for (;;) {
      const kept = await readSecret(accountId);
      if (refused && isDeepStrictEqual(refused.secret, kept.secret)) throw refused.error;
      try {
        const connected = await openWith(accountId, kept, calls).check();
        if (isSameAccount(kept.connected, connected)) return connected;
        throw new PublishError('auth', becameAnother(kept.connected.handle, connected.handle));
      } catch (error) {
        if (refused || !isAuth(error)) throw error;
        refused = { secret: kept.secret, error };
      }
    }
  };

  /** Ends the login at the platform and returns what remains there. Never rejects. */
  const logOut = async (accountId: string, kept: SavedChannel): Promise<LeftOver | null> => {
    const { platform, server } = kept.connected;
    try {
      return await visits.visit((calls) => openWith(accountId, kept, calls).logOut());
    } catch {
      return { text: notEnded(platformLabel(platform)), url: server };
    }
  };

  const refuse: Channels['refuse'] = async (accountId, words, store) => {
    const channel = await heldHere(accountId, store);
    return store.change(channel, { state: 'reconnect', problem: words, checkedAt: now().toISOString() });
  };

  const keepConnected: Channels['keep'] = async (account, connected, store, { replace }) => {
    const channels = await store.list();
    const before = channels.find(({ accountId }) => accountId === account.id);
    const twin = channels.find(
      (one) => one.accountId !== account.id && one.platform === account.platform && isSameAccount(one, connected),
    );
    if (twin) {
      const { label } = await store.account(twin.accountId);
      throw new AppError('bad_input', alreadyConnected(connected.handle, label));
    }
    if (before && !replace && !isSameAccount(before, connected)) {
      throw new AppError('conflict', otherAccount(before.handle, connected.handle));
    }
    const { secret, ...seen } = connected;
    const time = now().toISOString();
    const isPaused = before?.isPaused ?? false;
    const known = { ...seen, platform: account.platform, isPaused, connectedAt: time, checkedAt: time };
    const savedBefore = await saved.read(account.id).catch(() => null);
    // The secret first: a row without one would be a channel that this machine cannot use.
    const sealed = savedBefore?.sealed && { ...savedBefore.sealed, from: null, isPending: true };
    await saved.write(account.id, { connectionId: randomUUID(), connected: known, secret, ...(sealed && { sealed }) });
    try {
      const channel = await store.save({ ...known, accountId: account.id, agentId, state: 'ready', problem: null });
      if (sealed) await onRenewed(account.id);
      // The end of the previous login is not awaited.
      if (savedBefore && !isDeepStrictEqual(savedBefore.secret, secret)) void logOut(account.id, savedBefore);
      return channel;
    } catch (error) {
      if (savedBefore) await saved.write(account.id, savedBefore);
      else await saved.remove(account.id);
      throw error;
    }
  };

  const keep: Channels['keep'] = (account, ...rest) => inTurn(account.id, () => keepConnected(account, ...rest));

  return {
    keep,
    refuse,

    async connect(accountId, { replace = false, ...entry }, store) {
      const account = await store.account(accountId);
      const publisher = visits.publisherOf(account.platform);
      assertSamePlatform(account, entry.platform);
      try {
        const connected = await forPerson(account.platform, now, () =>
          visits.visit((calls) => publisher.connect(entry, calls)),
        );
        return { state: 'connected', channel: await keep(account, connected, store, { replace }) };
      } catch (error) {
        if (error instanceof ChoiceNeeded) return { state: 'choose', ...error.choice };
        throw error;
      }
    },

    async signInOf(accountId, store) {
      const channel = await store.find(accountId);
      if (!channel) throw new AppError('not_found', NOT_CONNECTED);
      const kept = channel.agentId === agentId ? await saved.read(accountId).catch(() => null) : null;
      return (kept && visits.publisherOf(channel.platform).oauth?.again(kept.secret)) ?? null;
    },

    async check(accountId, store) {
      const channel = await heldHere(accountId, store);
      const before = await saved.read(accountId).catch(() => null);
      let connected: Connected;
      try {
        connected = await visits.visit((calls) => askPlatform(accountId, calls));
      } catch (error) {
        if (!isAuth(error)) return forPerson(channel.platform, now, () => Promise.reject(error));
        return store.change(channel, { state: 'reconnect', problem: error.message, checkedAt: now().toISOString() });
      }
      const { secret, problem = null, ...seen } = connected;
      const checkedAt = now().toISOString();
      const isKept =
        before !== null &&
        (await saved.update(accountId, before.connectionId, (kept) => ({
          connected: { ...kept.connected, ...seen, problem, isPaused: channel.isPaused, checkedAt },
          // A refreshed secret is already stored, and may have been refreshed again.
          ...(isDeepStrictEqual(kept.secret, before.secret) && { secret }),
        })));
      if (!isKept) throw new AppError('conflict', CHANGED);
      await onRenewed(accountId);
      return store.change(channel, { ...seen, state: 'ready', problem, checkedAt });
    },

    async pause(accountId, isPaused, store) {
      const channel = await store.find(accountId);
      if (!channel) throw new AppError('not_found', NOT_CONNECTED);
      const changed = await store.change(channel, { isPaused });
      const kept = channel.agentId === agentId ? await saved.read(accountId).catch(() => null) : null;
      if (kept) {
        await saved.update(accountId, kept.connectionId, ({ connected }) => ({
          connected: { ...connected, isPaused },
        }));
      }
      return changed;
    },

    remove: (accountId, store) =>
      inTurn(accountId, async () => {
        const { platform, server } = await heldHere(accountId, store);
        const held = await takeBackAll(accountId);
        const kept = await saved.read(accountId).catch(() => null);
        // The secret first: otherwise `restore` of ChannelWatch would recreate the row.
        await saved.remove(accountId);
        await store.remove(accountId);
        return {
          left: kept ? await logOut(accountId, kept) : { text: notReadHere(platformLabel(platform)), url: server },
          held,
        };
      }),

    forget: (accountId) =>
      inTurn(accountId, async () => {
        const kept = await saved.read(accountId).catch(() => null);
        await saved.remove(accountId);
        if (kept) await logOut(accountId, kept);
      }),

    async test(accountId, store) {
      const { platform } = await heldHere(accountId, store);
      return forPerson(platform, now, () =>
        visits.visit(async (calls) => {
          return sendTestPost(openWith(accountId, await readSecret(accountId), calls), now());
        }),
      );
    },

    async openSession(accountId, calls) {
      return openWith(accountId, await readSecret(accountId), calls);
    },
  };
}

function isAuth(error: unknown): error is PublishError {
  return error instanceof PublishError && error.errorClass === 'auth';
}

type Identity = Pick<Connected, 'remoteId' | 'server'>;

/** Bluesky's ids (DIDs) stay the same when an account moves to another server; other ids belong to a server. */
function isSameAccount(one: Identity, other: Identity): boolean {
  return one.remoteId === other.remoteId && (one.remoteId.startsWith('did:') || one.server === other.server);
}
