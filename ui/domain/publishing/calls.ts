import { askAgent, sendToAgent } from '@/domain/workspace/operations.ts';
import type { CallAgent } from '@/lib/agent.ts';
import { publishingApi as api } from '../../../shared/api/publishing.ts';
import { type MendRequest, markSchema } from '../../../shared/publishing/publishing-api.ts';

// Loaded when they are called: the contract brings zod along.

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

/** Mends what stands in the way of a scheduled post. */
export const mendPost = (agent: CallAgent, id: string, body: MendRequest) =>
  sendToAgent(agent, api.mendPost, { params: { id }, body });

/** Records that a person has published a delivery; `url` is null where they gave none. */
export const markDelivery = (agent: CallAgent, id: string, url: string | null) =>
  sendToAgent(agent, api.markDelivery, { params: { id }, body: { url } });

/** Takes that back. */
export const unmarkDelivery = (agent: CallAgent, id: string) =>
  sendToAgent(agent, api.unmarkDelivery, { params: { id } });

/** Would `url` be taken as the address of a post? */
export function isPostAddress(url: string): boolean {
  return markSchema.safeParse({ url }).success;
}

/** How the figures of a post grew, at each account where it is published. */
export const readPostFigures = (agent: CallAgent, id: string) =>
  askAgent(agent, api.listPostFigures, { params: { id } });

/** How a delivery's composer stands. */
export const readComposer = (agent: CallAgent, id: string) => askAgent(agent, api.getComposer, { params: { id } });
/** Closes its window, and what is in it is lost. */
export const closeComposer = (agent: CallAgent, id: string) => askAgent(agent, api.closeComposer, { params: { id } });

/** Opens the platform's composer for a delivery, and has it filled in where the agent can; how it stands then. */
export const openComposer = (agent: CallAgent, id: string) => askAgent(agent, api.openComposer, { params: { id } });
