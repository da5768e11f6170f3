import type { FastifyRequest } from 'fastify';
import type { Account, PostingDefaults, PostingDefaultsChange } from '../../../shared/accounts/accounts.ts';
import { holdEnd } from '../../../shared/accounts/warmup-hold.ts';
import { accountApi } from '../../../shared/api/accounts.ts';
import { isEmptyValue } from '../../../shared/platforms/option-values.ts';
import { defaultsSchemaOf } from '../../../shared/posts/options-schema.ts';
import { platformLabel, platformOf } from '../../../shared/posts/platforms.ts';
import { AppError } from '../../errors.ts';
import type { TakeBackAll } from '../../http/held-posts.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import { HOLD_CHANGED, HOLD_NEEDS_LOG_IN, holdsNothing, NO_HOLD, stillResting } from './messages.ts';
import type { AccountSessions } from './service.ts';
import type { AccountStore } from './store.ts';

export type AccountsDeps = {
  sessions: AccountSessions;
  /** The store with the caller's rights. AppError unavailable if there is none. */
  storeFor(request: FastifyRequest): AccountStore;
  takeBackAll: TakeBackAll;
};

/**
 * The accounts, for the terminal and other tools (the UI queries Supabase directly), and their log-ins on this machine.
 * 404 for an account that does not exist, 409 while its browser is in use. No response ever contains a cookie.
 */
export function accountsRoutes({ sessions, storeFor, takeBackAll }: AccountsDeps): Routes {
  return routesOf(accountApi, {
    listAccounts: (request) => storeFor(request).list(),
    addAccount: (request) => storeFor(request).add(request.body),
    async removeAccount(request) {
      const { id } = await storeFor(request).read(request.params.id);
      // Before the login is removed, which is needed to take them back.
      await takeBackAll(id);
      await sessions.remove(id, storeFor(request));
    },
    releaseAccount: (request) => releaseHold(request.params.id, storeFor(request), new Date()),
    getPostingDefaults: (request) => storeFor(request).readDefaults(request.params.id),
    setPostingDefaults: (request) => setDefaults(request.params.id, request.body, storeFor(request)),
    openLogin: (request) => sessions.openWindow(request.params.id, storeFor(request)),
    getLogin: ({ params }) => sessions.windowState(params.id),
    closeLogin: ({ params }) => sessions.cancelWindow(params.id),
    importCookies: (request) => sessions.importCookies(request.params.id, request.body.cookies, storeFor(request)),
    checkAccount: (request) => sessions.check(request.params.id, storeFor(request)),
    forgetSession: (request) => sessions.forget(request.params.id, storeFor(request)),
  });
}

/** AppError not_found; bad_input for options that the account's platform does not support. */
async function setDefaults(
  id: string,
  { defaults: given, handOverHours }: PostingDefaultsChange,
  store: AccountStore,
): Promise<PostingDefaults> {
  const { platform } = await store.readDefaults(id);
  if (handOverHours && !platformOf(platform).holds)
    throw new AppError('bad_input', holdsNothing(platformLabel(platform)));
  const { data = {}, error } = defaultsSchemaOf(platform).safeParse(given ?? {});
  if (error) throw new AppError('bad_input', error.issues[0]?.message ?? error.message);
  const defaults = Object.fromEntries(Object.entries(data).filter(([, value]) => !isEmptyValue(value)));
  return store.setDefaults(id, { handOverHours, ...(given && { defaults }) });
}

/**
 * Lifts the hold on an account's automatic warm-ups without a log-in. AppError not_found; conflict if there is no hold,
 * if only a log-in can end it, or if it has changed; rate_limited, with the time, during the rest period.
 */
async function releaseHold(id: string, store: AccountStore, now: Date): Promise<Account> {
  const account = await store.read(id);
  const end = holdEnd(account.warmupHeldReason, account.warmupHeldAt, now);
  switch (end.by) {
    case 'none':
      throw new AppError('conflict', NO_HOLD);
    case 'log_in':
      throw new AppError('conflict', HOLD_NEEDS_LOG_IN);
    case 'person_later': {
      const retryAfterSeconds = Math.ceil((end.from.getTime() - now.getTime()) / 1000);
      throw new AppError('rate_limited', stillResting(end.from), { retryAfterSeconds });
    }
    default:
      if (!(await store.releaseHold(account))) throw new AppError('conflict', HOLD_CHANGED);
      return store.read(id);
  }
}
