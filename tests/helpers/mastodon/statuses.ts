import type { Reply } from '../publishing/imitation.ts';
import { isProcessed, MEDIA_MAX, statusEntity } from './entities.ts';
import { scheduleStatus } from './scheduled.ts';
import { weightOf } from './status-html.ts';
import {
  type Account,
  ApiError,
  type Call,
  callerOf,
  emptyStatus,
  type Media,
  type Poll,
  type Status,
  textParam,
  type World,
} from './world.ts';

const KEY_WINDOW_MS = 3_600_000;
const PAGE = { usual: 20, most: 40 };

/** https://docs.joinmastodon.org/methods/statuses/#create */
export function createStatus(call: Call): Reply {
  const { world } = call;
  const account = callerOf(call);
  if (account.isDisabled) throw new ApiError(403, 'Your login is currently disabled');
  const replyTo = textParam(call, 'in_reply_to_id');
  if (replyTo !== null && !world.statuses.some(({ id }) => id === replyTo)) {
    throw new ApiError(404, 'The post you are trying to reply to does not appear to exist.');
  }
  const key = `${account.id}:${call.headers['idempotency-key'] ?? ''}`;
  const kept = world.keys.get(key);
  if (kept && kept.until > world.options.now()) {
    const status = world.statuses.find(({ id }) => id === kept.statusId);
    if (!status) throw new ApiError(404, 'Record not found');
    return { status: 200, body: statusEntity(world, status) };
  }
  const text = (textParam(call, 'status') ?? '').trim();
  const warning = textParam(call, 'spoiler_text') ?? '';
  const status: Status = {
    ...emptyStatus(world, account),
    // Without a text, the warning becomes the text.
    text: text || warning,
    warning: text && warning,
    visibility: visibilityOf(call) ?? account.privacy,
    isSensitive: call.params.sensitive === true || warning !== '',
    language: languageOf(call),
    replyTo,
    media: mediaOf(call, account),
    poll: pollOf(call),
  };
  validate(world, status);
  for (const media of status.media) media.statusId = status.id;
  const scheduled = world.knowsScheduled && textParam(call, 'scheduled_at');
  if (scheduled) return scheduleStatus(call, status, scheduled);
  world.statuses.push(status);
  if (call.headers['idempotency-key'] && world.keepsKeys) {
    world.keys.set(key, { statusId: status.id, until: world.options.now() + KEY_WINDOW_MS });
  }
  return { status: 200, body: statusEntity(world, status) };
}

const VISIBILITIES = ['public', 'unlisted', 'private', 'direct'];

function visibilityOf(call: Call): string | null {
  const visibility = textParam(call, 'visibility');
  if (visibility !== null && !VISIBILITIES.includes(visibility)) throw new ApiError(422, 'Validation failed');
  return visibility;
}

/** ISO 639. */
function languageOf(call: Call): string | null {
  const language = textParam(call, 'language');
  if (language !== null && !/^[a-z]{2,3}(-[A-Z]{2})?$/.test(language)) throw new ApiError(422, 'Validation failed');
  return language;
}

/** A status with a poll cannot have media. */
function pollOf({ world, params }: Call): Poll | null {
  const { poll } = params as { poll?: { options?: unknown; expires_in?: unknown; multiple?: unknown } };
  if (!poll) return null;
  if (Array.isArray(params.media_ids)) throw new ApiError(422, `Cannot attach more than ${MEDIA_MAX} files`);
  const options = Array.isArray(poll.options) ? poll.options.map(String) : [];
  const expiresAt = world.options.now() + Number(poll.expires_in) * 1000;
  return { options, expiresAt, isMultiple: poll.multiple === true };
}

/** Only the account's own media can be attached, if they are processed and not attached to another status. */
function mediaOf({ world, params }: Call, account: Account): Media[] {
  const ids = Array.isArray(params.media_ids) ? params.media_ids.map(String) : [];
  if (ids.length > MEDIA_MAX) throw new ApiError(422, `Cannot attach more than ${MEDIA_MAX} files`);
  const media = ids.flatMap(
    (id) => world.media.find((one) => one.id === id && one.account.id === account.id && one.statusId === null) ?? [],
  );
  const missing = ids.filter((id) => !media.some((one) => one.id === id));
  if (missing.length > 0) {
    throw new ApiError(422, `Media ${missing.join(', ')} not found or already attached to another post`);
  }
  if (media.length > 1 && media.some(({ mimeType }) => /^(video|audio)\//.test(mimeType))) {
    throw new ApiError(422, 'Cannot attach a video to a post that already contains images');
  }
  if (!media.every((one) => isProcessed(world, one))) {
    throw new ApiError(422, 'Cannot attach files that have not finished processing. Try again in a moment!');
  }
  return media;
}

function validate({ options }: World, { text, warning, media }: Status): void {
  if (text === '' && media.length === 0) throw new ApiError(422, "Validation failed: Text can't be blank");
  if (weightOf(text) + weightOf(warning) > options.maxCharacters) {
    throw new ApiError(422, `Validation failed: Text character limit of ${options.maxCharacters} exceeded`);
  }
}

/** https://docs.joinmastodon.org/methods/statuses/#get */
export function showStatus(call: Call): Reply {
  const status = call.world.statuses.find(({ id }) => id === call.ids[0]);
  if (!status || !isVisible(status, call)) throw new ApiError(404, 'Record not found');
  return { status: 200, body: statusEntity(call.world, status) };
}

function isVisible({ account, visibility }: Status, { token }: Call): boolean {
  return token?.account.id === account.id || visibility === 'public' || visibility === 'unlisted';
}

/** Its media can be attached again for some time. https://docs.joinmastodon.org/methods/statuses/#delete */
export function deleteStatus(call: Call): Reply {
  const { world } = call;
  const account = callerOf(call);
  const status = world.statuses.find(({ id }) => id === call.ids[0]);
  if (status?.account.id !== account.id) throw new ApiError(404, 'Record not found');
  const body = { ...statusEntity(world, status), text: status.text };
  world.statuses = world.statuses.filter((other) => other !== status);
  for (const media of status.media) media.statusId = null;
  return { status: 200, body };
}

/** Newest first, with `Link` headers. https://docs.joinmastodon.org/methods/accounts/#statuses */
export function listStatuses(call: Call): Reply {
  const { world, ids, url } = call;
  const account = world.accounts.find(({ id }) => id === ids[0]);
  if (!account) throw new ApiError(404, 'Record not found');
  const limit = Math.min(Math.abs(Number(call.params.limit ?? PAGE.usual)) || PAGE.usual, PAGE.most);
  const maxId = textParam(call, 'max_id');
  const all = world.statuses
    .filter((status) => status.account.id === account.id && isVisible(status, call))
    .filter((status) => call.params.exclude_reblogs !== 'true' || !status.reblogOf)
    .filter(({ id }) => !maxId || BigInt(id) < BigInt(maxId))
    .sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? 1 : -1));
  const page = all.slice(0, limit);
  const next = new URL(url);
  next.searchParams.set('max_id', page.at(-1)?.id ?? '');
  return {
    status: 200,
    body: page.map((status) => statusEntity(world, status)),
    ...(page.length === limit && { headers: { link: `<${next}>; rel="next"` } }),
  };
}
