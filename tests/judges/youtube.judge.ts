import { Readable } from 'node:stream';
import { auth, youtube, type youtube_v3 } from '@googleapis/youtube';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT, SCOPE } from '../helpers/youtube/google-oauth.ts';
import { startYouTube, type YouTubeServer } from '../helpers/youtube/imitation.ts';

const REDIRECT_URI = 'http://127.0.0.1:3001/callback';
let server: YouTubeServer;
beforeEach(async () => {
  server = await startYouTube();
});
afterEach(() => server.close());

/** Google's own client, logged in as ada. */
async function client(): Promise<youtube_v3.Youtube> {
  const { origin } = server.world;
  const login = new auth.OAuth2({
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    redirectUri: REDIRECT_URI,
    endpoints: {
      oauth2AuthBaseUrl: `${origin}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${origin}/token`,
      oauth2RevokeUrl: `${origin}/revoke`,
    },
  });
  const { codeVerifier, codeChallenge = '' } = await login.generateCodeVerifierAsync();
  const url = login.generateAuthUrl({
    scope: SCOPE,
    state: 'x',
    code_challenge: codeChallenge,
    code_challenge_method: 'S256' as never,
  });
  const code = new URL(await server.decide(url)).searchParams.get('code') ?? '';
  const { tokens } = await login.getToken({ code, codeVerifier });
  login.setCredentials(tokens);
  return youtube({ version: 'v3', auth: login, rootUrl: `${origin}/` });
}

describe('the imitation serves Google’s own client', () => {
  it('from the sign-in to a video, its comment, its figures and its end', async () => {
    const ada = await client();
    const { data: channels } = await ada.channels.list({ part: ['snippet', 'contentDetails'], mine: true });
    const [channel] = channels.items ?? [];
    expect(channel).toMatchObject({ snippet: { customUrl: '@ada' } });
    const { data: made } = await ada.videos.insert(
      {
        part: ['snippet', 'status'],
        requestBody: {
          snippet: { title: 'A walk', description: 'In the woods', categoryId: '22', tags: ['walking'] },
          status: { privacyStatus: 'public', selfDeclaredMadeForKids: false },
        },
        media: { mimeType: 'video/mp4', body: Readable.from([Buffer.from('some bytes')]) },
      },
      // For uploads, the client uses only the options of the call.
      { rootUrl: `${server.world.origin}/` },
    );
    expect(server.world.videos).toMatchObject([{ id: made.id, title: 'A walk', size: 10 }]);
    await ada.commentThreads.insert({
      part: ['snippet'],
      requestBody: {
        snippet: {
          channelId: channel?.id ?? '',
          videoId: made.id ?? '',
          topLevelComment: { snippet: { textOriginal: 'Where was it?' } },
        },
      },
    });
    const { data: threads } = await ada.commentThreads.list({ part: ['snippet'], videoId: made.id ?? '' });
    expect(threads.items?.[0]?.snippet?.topLevelComment?.snippet?.textOriginal).toBe('Where was it?');
    const playlistId = channel?.contentDetails?.relatedPlaylists?.uploads ?? '';
    const { data: uploads } = await ada.playlistItems.list({ part: ['snippet'], playlistId, maxResults: 50 });
    expect(uploads.items?.[0]?.snippet?.resourceId?.videoId).toBe(made.id);
    const { data: videos } = await ada.videos.list({ part: ['statistics'], id: [made.id ?? ''] });
    expect(videos.items?.[0]?.statistics).toMatchObject({ likeCount: '0' });
    await ada.videos.delete({ id: made.id ?? '' });
    await expect(ada.videos.delete({ id: made.id ?? '' })).rejects.toMatchObject({ status: 404 });
    expect(server.world.violations).toEqual([]);
  });
});
