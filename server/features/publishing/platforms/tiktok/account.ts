import { z } from 'zod';
import { readSchema } from '../../../../../shared/platforms/reads.ts';
import { type TikTokMode, tiktokModeSchema } from '../../../../../shared/platforms/tiktok/platform.ts';
import type { ChannelLimits } from '../../../../../shared/publishing/channel.ts';
import { sumOf } from '../../../../../shared/publishing/figures.ts';
import type { Quota } from '../../../../../shared/publishing/quota.ts';
import { type Connected, PublishError } from '../../publisher.ts';
import { tokenTextSchema } from '../kit/oauth.ts';
import { lacking, lackingOf, type ReadScopes } from '../kit/reads.ts';
import { dataOf, errorCode, type TikTokApi } from './api.ts';

/** The public site, part of posts' links and therefore not configurable. */
export const TIKTOK = 'https://www.tiktok.com';
/** Names are part of URLs. */
const usernameSchema = z.string().regex(/^[\w.]{1,64}$/);
const openIdSchema = z.string().regex(/^[\w-]{1,128}$/);

export const secretSchema = z.object({
  app: z.object({ clientKey: z.string().min(1), clientSecret: z.string().min(1) }),
  tokens: z.object({
    accessToken: tokenTextSchema,
    expiresAt: z.iso.datetime(),
    refreshToken: tokenTextSchema,
    endsAt: z.iso.datetime(),
    scopes: z.array(z.string()),
  }),
  mode: tiktokModeSchema,
  /** The optional reads that the user chose. */
  reads: z.array(readSchema).optional(),
  openId: openIdSchema,
  /** Null in inbox mode. */
  username: usernameSchema.nullable(),
});
export type TikTokSecret = z.infer<typeof secretSchema>;

/** The scope for listing the account's public videos, for metrics and for finding posts. */
export const LISTING = 'video.list';
/** https://developers.tiktok.com/doc/tiktok-api-scopes */
export const READ_SCOPES: ReadScopes = { figures: ['user.info.stats'] };

/** The scopes that posting needs, and all scopes to request. */
export function scopesFor(mode: TikTokMode): { needed: string[]; all: string[] } {
  const needed = ['user.info.basic', mode === 'inbox' ? 'video.upload' : 'video.publish'];
  return { needed, all: [...needed, LISTING] };
}

/** Throws PublishError `auth` if the user did not grant a required scope. */
export function assertScopes(granted: readonly string[], mode: TikTokMode): void {
  const missing = scopesFor(mode).needed.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) return;
  throw new PublishError('auth', `You did not allow ${missing.join(' and ')}, which posting needs. Start again.`);
}

const userSchema = z.object({
  user: z.object({ open_id: openIdSchema, display_name: z.string().catch('') }),
});

const creatorSchema = z.object({
  creator_username: usernameSchema,
  creator_nickname: z.string().catch(''),
  privacy_level_options: z.array(z.string()).catch([]),
  comment_disabled: z.boolean().catch(false),
  duet_disabled: z.boolean().catch(false),
  stitch_disabled: z.boolean().catch(false),
  max_video_post_duration_sec: z.number().int().positive().optional().catch(undefined),
});
export type Creator = z.infer<typeof creatorSchema>;

const CREATOR_INFO = 'post/publish/creator_info/query/';

/**
 * What the account currently allows for direct posts.
 * https://developers.tiktok.com/doc/content-posting-api-reference-query-creator-info
 */
export async function readCreator(api: TikTokApi): Promise<Creator> {
  const answer = await api.send({ step: 'read creator info', path: CREATOR_INFO, body: {} });
  return dataOf(creatorSchema, answer);
}

/**
 * TikTok's daily limit, which all apps of the account share. It is not published; TikTok only reports when it is
 * reached.
 */
const DAY_IS_FULL = 'spam_risk_too_many_posts';

/**
 * A quota of 0 if the account's daily limit of direct posts is reached; otherwise empty, as TikTok reports no number.
 */
export async function readQuota(api: TikTokApi): Promise<Quota[]> {
  const step = 'ask whether posts are left';
  const answer = await api.send({ step, path: CREATOR_INFO, body: {}, accepts: [DAY_IS_FULL] });
  return errorCode(answer) === DAY_IS_FULL ? [{ of: 'videos', left: 0, until: null, words: null }] : [];
}

/** Throws PublishError `auth` if the account no longer allows the privacy that was chosen when connecting. */
export function assertPrivacy(creator: Creator, mode: TikTokMode): void {
  if (creator.privacy_level_options.includes(mode)) return;
  throw new PublishError('auth', notAllowed(creator, mode, 'Connect it again with one of these.'));
}

/** `remedy` is a complete sentence. */
export function notAllowed({ privacy_level_options: options }: Creator, privacy: string, remedy: string): string {
  return `Your TikTok account currently does not allow the privacy ${privacy}, only ${options.join(', ')}. ${remedy}`;
}

/** Reads the account. https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info */
export async function readAccount(
  api: TikTokApi,
  kept: Pick<TikTokSecret, 'app' | 'mode' | 'reads'>,
  /** Called after the requests, which may have refreshed the tokens. */
  tokens: () => TikTokSecret['tokens'],
): Promise<Connected> {
  const answer = await api.send({
    step: 'check account',
    path: 'user/info/',
    query: { fields: 'open_id,display_name' },
  });
  const { open_id, display_name } = dataOf(userSchema, answer).user;
  const creator = kept.mode === 'inbox' ? null : await readCreator(api);
  if (creator) assertPrivacy(creator, kept.mode);
  const username = creator?.creator_username ?? null;
  const secret: TikTokSecret = { ...kept, tokens: tokens(), openId: open_id, username };
  return {
    secret,
    handle: username ? `@${username}` : display_name.slice(0, 200) || open_id,
    remoteId: open_id,
    profileUrl: username ? `${TIKTOK}/@${username}` : null,
    server: TIKTOK,
    expiresAt: secret.tokens.endsAt,
    limits: {
      ...(creator ? limitsOf(creator, kept.mode) : { finishesInApp: true as const }),
      ...lacking(lackingOf(READ_SCOPES, secret.tokens.scopes)),
    },
  };
}

const statsSchema = z.object({ user: z.object({ follower_count: z.unknown() }) });

/** The account's follower count; undefined if the user did not allow reading it. */
export async function readFollowers(api: TikTokApi, { tokens }: TikTokSecret): Promise<number | undefined> {
  if (lackingOf(READ_SCOPES, tokens.scopes)?.includes('figures')) return undefined;
  const query = { fields: 'follower_count' };
  const answer = await api.send({ step: 'count followers', path: 'user/info/', query });
  return sumOf(dataOf(statsSchema, answer).user.follower_count);
}

/** The settings of the account that TikTok requires a composer to show. */
function limitsOf(creator: Creator, mode: TikTokMode): ChannelLimits {
  const { creator_nickname, privacy_level_options: levels, max_video_post_duration_sec: seconds } = creator;
  const disabledOptions = [
    ...(creator.comment_disabled ? ['comments'] : []),
    ...(creator.duet_disabled ? ['duet'] : []),
    ...(creator.stitch_disabled ? ['stitch'] : []),
  ];
  const name = creator_nickname.trim().slice(0, 200);
  return {
    allowedValues: { privacy: levels.slice(0, 20).map((level) => level.slice(0, 100)) },
    usualValues: { privacy: mode },
    ...(seconds !== undefined && { videoSeconds: seconds }),
    ...(disabledOptions.length > 0 && { disabledOptions }),
    ...(name !== '' && { creatorName: name }),
  };
}
