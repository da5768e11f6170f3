import { expect, it } from 'vitest';
import {
  type Exchange,
  type PlatformCalls,
  type PlatformRequest,
  platformCalls,
} from '../../../../../server/features/publishing/platform-calls.ts';
import { createBlueskyPublisher } from '../../../../../server/features/publishing/platforms/bluesky/publisher.ts';
import { quotaUse } from '../../../../../shared/publishing/quota.ts';
import { refusing, startPds } from '../../../../helpers/pds.ts';
import { ofEach } from '../../../../helpers/publishing/publisher-tests.ts';

const pds = ofEach(() => startPds());
const exchanges: Exchange[] = [];

const VIDEO = quotaUse(1, [{ kind: 'video', size: 10 }]);
const PICTURE = quotaUse(1, [{ kind: 'image', size: 10 }]);

/** `hurried` changes the timeout of calls. */
async function quotas(
  videoService: string | undefined = pds.origin,
  use = VIDEO,
  hurried = (request: PlatformRequest): PlatformRequest => request,
) {
  const { send, ...others } = platformCalls({
    signal: new AbortController().signal,
    onExchange: (exchange) => exchanges.push(exchange),
  });
  const calls: PlatformCalls = { ...others, send: (request) => send(hurried(request)) };
  const publisher = createBlueskyPublisher({ appView: pds.origin, ...(videoService && { videoService }) });
  const { appPassword, handle: identifier } = pds.account;
  const entry = { platform: 'bluesky', identifier, appPassword, server: pds.origin } as const;
  const { secret } = await publisher.connect(entry, calls);
  exchanges.length = 0;
  return publisher.open(secret, calls, async () => undefined).quota(use);
}

it('is asked of the video service, with a token that is good for this one question', async () => {
  pds.video.limits = { canUpload: true, remainingDailyVideos: 4, remainingDailyBytes: 1_000_000 };
  expect(await quotas()).toEqual([
    { of: 'videos', left: 4, until: null, words: null },
    { of: 'videoBytes', left: 1_000_000, until: null, words: null },
  ]);
  expect(exchanges.map(({ step }) => step)).toEqual([
    'ask for a token of the video service',
    'ask for the video limits',
  ]);
});

it.each([
  [{ canUpload: false, message: 'Confirm your e-mail address' }, 'Confirm your e-mail address'],
  [{ canUpload: false, error: 'NotAllowed' }, 'NotAllowed'],
  [{ canUpload: false, remainingDailyVideos: 0, message: 'User has exceeded daily upload videos limit' }, null],
  [{ canUpload: false, message: 'x'.repeat(5000) }, 'x'.repeat(300)],
  [{ canUpload: false }, null],
])('says why it takes none, unless the day’s limit is used up: %j', async (limits, words) => {
  pds.video.limits = limits;
  expect(await quotas()).toEqual([{ of: 'videos', left: 0, until: null, words }]);
});

it('takes numbers that make no sense for none', async () => {
  pds.video.limits = { canUpload: true, remainingDailyVideos: 'many', remainingDailyBytes: -1 };
  expect(await quotas()).toEqual([]);
});

it('is not asked for pictures, nor for a server on this machine at a service elsewhere', async () => {
  expect(await quotas(pds.origin, PICTURE)).toEqual([]);
  expect(await quotas('https://video.example', VIDEO)).toEqual([]);
  expect(exchanges).toEqual([]);
});

it('is an error where the network has no such service, or the server makes no such tokens', async () => {
  await expect(quotas()).rejects.toMatchObject({ errorClass: 'rejected' });
  pds.fault('com.atproto.server.getServiceAuth', refusing(501, 'MethodNotImplemented'));
  await expect(quotas()).rejects.toMatchObject({ errorClass: 'rejected' });
  await expect(quotas('http://127.0.0.1:9')).rejects.toMatchObject({ errorClass: 'transient' });
});

it('waits five seconds at most for a service that never answers', async () => {
  pds.video.limits = { canUpload: true };
  pds.fault('app.bsky.video.getUploadLimits', () => undefined);
  const asked = quotas(pds.origin, VIDEO, (one) => (one.limitMs === 5000 ? { ...one, limitMs: 20 } : one));
  await expect(asked).rejects.toMatchObject({ message: 'No answer within 0.02 seconds.' });
});
