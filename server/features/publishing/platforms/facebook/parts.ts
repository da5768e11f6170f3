import type { PublishedPart } from '../../publisher.ts';
import type { Graph } from '../meta/graph.ts';

/** Facebook redirects from an id to the post or comment. */
export function partOf({ api }: Graph, id: string): PublishedPart {
  return { remoteId: id, url: `${api.site}/${id}` };
}

export function reelPart({ api }: Graph, videoId: string): PublishedPart {
  return { remoteId: videoId, url: `${api.site}/reel/${videoId}` };
}
