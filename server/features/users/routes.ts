import {
  credentialsSchema,
  newPasswordSchema,
  type UserRights,
  userListSchema,
  userParamsSchema,
  userRightsSchema,
  userSchema,
} from '../../../shared/agent/agent-api.ts';
import { AppError } from '../../errors.ts';
import { OWNER_ACCESS } from '../../http/authentication.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Accounts, MemberRights } from '../../supabase/connection.ts';

/**
 * Manages who may sign in, for the owner and the agent token: GET and POST /api/users, PUT /api/users/:email (rights),
 * PUT /api/users/:email/password, DELETE /api/users/:email. 404 for an unknown address, 409 for an existing one, for
 * the only owner, and for every call in hosted mode.
 */
export function usersRoutes({ accounts }: { accounts: Accounts | null }): Routes {
  const embedded = () => {
    if (!accounts) throw new AppError('conflict', HOSTED);
    return accounts;
  };

  return (api) => {
    const config = OWNER_ACCESS;

    api.get('/api/users', { config, schema: { response: { 200: userListSchema } } }, async () => embedded().list());

    api.post(
      '/api/users',
      { config, schema: { body: credentialsSchema, response: { 201: userSchema } } },
      async ({ body }, reply) => reply.code(201).send(await embedded().add(body.email, body.password)),
    );

    api.put(
      '/api/users/:email',
      { config, schema: { params: userParamsSchema, body: userRightsSchema, response: { 200: userSchema } } },
      ({ params, body }) => embedded().setRights(params.email, defined(body)),
    );

    api.put(
      '/api/users/:email/password',
      { config, schema: { params: userParamsSchema, body: newPasswordSchema } },
      async ({ params, body }, reply) => {
        await embedded().setPassword(params.email, body.password);
        return reply.code(204).send();
      },
    );

    api.delete('/api/users/:email', { config, schema: { params: userParamsSchema } }, async ({ params }, reply) => {
      await embedded().remove(params.email);
      return reply.code(204).send();
    });
  };
}

function defined({ role, mayRunCode }: UserRights): Partial<MemberRights> {
  return { ...(role !== undefined && { role }), ...(mayRunCode !== undefined && { mayRunCode }) };
}

const HOSTED =
  "The accounts of a hosted project are managed in Supabase: under Authentication, Users. Then run select private.add_member('me@example.com') in its SQL editor.";
