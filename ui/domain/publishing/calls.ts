import { askAgent, sendToAgent } from '@/domain/workspace/operations.ts';
import type { CallAgent } from '@/lib/agent.ts';
import { publishingApi as api } from '../../../shared/api/publishing.ts';
import { type MendRequest, markSchema } from '../../../shared/publishing/publishing-api.ts';

// This file is imported on demand, because the contract imports zod.

export const retryDelivery = (agent: CallAgent, id: string) =>
  sendToAgent(agent, api.retryDelivery, { params: { id } });
export const cancelDelivery = (agent: CallAgent, id: string) =>
  sendToAgent(agent, api.cancelDelivery, { params: { id } });
export const publishPost = (agent: CallAgent, id: string) => sendToAgent(agent, api.publishPost, { params: { id } });
/** Takes a post back from platforms that hold it. */
export const takeBackPost = (agent: CallAgent, id: string) =>
  sendToAgent(agent, api.takeBackPost, { params: { id }, body: {} });
export const cancelOpenDeliveries = (agent: CallAgent, id: string) =>
  sendToAgent(agent, api.cancelPost, { params: { id } });

/** Fixes a problem of a scheduled post. */
export const mendPost = (agent: CallAgent, id: string, body: MendRequest) =>
  sendToAgent(agent, api.mendPost, { params: { id }, body });

/** Records that the user has published a delivery; `url` is null if they gave none. */
export const markDelivery = (agent: CallAgent, id: string, url: string | null) =>
  sendToAgent(agent, api.markDelivery, { params: { id }, body: { url } });

/** Reverts markDelivery. */
export const unmarkDelivery = (agent: CallAgent, id: string) =>
  sendToAgent(agent, api.unmarkDelivery, { params: { id } });

/** Whether `url` is accepted as the address of a post. */
export function isPostAddress(url: string): boolean {
  return markSchema.safeParse({ url }).success;
}

/** The growth of a post's metrics on each account where it is published. */
export const readPostFigures = (agent: CallAgent, id: string) =>
  askAgent(agent, api.listPostFigures, { params: { id } });

/** The state of a delivery's composer. */
export const readComposer = (agent: CallAgent, id: string) => askAgent(agent, api.getComposer, { params: { id } });
/** Closes the composer's window and discards its contents. */
export const closeComposer = (agent: CallAgent, id: string) => askAgent(agent, api.closeComposer, { params: { id } });

/** Opens the platform's composer for a delivery, and fills it in if the agent can; resolves to its state. */
export const openComposer = (agent: CallAgent, id: string) => askAgent(agent, api.openComposer, { params: { id } });
