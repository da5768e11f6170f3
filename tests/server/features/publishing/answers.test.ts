import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../../../server/features/publishing/publisher.ts';
import type { Platform } from '../../../../shared/posts/platforms.ts';
import type { ErrorClass } from '../../../../shared/publishing/delivery.ts';
import { graphError } from '../../../helpers/meta/world.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { CONTRACT_PLATFORMS } from '../../../helpers/publishing/contract-platforms.ts';
import type { Reply } from '../../../helpers/publishing/imitation.ts';
import {
  DUE,
  failure,
  mediaOf,
  PICTURE,
  postOf,
  publish,
  steppedCalls,
} from '../../../helpers/publishing/platform-sessions.ts';
import { videoOf } from '../../../helpers/youtube/publishing.ts';

/** A refused call: its reply, the class of the error, the message for the user, and the time of the retry. */
type Row = [
  stage: 'upload' | 'make',
  reply: Reply,
  errorClass: ErrorClass,
  words?: string | RegExp | null,
  retryAt?: number | null,
];

const MINUTE_MS = 60_000;
const HTML = '<!DOCTYPE html><title>Just a moment...</title>';
const page = (status: number): Reply => ({ status, body: HTML });
const at = (ms: number) => String(ms / 1000);

const xrpc = (status: number, error: string, headers?: Record<string, string>): Reply => ({
  status,
  body: { error, message: `${error} in words` },
  headers,
});
const xrpcRow = (status: number, error: string, errorClass: ErrorClass): Row => [
  'upload',
  xrpc(status, error),
  errorClass,
  `${error} in words`,
];
const limited = (reply: Reply, retryAt: number | null): Row => ['make', reply, 'rate_limit', undefined, retryAt];
const xrpcLimit = (headers: Record<string, string>, retryAt: number | null) =>
  limited(xrpc(429, 'RateLimitExceeded', headers), retryAt);
const mastodonLimit = (headers: Record<string, string>, retryAt: number | null) =>
  limited({ status: 429, body: { error: 'Throttled' }, headers }, retryAt);
const graph = (code: number, subcode?: number): Reply => ({ status: 400, body: graphError(code, 'Because', subcode) });
const graphRow = (errorClass: ErrorClass, ...codes: [code: number, subcode?: number][]): Row[] =>
  codes.map(([code, subcode]) => ['make', graph(code, subcode), errorClass]);
const usage = (minutes: number): Reply => ({
  ...graph(32),
  headers: {
    'x-business-use-case-usage': JSON.stringify({
      1000: [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: minutes }],
    }),
  },
});
const google = (status: number, reason: string): Reply => ({
  status,
  body: { error: { code: status, message: reason, errors: [{ reason }] } },
});
const tiktok = (status: number, code: string): Reply => ({
  status,
  body: { error: { code, message: `It says ${code}.` } },
});
const telegram = (error_code: number, description: string, parameters?: object): Reply => ({
  status: error_code,
  body: { ok: false, error_code, description, parameters },
});
const discord = (status: number, code: number, more: object = {}): Reply => ({
  status,
  body: { message: 'It says', code, ...more },
});
const pinterest = (status: number, code: number, message = 'It says'): Reply => ({ status, body: { code, message } });
const linkedin = (status: number, message: string): Reply => ({ status, body: { message } });
const x = (status: number, detail: string, problem = ''): Reply => ({
  status,
  body: { detail, ...(problem && { type: `https://api.x.com/2/problems/${problem}` }) },
});
/** Upload addresses on a foreign host. */
const strangers = {
  linkedin: { value: { uploadUrl: 'https://linkedin.com.example/a', image: 'urn:li:image:1' } },
  tiktok: {
    data: { publish_id: 'v1', upload_url: 'https://tiktokapis.com.evil.example/video/' },
    error: { code: 'ok' },
  },
  google: { location: 'https://googleapis.com.evil.example/upload?upload_id=1' },
};
const UNAUDITED = 'unaudited_client_can_only_post_to_private_accounts';
const blocked = { text: [{ error: 'X', description: 'contains a blocked word' }] };
const elsewhere = { location: 'https://elsewhere.example/api/v1/statuses' };
const ofTheDay = {
  'x-rate-limit-remaining': '90',
  'x-rate-limit-reset': at(DUE + MINUTE_MS),
  'x-user-limit-24hour-remaining': '0',
  'x-user-limit-24hour-reset': at(DUE + 9 * 60 * MINUTE_MS),
};
const tooLong = graphError(100, 'Invalid parameter', 1_363_030, 'The video is too long');
const moved = { status: 302, body: '', headers: { location: '/v30.0/1/feed' } };

