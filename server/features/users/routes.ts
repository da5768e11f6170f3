import type { UserRights } from '../../../shared/agent/agent-api.ts';
import { userApi } from '../../../shared/api/people.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Accounts, MemberRights } from '../../supabase/connection.ts';

/**
 * The accounts that may sign in. 404 for an unknown address, 409 for one that is taken, for the only owner, and for
 * every call in hosted mode.
 */
export function usersRoutes({ accounts }: { accounts: Accounts | null }): Routes {
  const embedded = () => {
    if (!accounts) throw new AppError('conflict', HOSTED);
    return accounts;
  };
  return routesOf(userApi, {
    listUsers: () => embedded().list(),
    addUser: ({ body }) => embedded().add(body.email, body.password),
    setUserRights: ({ params, body }) => embedded().setRights(params.email, defined(body)),
    setPassword: ({ params, body }) => embedded().setPassword(params.email, body.password),
    removeUser: ({ params }) => embedded().remove(params.email),
  });
}

function defined({ role, mayRunCode }: UserRights): Partial<MemberRights> {
  return { ...(role !== undefined && { role }), ...(mayRunCode !== undefined && { mayRunCode }) };
}

const HOSTED =
  "The accounts of a hosted project are managed in Supabase: under Authentication, Users. Then run select private.add_member('me@example.com') in its SQL editor.";
