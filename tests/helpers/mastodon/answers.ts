import type { Reply } from '../publishing/imitation.ts';
import { statusEntity } from './entities.ts';
import { ApiError, type Call, callerOf, type Status, textParam } from './world.ts';

/**
 * Statuses by others that mention the caller, or reply to them.
 * https://docs.joinmastodon.org/methods/notifications/#get
 */
export function listNotifications(call: Call): Reply {
  const { world } = call;
  const account = callerOf(call);
  const [since, before] = [textParam(call, 'since_id'), textParam(call, 'max_id')];
  const isAnswer = ({ replyTo }: Status) => world.statuses.some((one) => one.id === replyTo && one.account === account);
  const page = world.statuses
    .filter((one) => one.account !== account && (isAnswer(one) || one.text.includes(`@${account.username}`)))
    .filter(({ id }) => (!since || BigInt(id) > BigInt(since)) && (!before || BigInt(id) < BigInt(before)))
    .reverse()
    .slice(0, Number(call.params.limit ?? 40));
  return {
    status: 200,
    body: page.map((status) => ({ id: status.id, type: 'mention', status: statusEntity(world, status, account) })),
  };
}

/** https://docs.joinmastodon.org/methods/statuses/#context */
export function showContext(call: Call): Reply {
  const { world } = call;
  const status = statusOf(call);
  const descendants = (id: string): Status[] =>
    world.statuses.filter(({ replyTo }) => replyTo === id).flatMap((one) => [one, ...descendants(one.id)]);
  const body = {
    ancestors: [],
    descendants: descendants(status.id).map((one) => statusEntity(world, one, callerOf(call))),
  };
  return { status: 200, body };
}

/** https://docs.joinmastodon.org/methods/statuses/#favourite */
export function favourite(call: Call): Reply {
  const status = statusOf(call);
  const { id } = callerOf(call);
  const isLiked = call.name.endsWith('/favourite');
  status.favouritedBy = [...status.favouritedBy.filter((one) => one !== id), ...(isLiked ? [id] : [])];
  return { status: 200, body: statusEntity(call.world, status, callerOf(call)) };
}

function statusOf({ world, ids }: Call): Status {
  const status = world.statuses.find(({ id }) => id === ids[0]);
  if (!status) throw new ApiError(404, 'Record not found');
  return status;
}
