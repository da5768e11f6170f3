import type { FastifyRequest } from 'fastify';
import { linkTagsApi } from '../../../shared/api/posts.ts';
import { linkTagsOf } from '../../../shared/posts/link-tags.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';

const NO_CLIENT = 'The settings need an account, or the secret key of your Supabase project.';
const NO_SETTINGS = 'There are no settings yet. Open Settings once, then try again.';

/** The UTM parameters that links get when sent, for the CLI and other tools; the UI queries Supabase directly. */
export function linkTagsRoutes({ clientFor }: { clientFor(request: FastifyRequest): Client | null }): Routes {
  const clientOf = (request: FastifyRequest) => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NO_CLIENT);
    return client;
  };
  return routesOf(linkTagsApi, {
    getLinkTags: async (request) => linkTagsOf((await readSettings(clientOf(request)))?.link_tags),
    setLinkTags: async (request) => {
      const client = clientOf(request);
      const settings = await readSettings(client);
      if (!settings) throw new AppError('conflict', NO_SETTINGS);
      const tags = { ...linkTagsOf(settings.link_tags), ...request.body };
      const { error } = await client.from('app_settings').update({ link_tags: tags }).eq('id', settings.id);
      if (error) throw couldNot('save the link tags', error);
      return tags;
    },
  });
}

async function readSettings(client: Client) {
  const { data, error } = await client.from('app_settings').select('id, link_tags').maybeSingle();
  if (error) throw couldNot('read the settings', error);
  return data;
}