const ANSWERS: Record<Platform, Row[]> = {
  bluesky: [
    xrpcRow(400, 'InvalidRequest', 'rejected'),
    xrpcRow(501, 'MethodNotImplemented', 'rejected'),
    xrpcRow(401, 'AccountTakedown', 'auth'),
    xrpcRow(403, 'AccountNotFound', 'auth'),
    xrpcRow(502, 'UpstreamFailure', 'transient'),
    xrpcLimit({ 'ratelimit-reset': at(DUE) }, DUE),
    xrpcLimit({ 'ratelimit-reset': '90' }, DUE + 90_000),
    xrpcLimit({ 'retry-after': '60', 'ratelimit-reset': 'soon' }, DUE + MINUTE_MS),
  ],
  mastodon: [
    ['upload', page(413), 'rejected', 'Too large for the server: Just a moment...'],
    ['upload', page(403), 'transient'],
    ['make', page(403), 'unknown'],
    ['make', { status: 503, body: { error: 'Maintenance' } }, 'unknown', 'Maintenance'],
    [
      'make',
      { status: 422, body: { error: 'Bad', details: blocked } },
      'rejected',
      'Bad; text contains a blocked word',
    ],
    ['make', { status: 200, body: '<html>Welcome</html>' }, 'unknown'],
    ['make', { status: 200, body: { id: '../1' } }, 'unknown'],
    ['make', { status: 307, body: '', headers: elsewhere }, 'auth', /https:\/\/elsewhere\.example\./],
    mastodonLimit({ 'retry-after': '90' }, DUE + 90_000),
    mastodonLimit({ 'x-ratelimit-reset': '90' }, DUE + 90_000),
    mastodonLimit({ 'x-ratelimit-reset': at(DUE + 2 * MINUTE_MS) }, DUE + 2 * MINUTE_MS),
    mastodonLimit({ 'x-ratelimit-reset': String(DUE + 2 * MINUTE_MS) }, DUE + 2 * MINUTE_MS),
    mastodonLimit({ 'x-ratelimit-reset': '9999-01-01T00:00:00Z' }, DUE + 24 * 60 * MINUTE_MS),
    mastodonLimit({ 'x-ratelimit-reset': 'soon' }, null),
    mastodonLimit({ 'x-ratelimit-reset': '2001-01-01T00:00:00Z' }, null),
  ],
  twitter: [
    ['make', x(400, 'The text is wrong.'), 'rejected', 'The text is wrong.'],
    ['make', x(402, 'No credits'), 'rejected', /^No credits\. Buy credits at console/],
    ['make', x(403, 'Your account is locked.'), 'rejected', 'Your account is locked.'],
    ['make', x(403, 'No.', 'client-forbidden'), 'auth', /"Read and write"/],
    ['make', x(401, 'Unauthorized'), 'auth', /^Unauthorized\. The keys may have been regenerated/],
    ['make', x(429, 'Cap.', 'usage-capped'), 'rejected', 'Cap.'],
    ['make', { status: 500, body: {} }, 'unknown', 'X answered 500.'],
    ['make', page(403), 'unknown', 'X answered 403.'],
    ['make', { status: 201, body: { data: {} } }, 'unknown', /not one of X's/],
    limited({ status: 429, body: {}, headers: ofTheDay }, DUE + 9 * 60 * MINUTE_MS),
  ],
  linkedin: [
    ['make', linkedin(400, 'Wrong.'), 'rejected', 'Wrong.'],
    ['make', linkedin(422, 'Too long'), 'rejected', 'Too long.'],
    ['make', linkedin(401, 'Expired'), 'auth', /^Expired\. Renew the login/],
    ['make', linkedin(403, 'Not enough permissions to access: posts.CREATE'), 'auth', /"Share on LinkedIn"/],
    ['make', linkedin(403, 'Unpermitted fields present'), 'rejected', 'Unpermitted fields present.'],
    ['make', linkedin(426, 'Requested version 20260701 is not active'), 'rejected', /platformApis\.linkedin\.version/],
    ['make', { status: 500, body: {} }, 'unknown', 'LinkedIn answered 500.'],
    ['make', page(403), 'unknown', 'LinkedIn answered 403.'],
    ['make', { status: 201, body: {} }, 'unknown', /did not return the post/],
    limited({ ...linkedin(429, 'Slow'), headers: { 'retry-after': '60' } }, DUE + MINUTE_MS),
    [
      'upload',
      { status: 200, body: strangers.linkedin },
      'rejected',
      'LinkedIn returned an address of linkedin.com.example.',
    ],
  ],
  facebook: [
    ...graphRow('auth', [190], [102], [10], [200], [283]),
    ...graphRow('rate_limit', [4], [17], [32], [341], [613], [80_001]),
    ...graphRow('rejected', [368], [100], [506], [1_609_005]),
    ...graphRow('unknown', [1], [2]),
    ['upload', graph(1), 'transient'],
    ['make', graph(190), 'auth', /^Because\. \(code 190\) Generate a .*token.*, and connect the account with it\.$/],
    limited(usage(19), DUE + 19 * MINUTE_MS),
    limited(usage(1e6), DUE + 24 * 60 * MINUTE_MS),
    limited({ ...usage(1), headers: { 'x-business-use-case-usage': '{"1":' } }, null),
    limited({ status: 429, body: 'Slow', headers: { 'retry-after': '60' } }, DUE + MINUTE_MS),
    ['make', { status: 400, body: tooLong }, 'rejected', 'Sorry: The video is too long. (code 100, 1363030)'],
    ['make', graph(2635), 'rejected', /"platformApis": \{ "facebook"/],
    ['make', moved, 'rejected', /Version v26\.0 of the Graph API has ended.*"platformApis"/],
  ],
  instagram: [
    ...graphRow('auth', [190], [10]),
    ...graphRow('rate_limit', [4], [9, 2_207_042], [80_002], [4, 2_207_051]),
    ...graphRow('rejected', [25, 2_207_050], [368]),
    // The container no longer exists: the next attempt creates another one.
    ...graphRow('transient', [-2, 2_207_008], [-2, 2_207_020]),
    ['upload', graph(-2, 2_207_003), 'transient'],
    ['upload', graph(1), 'transient'],
  ],
  threads: [
    ...graphRow('auth', [190], [10]),
    ...graphRow('rate_limit', [4], [9, 2_207_042]),
    ...graphRow('rejected', [368], [100]),
    ['upload', graph(1), 'transient'],
    ['upload', graph(1, 2_207_052), 'rejected', /^Threads cannot fetch a file from its public address\..*Because/],
  ],
  discord: [
    ['upload', discord(404, 10_015), 'auth', /^It says\. Create a new webhook/],
    ['upload', discord(401, 50_027), 'auth'],
    ['make', discord(400, 50_035), 'rejected', 'It says.'],
    ['make', discord(500, 0), 'unknown'],
    ['make', page(403), 'unknown', 'Discord answered 403.'],
    ['make', { status: 204 }, 'unknown', /not one of Discord's/],
    limited(discord(429, 0, { retry_after: 60.5, global: false }), DUE + 60_500),
  ],
  pinterest: [
    ['upload', pinterest(403, 7), 'rejected', 'It says.'],
    ['make', pinterest(403, 29), 'rejected', /^Pinterest has granted your app trial access only/],
    ['make', pinterest(500, 0), 'unknown', 'It says.'],
    ['make', page(403), 'unknown', 'Pinterest answered 403.'],
    ['make', { status: 201, body: { title: 'Bread' } }, 'unknown', /not one of Pinterest's/],
    limited({ ...pinterest(429, 8), headers: { 'retry-after': '60' } }, DUE + MINUTE_MS),
  ],
  telegram: [
    ['upload', telegram(401, 'Unauthorized'), 'auth', /^Unauthorized\. Ask BotFather for the token/],
    ['upload', telegram(400, 'Bad Request: chat not found'), 'auth', /Make the bot an administrator/],
    ['make', telegram(403, 'Forbidden: bot was kicked from the channel chat'), 'auth', /Make the bot an administrator/],
    ['make', telegram(400, 'Bad Request: need administrator rights in the channel chat'), 'auth'],
    ['make', telegram(400, 'Bad Request: message is too long'), 'rejected', 'Bad Request: message is too long.'],
    ['make', telegram(500, 'Internal Server Error'), 'unknown', 'Internal Server Error.'],
    ['make', page(403), 'unknown', 'Telegram answered 403.'],
    ['make', { status: 200, body: { ok: true, result: {} } }, 'unknown', /not one of Telegram's/],
    limited(telegram(429, 'Too Many Requests', { retry_after: 60 }), DUE + MINUTE_MS),
  ],
  youtube_shorts: [
    ['upload', google(403, 'quotaExceeded'), 'rate_limit', null, Date.UTC(2026, 10, 23, 8)],
    ['upload', google(400, 'uploadLimitExceeded'), 'rate_limit', null, Date.UTC(2026, 10, 22, 12)],
    ['upload', google(403, 'rateLimitExceeded'), 'rate_limit', null, null],
    ['upload', google(403, 'authenticatedUserAccountSuspended'), 'auth'],
    ['upload', google(403, 'accessNotConfigured'), 'auth'],
    ['upload', google(403, 'forbidden'), 'rejected'],
    ['upload', page(403), 'transient'],
    ['upload', { status: 200, headers: strangers.google }, 'transient'],
    ['make', page(404), 'unknown'],
    ['make', { status: 500, body: { error: { message: 'Backend Error' } } }, 'unknown'],
    ['make', { status: 200, body: 'ok' }, 'unknown'],
    ['make', { status: 308, headers: { range: 'bytes=0-999' } }, 'unknown'],
  ],
  tiktok: [
    ['upload', tiktok(401, 'scope_not_authorized'), 'auth'],
    ['upload', tiktok(429, 'rate_limit_exceeded'), 'rate_limit'],
    ['upload', tiktok(403, 'spam_risk_too_many_posts'), 'rate_limit'],
    ['upload', tiktok(403, 'reached_active_user_cap'), 'rate_limit'],
    ['upload', tiktok(403, 'spam_risk_user_banned_from_posting'), 'rejected'],
    ['upload', tiktok(403, UNAUDITED), 'rejected', /connect it again with the inbox/],
    ['upload', tiktok(500, 'internal_error'), 'transient'],
    ['upload', { status: 200, body: strangers.tiktok }, 'transient'],
    ['make', { status: 206 }, 'unknown'],
    ['make', { status: 408 }, 'unknown'],
    ['make', { status: 403 }, 'transient'],
  ],
};

describe.each(Object.keys(ANSWERS) as Platform[])('what %s answers', (platform) => {
  const stepped = steppedCalls();
  const there = ofFile(() => CONTRACT_PLATFORMS[platform](() => stepped.clock.now));
  let session: Session;
  beforeAll(async () => {
    const { secret } = await there.connect(stepped.calls);
    session = there.publisher.open(secret, stepped.calls, async () => undefined);
  });
  afterAll(() => there.server.close());

  it.each(ANSWERS[platform].map((row, index) => [index, row] as const))('is told apart: %i %j', async (_, row) => {
    const [stage, reply, errorClass, words = null, retryAt] = row;
    stepped.clock.now = DUE;
    const needsFile = there.media !== 'none' || stage === 'upload';
    const file = there.media === 'video' ? videoOf(1000) : mediaOf(PICTURE, 'image/jpeg');
    const post = postOf(['A walk'], needsFile ? [file] : []);
    there.server.fail(there.routes[stage], { when: 'before', answer: reply });
    const error = stage === 'upload' ? await failure(session.prepare(post)) : (await publish(session, post)).error;
    expect(error).toMatchObject({ errorClass });
    if (typeof words === 'string') expect(error?.message).toBe(words);
    else if (words) expect(error?.message).toMatch(words);
    if (retryAt !== undefined) expect(error?.retryAt?.getTime() ?? null).toBe(retryAt);
    expect(there.posts()).toEqual([]);
  });
});
