import type { FastifyRequest } from 'fastify';
import {
  accountCheckPath,
  accountCookiesPath,
  accountLoginCancelPath,
  accountLoginPath,
  accountSessionPath,
  COOKIE_FILE_MAX_BYTES,
  cookieImportSchema,
  loginStateSchema,
  sessionStateSchema,
} from '../../../shared/accounts/account-session.ts';
import {
  ACCOUNTS_PATH,
  type Account,
  accountEntrySchema,
  accountListSchema,
  accountParamsSchema,
  accountReleasePath,
  accountSchema,
} from '../../../shared/accounts/accounts.ts';
import { holdEnd } from '../../../shared/accounts/warmup-hold.ts';
import { AppError } from '../../errors.ts';
import { OWNER_ACCESS } from '../../http/authentication.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import { HOLD_CHANGED, HOLD_NEEDS_LOG_IN, NO_HOLD, stillResting } from './messages.ts';
import type { AccountSessions } from './service.ts';
import type { AccountStore } from './store.ts';

/** The longest cookie file with every character escaped. */
const COOKIES_BODY_MAX_BYTES = 6 * COOKIE_FILE_MAX_BYTES + 1024;

export type AccountsDeps = {
  sessions: AccountSessions;
  /** The store with the caller's rights. AppError unavailable when there is none. */
  storeFor(request: FastifyRequest): AccountStore;
};

/**
 * The accounts for the terminal and other tools (the UI asks Supabase itself): GET and POST /api/accounts, DELETE
 * /api/accounts/:id, POST …/release (lifts a hold). Their log-ins on this machine: POST and GET /api/accounts/:id/login
 * (the window), POST …/login/cancel, POST …/cookies (import), POST …/check, DELETE …/session. 404 for an unknown
 * account, 409 while its browser is in use. No answer contains a cookie.
 */
export function accountsRoutes({ sessions, storeFor }: AccountsDeps): Routes {
  const params = accountParamsSchema;
  const path = (pathOf: (id: string) => string) => pathOf(ID).replace(encodeURIComponent(ID), ':id');
  const login = { 200: loginStateSchema, 202: loginStateSchema };

  return (api) => {
    api.get(ACCOUNTS_PATH, { schema: { response: { 200: accountListSchema } } }, (request) => storeFor(request).list());

    api.post(
      ACCOUNTS_PATH,
      { schema: { body: accountEntrySchema, response: { 201: accountSchema } } },
      async (request, reply) => reply.code(201).send(await storeFor(request).add(request.body)),
    );

    api.delete(`${ACCOUNTS_PATH}/:id`, { schema: { params } }, async (request, reply) => {
      await sessions.remove(request.params.id, storeFor(request));
      return reply.code(204).send();
    });

    api.post(path(accountReleasePath), { schema: { params, response: { 200: accountSchema } } }, (request) =>
      releaseHold(request.params.id, storeFor(request), new Date()),
    );

    api.post(
      path(accountLoginPath),
      { config: OWNER_ACCESS, schema: { params, response: login } },
      async (request, reply) => reply.code(202).send(await sessions.openWindow(request.params.id, storeFor(request))),
    );

    api.get(path(accountLoginPath), { schema: { params, response: login } }, async (request) =>
      sessions.windowState(request.params.id),
    );

    api.post(path(accountLoginCancelPath), { schema: { params, response: login } }, (request) =>
      sessions.cancelWindow(request.params.id),
    );

    api.post(
      path(accountCookiesPath),
      {
        bodyLimit: COOKIES_BODY_MAX_BYTES,
        config: OWNER_ACCESS,
        schema: { params, body: cookieImportSchema, response: { 200: sessionStateSchema } },
      },
      (request) => sessions.importCookies(request.params.id, request.body.cookies, storeFor(request)),
    );

    api.post(path(accountCheckPath), { schema: { params, response: { 200: sessionStateSchema } } }, (request) =>
      sessions.check(request.params.id, storeFor(request)),
    );

    api.delete(path(accountSessionPath), { config: OWNER_ACCESS, schema: { params } }, async (request, reply) => {
      await sessions.forget(request.params.id, storeFor(request));
      return reply.code(204).send();
    });
  };
}

/** The path parameter in route patterns. */
const ID = ':id';

/**
 * Lifts the hold on an account's automatic warm-ups without a log-in. AppError not_found; conflict when there is none,
 * or when only a log-in can end it; rate_limited, with the time, during the rest period.
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
