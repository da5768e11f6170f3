import { type OutgoingPost, PublishError, type Publisher } from '../../publisher.ts';
import { type Additions, openAdditions } from '../kit/additions.ts';
import { serverAddress } from '../kit/server-address.ts';
import { readAccount, secretSchema } from './account.ts';
import { answersOf } from './answers.ts';
import { type MastodonApi, mastodonApi } from './api.ts';
import { holdsOf } from './holds.ts';
import { uploadMedia } from './media.ts';
import { beginSignIn, endSignIn } from './oauth.ts';
import { searchPeople } from './people.ts';
import { findPost, publishParts, readFigures, readFollowers, removeParts } from './posts.ts';
import { limitsLeft, noteLimit } from './rate-limits.ts';

/**
 * Publishes to a Mastodon instance, or to another server with its API (Pleroma, GoToSocial, Pixelfed).
 * https://docs.joinmastodon.org/api/
 */
export const mastodonPublisher: Publisher = {
  platform: 'mastodon',
  // The server forgets an Idempotency-Key after an hour, and stores it only after creating the status.
  isIdempotent: false,

  async connect(entry, calls) {
    if (entry.platform !== 'mastodon') throw new PublishError('rejected', 'This is not an entry for Mastodon.');
    return await readAccount(
      { server: serverAddress(entry.server), accessToken: entry.accessToken, app: null, expiresAt: null },
      calls,
    );
  },

  oauth: {
    async begin(request, redirectUri, calls) {
      if (request.platform !== 'mastodon') throw new PublishError('rejected', 'This is not a sign-in for Mastodon.');
      return await beginSignIn(request.server, redirectUri, calls);
    },
    again(kept) {
      const { data } = secretSchema.safeParse(kept);
      return data?.app ? { platform: 'mastodon', server: data.server } : null;
    },
  },

  open(kept, calls) {
    const { success, data: secret } = secretSchema.safeParse(kept);
    if (!success) throw new PublishError('auth', 'The saved login cannot be read. Connect the account again.');
    const account = `${secret.accountId} ${secret.server}`;
    const api = withLimitsNoted(mastodonApi(secret.server, secret.accessToken, calls), account);
    return {
      quota: async () => limitsLeft(account, calls.now()),
      check: () => readAccount(secret, calls),
      logOut: () => endSignIn(secret, calls),
      async prepare(post) {
        // The media are published with the first part.
        if (post.sent) return { publish: (known, onPart) => publishParts(api, secret, post, [], known, onPart) };
        const additions = openAdditions(calls);
        const mediaIds = await uploadAll(api, post, additions);
        return additions.notedIn({
          publish: (known, onPart) => publishParts(api, secret, post, mediaIds, known, onPart),
        });
      },
      find: (post) => findPost(api, secret, post),
      holds: holdsOf(api, secret, (post) => uploadAll(api, post, openAdditions(calls))),
      remove: (parts) => removeParts(api, parts),
      figures: (parts) => readFigures(api, parts),
      followers: () => readFollowers(api),
      answers: answersOf(api, secret),
      searchPeople: (query) => searchPeople(api, secret, query),
    };
  },
};

/** Uploads a post's media and returns their ids. */
async function uploadAll(api: MastodonApi, post: OutgoingPost, additions: Additions): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, media] of post.media.entries()) {
    const name = media.kind === 'video' ? 'video' : 'picture';
    ids.push(await uploadMedia(api, media, `${name} ${index + 1}`, additions));
  }
  return ids;
}

/** What a call to each of these paths creates; both are rate-limited. */
const MADE_AT: { [path: string]: 'posts' | 'files' } = { '/api/v1/statuses': 'posts', '/api/v2/media': 'files' };

function withLimitsNoted(api: MastodonApi, account: string): MastodonApi {
  return {
    ...api,
    async send(request) {
      const answer = await api.send(request);
      const made = MADE_AT[request.path];
      if (made) noteLimit(account, made, answer, api.calls.now());
      return answer;
    },
  };
}
