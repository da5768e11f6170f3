import type { FastifyRequest } from 'fastify';
import { postingTimesApi } from '../../../shared/api/posts.ts';
import { withTimesOfDay } from '../../../shared/posts/posting-times.ts';
import { postingTimesOf } from '../../../shared/posts/posting-times-api.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';

const NO_CLIENT = 'The settings need an account, or the secret key of your Supabase project.';
const NO_SETTINGS = 'There are no settings yet. Open Settings once, then try again.';

/** The posting times of the settings, for the terminal and other tools; the UI asks Supabase itself. */
export function postingTimesRoutes({ clientFor }: { clientFor(request: FastifyRequest): Client | null }): Routes {
  const clientOf = (request: FastifyRequest) => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NO_CLIENT);
    return client;
  };
  const read = async (client: Client) => {
    const { data, error } = await client.from('app_settings').select('id, timezone, posting_times').maybeSingle();
    if (error) throw failed('read the settings', error);
    return data;
  };
  return routesOf(postingTimesApi, {
    getPostingTimes: async (request) =>
      postingTimesOf((await read(clientOf(request))) ?? { timezone: 'UTC', posting_times: [] }),
    setPostingTimes: async (request) => {
      const client = clientOf(request);
      const row = await read(client);
      if (!row) throw new AppError('unavailable', NO_SETTINGS);
      const { days } = request.body;
      const posting_times = days.reduce((all, { day, times }) => withTimesOfDay(all, day, times), row.posting_times);
      const changed = client.from('app_settings').update({ posting_times }).eq('id', row.id);
      const { data, error } = await changed.select('timezone, posting_times').single();
      if (error) throw failed('keep the posting times', error);
      return postingTimesOf(data);
    },
  });
}

function failed(what: string, error: { message: string }): AppError {
  return new AppError('unavailable', `Supabase could not ${what}: ${error.message}`, { cause: error });
}
