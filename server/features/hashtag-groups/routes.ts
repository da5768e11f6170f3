import type { FastifyRequest } from 'fastify';
import { hashtagGroupApi } from '../../../shared/api/posts.ts';
import { groupNamed, type HashtagGroup } from '../../../shared/posts/hashtag-groups.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot, dataOf } from '../../supabase/could-not.ts';

const NO_CLIENT = 'Hashtag groups need an account, or the secret key of your Supabase project.';
const NO_GROUP = 'There is no such hashtag group.';

/** Named groups of hashtags, for the CLI and other tools; the UI queries Supabase directly. */
export function hashtagGroupRoutes({ clientFor }: { clientFor(request: FastifyRequest): Client | null }): Routes {
  const clientOf = (request: FastifyRequest) => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NO_CLIENT);
    return client;
  };
  return routesOf(hashtagGroupApi, {
    listHashtagGroups: (request) => list(clientOf(request)),
    saveHashtagGroup: async (request) => {
      const client = clientOf(request);
      const before = groupNamed(await list(client), request.body.name);
      const groups = client.from('hashtag_groups');
      const saved = before ? groups.update(request.body).eq('id', before.id) : groups.insert(request.body);
      const { data, error } = await saved.select('id, name, hashtags').single();
      if (error) throw couldNot('save the hashtags', error);
      return data;
    },
    removeHashtagGroup: async (request) => {
      const removed = clientOf(request).from('hashtag_groups').delete().eq('id', request.params.id).select('id');
      if (dataOf(await removed, 'remove the hashtag group').length === 0) throw new AppError('not_found', NO_GROUP);
    },
  });
}

async function list(client: Client): Promise<HashtagGroup[]> {
  return dataOf(
    await client.from('hashtag_groups').select('id, name, hashtags').order('name'),
    'list the hashtag groups',
  );
}
