import { expect, test } from 'vitest';
import { platformCalls } from '../../../../../server/features/publishing/platform-calls.ts';
import { readFigures as readOfPage } from '../../../../../server/features/publishing/platforms/facebook/posts.ts';
import { readFigures as readOfAccount } from '../../../../../server/features/publishing/platforms/instagram/posts.ts';
import { openGraph } from '../../../../../server/features/publishing/platforms/meta/graph.ts';
import { platformApi } from '../../../../../shared/publishing/platform-apis.ts';
import { addPost } from '../../../../helpers/meta/facebook.ts';
import { startMetaServer } from '../../../../helpers/meta/imitation.ts';
import { addMedia } from '../../../../helpers/meta/instagram.ts';
import { graphError } from '../../../../helpers/meta/world.ts';
import { ofEach } from '../../../../helpers/publishing/publisher-tests.ts';

const server = ofEach(() => startMetaServer({ now: Date.now }));

const graphWith = (scopes: string[]) => {
  const { value } = server.userToken(['pages_read_engagement', 'instagram_basic', ...scopes]);
  const calls = platformCalls({ signal: AbortSignal.timeout(60_000) });
  return openGraph({ ...platformApi('facebook', {}), origin: server.origin }, value, calls);
};
const partOf = (remoteId: string) => [{ remoteId, url: '' }];

test('a post of a Page has insights with the permission for them, and likes without', async () => {
  const { id } = addPost(server.world, server.addPage('Ada Bakes'), { message: 'Rye' });
  const counted = { likes: 0, comments: 0, shares: 0 };
  expect(await readOfPage(graphWith([]), partOf(id))).toEqual(counted);
  const graph = graphWith(['read_insights']);
  expect(await readOfPage(graph, partOf(id))).toEqual({ ...counted, impressions: 900, reach: 700, clicks: 5 });
  // If a later call fails, the metrics of the first call are not returned as complete.
  server.fail('GET /:id/insights', { when: 'before', answer: { status: 503 } });
  await expect(readOfPage(graph, partOf(id))).rejects.toMatchObject({ errorClass: 'transient' });
});

test('posts, reels and stories of Instagram have the insights of their kind', async () => {
  const ada = { id: '17841400', username: 'ada.bakes', type: 'BUSINESS' as const };
  server.world.professionals.push(ada);
  const graph = graphWith(['instagram_manage_insights']);
  const counted = { likes: 0, comments: 0 };
  const seen = { impressions: 900, reach: 700, shares: 2, saves: 3 };
  const kinds = [
    [{}, { ...counted, ...seen }],
    [{ mediaType: 'VIDEO' as const }, { ...counted, ...seen, watchSeconds: 61 }],
    [{ isStory: true }, { likes: 0, comments: 1, impressions: 90, reach: 70, shares: 2 }],
  ] as const;
  for (const [kind, figures] of kinds) {
    const { id } = addMedia(server.world, ada, kind);
    expect(await readOfAccount(graph, partOf(id))).toEqual(figures);
    expect(await readOfAccount(graphWith([]), partOf(id))).toEqual(counted);
    // The error for a story with fewer than five viewers.
    const body = graphError(10, 'Not enough viewers for the media to show insights');
    server.fail('GET /:id/insights', { when: 'before', answer: { status: 400, body } });
    expect(await readOfAccount(graph, partOf(id))).toEqual(counted);
  }
});
