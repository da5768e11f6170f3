import type { CallAgent } from '@/lib/agent.ts';
import {
  type ComposerState,
  composerSchema,
  deliveryCancelPath,
  deliveryComposerPath,
  deliveryMarkPath,
  deliveryRetryPath,
  deliveryUnmarkPath,
  type MendRequest,
  markSchema,
  postCancelPath,
  postMendPath,
  postPublishPath,
} from '../../../shared/publishing/publishing-api.ts';

// Loaded when they are called: the contract brings zod along.

export const retryDelivery = (agent: CallAgent, id: string) => agent(deliveryRetryPath(id), { method: 'POST' });
export const cancelDelivery = (agent: CallAgent, id: string) => agent(deliveryCancelPath(id), { method: 'POST' });
export const publishPost = (agent: CallAgent, id: string) => agent(postPublishPath(id), { method: 'POST' });
export const cancelOpenDeliveries = (agent: CallAgent, id: string) => agent(postCancelPath(id), { method: 'POST' });

/** Mends what stands in the way of a scheduled post. */
export const mendPost = (agent: CallAgent, id: string, request: MendRequest) =>
  agent(postMendPath(id), { body: request });

/** Records that a person has published a delivery; `url` is null where they gave none. */
export const markDelivery = (agent: CallAgent, id: string, url: string | null) =>
  agent(deliveryMarkPath(id), { body: { url } });

/** Takes that back. */
export const unmarkDelivery = (agent: CallAgent, id: string) => agent(deliveryUnmarkPath(id), { method: 'POST' });

/** Would `url` be taken as the address of a post? */
export function isPostAddress(url: string): boolean {
  return markSchema.safeParse({ url }).success;
}

/** Opens the platform's composer for a delivery; what became of it. */
export async function openComposer(agent: CallAgent, id: string): Promise<ComposerState> {
  return composerSchema.parse(await (await agent(deliveryComposerPath(id), { method: 'POST' })).json());
}
