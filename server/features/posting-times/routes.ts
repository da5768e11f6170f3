import type { FastifyRequest } from 'fastify';
import { postingTimesApi } from '../../../shared/api/posts.ts';
import { withTimesOfDay } from '../../../shared/posts/posting-times.ts';
import { daysOf, type PostingTimes } from '../../../shared/posts/posting-times-api.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';

const NO_CLIENT = 'The settings need an account, or the secret key of your Supabase project.';
const NO_SETTINGS = 'There are no settings yet. Open Settings once, then try again.';
const NO_ACCOUNT = 'There is no such account.';

/** The posting times, for the CLI and other tools; the UI queries Supabase directly. */
export function postingTimesRoutes({ clientFor }: { clientFor(request: FastifyRequest): Client | null }): Routes {
  const clientOf = (request: FastifyRequest) => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NO_CLIENT);
    return client;
  };
  return routesOf(postingTimesApi, {
    getPostingTimes: async (request) => {
      const client = clientOf(request);
      const settings = await readSettings(client);
      const timezone = settings?.timezone ?? 'UTC';
      const { account } = request.query;
      if (account !== undefined) return { timezone, days: daysOf(await timesOfAccount(client, account)) };
      return { timezone, days: daysOf(settings?.posting_times ?? []), accounts: await accountsWithTimes(client) };
    },
    setPostingTimes: async (request) => {
      const client = clientOf(request);
      const settings = await readSettings(client);
      if (!settings) throw new AppError('conflict', NO_SETTINGS);
      const { account } = request.query;
      const before = account === undefined ? settings.posting_times : await timesOfAccount(client, account);
      const times = request.body.days.reduce((all, { day, times: ofDay }) => withTimesOfDay(all, day, ofDay), before);
      const { error } = await (account === undefined
        ? client.from('app_settings').update({ posting_times: times }).eq('id', settings.id)
        : client
            .from('social_accounts')
            .update({ posting_times: times.length > 0 ? times : null })
            .eq('id', account));
      if (error) throw couldNot('save the posting times', error);
      return { timezone: settings.timezone, days: daysOf(times) };
    },
  });
}

async function readSettings(client: Client) {
  const { data, error } = await client.from('app_settings').select('id, timezone, posting_times').maybeSingle();
  if (error) throw couldNot('read the settings', error);
  return data;
}

async function accountsWithTimes(client: Client): Promise<NonNullable<PostingTimes['accounts']>> {
  const { data, error } = await client
    .from('social_accounts')
    .select('id, platform, label:account_label, posting_times')
    .not('posting_times', 'is', null)
    .order('account_label')
    .order('id');
  if (error) throw couldNot('read the accounts', error);
  return data.map(({ posting_times, ...account }) => ({ ...account, days: daysOf(posting_times ?? []) }));
}

/** AppError not_found when there is no such account. */
async function timesOfAccount(client: Client, id: string): Promise<number[]> {
  const { data, error } = await client.from('social_accounts').select('posting_times').eq('id', id).maybeSingle();
  if (error) throw couldNot('read the account', error);
  if (!data) throw new AppError('not_found', NO_ACCOUNT);
  return data.posting_times ?? [];
}
