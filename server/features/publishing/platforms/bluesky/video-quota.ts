import { z } from 'zod';
import type { Quota } from '../../../../../shared/publishing/quota.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { isLoopback } from '../kit/server-address.ts';
import type { Authorized } from './login.ts';
import { answerOf, methodUrl } from './xrpc.ts';

const METHOD = 'app.bsky.video.getUploadLimits';
const ANSWER_LIMIT_MS = 5_000;
const WORDS_MAX = 300;

const tokenSchema = z.object({ token: z.string().min(1).max(10_000) });
const left = z.number().int().nonnegative().optional().catch(undefined);
const words = z.string().optional().catch(undefined);
const limitsSchema = z.object({
  canUpload: z.boolean(),
  remainingDailyVideos: left,
  remainingDailyBytes: left,
  message: words,
  error: words,
});

/**
 * The account's remaining video quota of today at the network's video service, queried with a token that the account's
 * server issues for this method (com.atproto.server.getServiceAuth). Throws a PublishError if either does not respond.
 * Empty for a server on this machine, which the service cannot know.
 * https://docs.bsky.app/docs/api/app-bsky-video-get-upload-limits
 */
export async function videoQuota(service: string, account: Authorized, calls: PlatformCalls): Promise<Quota[]> {
  if (isLoopback(account.login().pds) && !isLoopback(service)) return [];
  // did:web escapes the colon before a port.
  const aud = `did:web:${encodeURIComponent(new URL(service).host)}`;
  const granted = await account.send(({ pds }) => ({
    step: 'ask for a token of the video service',
    url: methodUrl(pds, 'com.atproto.server.getServiceAuth', { aud, lxm: METHOD }),
    limitMs: ANSWER_LIMIT_MS,
  }));
  const { token } = answerOf(granted, tokenSchema, { now: calls.now() });
  const answer = await calls.send({
    step: 'ask for the video limits',
    url: methodUrl(service, METHOD),
    headers: { authorization: `Bearer ${token}` },
    limitMs: ANSWER_LIMIT_MS,
  });
  const limits = answerOf(answer, limitsSchema, { now: calls.now() });
  const known = (of: Quota['of'], left: number | undefined): Quota[] =>
    left === undefined ? [] : [{ of, left, until: null, words: null }];
  const { canUpload, remainingDailyVideos, remainingDailyBytes, message, error } = limits;
  const isUsedUp = remainingDailyVideos === 0 || remainingDailyBytes === 0;
  if (!canUpload) {
    const said = (message ?? error)?.trim().slice(0, WORDS_MAX) || null;
    return [{ of: 'videos', left: 0, until: null, words: isUsedUp ? null : said }];
  }
  return [...known('videos', remainingDailyVideos), ...known('videoBytes', remainingDailyBytes)];
}
