import type { Reply } from '../publishing/imitation.ts';
import { mediaEntity } from './entities.ts';
import { ApiError, type Call, callerOf, nextId, type Scheduled, type Status, textParam, type World } from './world.ts';

/** As in Mastodon's source, app/models/scheduled_status.rb. */
const SOONEST_MS = 5 * 60_000;
const PAGE = { usual: 20, most: 40 };

/** https://docs.joinmastodon.org/methods/statuses/#create (scheduled_at) */
export function scheduleStatus(call: Call, status: Status, time: string): Reply {
  const { world } = call;
  const at = timeOf(world, time);
  const scheduled = { id: nextId(world), at, status };
  world.scheduled.push(scheduled);
  return { status: 200, body: entity(world, scheduled) };
}

function timeOf({ options }: World, time: string): number {
  const at = Date.parse(time);
  if (!(at > options.now() + SOONEST_MS))
    throw new ApiError(422, 'Validation failed: Scheduled at The scheduled date must be in the future');
  return at;
}

/** Publishes what is due, as the server does every few minutes. The status gets a new id. */
export function publishScheduled(world: World): void {
  const due = world.scheduled.filter(({ at }) => at <= world.options.now());
  world.scheduled = world.scheduled.filter((one) => !due.includes(one));
  for (const { at, status } of due) {
    const id = nextId(world);
    for (const media of status.media) media.statusId = id;
    world.statuses.push({ ...status, id, createdAt: at });
  }
}

function entity(world: World, { id, at, status }: Scheduled): object {
  const { text, visibility, warning } = status;
  const params = { text, visibility, spoiler_text: warning, idempotency: null, scheduled_at: null };
  const media_attachments = status.media.map((one) => mediaEntity(world, one));
  return { id, scheduled_at: new Date(at).toISOString(), params, media_attachments };
}

function scheduledOf(call: Call): Scheduled {
  const found = call.world.scheduled.find(({ id, status }) => id === call.ids[0] && status.account === callerOf(call));
  if (!found) throw new ApiError(404, 'Record not found');
  return found;
}

/** https://docs.joinmastodon.org/methods/scheduled_statuses/#get */
export function listScheduled(call: Call): Reply {
  const { world, params } = call;
  if (!world.knowsScheduled) throw new ApiError(404, 'Not Found');
  const maxId = textParam(call, 'max_id');
  const page = world.scheduled
    .filter(({ id, status }) => status.account === callerOf(call) && (!maxId || BigInt(id) < BigInt(maxId)))
    .reverse()
    .slice(0, Math.min(Number(params.limit ?? PAGE.usual), PAGE.most));
  return { status: 200, body: page.map((one) => entity(world, one)) };
}

/** https://docs.joinmastodon.org/methods/scheduled_statuses/#get-one */
export function showScheduled(call: Call): Reply {
  return { status: 200, body: entity(call.world, scheduledOf(call)) };
}

/** Only the time can be changed. https://docs.joinmastodon.org/methods/scheduled_statuses/#update */
export function moveScheduled(call: Call): Reply {
  const scheduled = scheduledOf(call);
  scheduled.at = timeOf(call.world, textParam(call, 'scheduled_at') ?? '');
  return { status: 200, body: entity(call.world, scheduled) };
}

/** https://docs.joinmastodon.org/methods/scheduled_statuses/#cancel */
export function cancelScheduled(call: Call): Reply {
  const scheduled = scheduledOf(call);
  call.world.scheduled = call.world.scheduled.filter((one) => one !== scheduled);
  for (const media of scheduled.status.media) media.statusId = null;
  return { status: 200, body: {} };
}
