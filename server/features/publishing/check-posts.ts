import type { FastifyBaseLogger } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { OptionValues } from '../../../shared/platforms/options.ts';
import { asSentOn } from '../../../shared/posts/link-tags.ts';
import { textFor } from '../../../shared/posts/platform-limits.ts';
import type { PostProblem } from '../../../shared/posts/post-problem.ts';
import type { CheckedMedia } from '../../../shared/publishing/checked-post.ts';
import { goesAsDocument } from '../../../shared/publishing/document.ts';
import { checkPost, quotaUseOf } from '../../../shared/publishing/preflight.ts';
import type { Quota, QuotaUse } from '../../../shared/publishing/quota.ts';
import type { ChannelsRow, Database } from '../../../shared/workspace/database.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import { readLinkTags } from './link-tags.ts';
import type { MediaWork } from './media/media.ts';
import { FOREIGN_FILE } from './messages.ts';
import { nearDuplicateWarnings } from './near-duplicates.ts';
import { mediaOf } from './outgoing.ts';
import type { PostContent } from './store.ts';
import type { StoredFile } from './stored-media.ts';

/** Posts fetched per query. */
const CHECKED_AT_ONCE = 10;
/** A post is checked again when it is due within this time. */
const LAST_CHECK_MINUTES = 60;

const POST = `id, scheduled_time, updated_at,
  generated_content!inner(id, caption, hashtags, alternatives, account_versions, first_comment, as_document, link_card, options, media, media_url, platforms, account_ids, template_name, content_projects(niche_name))`;

export type CheckPostsDeps = {
  openFile(client: Client, path: string): Promise<StoredFile>;
  media: Pick<MediaWork, 'probe'>;
  /** The remaining quotas of an account whose channel is here; empty if the platform does not respond. */
  quotasOf(accountId: string, use: QuotaUse): Promise<Quota[]>;
  now(): Temporal.Instant;
  log: FastifyBaseLogger;
};

/** Checks scheduled posts against their platforms, and stores the problems. */
export type PostChecks = {
  /** Checks new and changed posts, and those due within the hour. Returns whether there may be more. */
  checkDue(client: Client): Promise<boolean>;
  /** Checks a post now; a no-op if it is no longer scheduled. */
  check(client: Client, postId: string): Promise<void>;
  /** A post's destinations, and its problems if published at `scheduledTime` (null: now). Stores nothing. */
  inspect(content: CheckedContent, scheduledTime: string | null, client: Client): Promise<Inspected>;
};

type CheckedContent = Omit<PostContent, 'id'> & { id?: string; account_ids: string[] | null };
type Inspected = {
  destinations: Database['public']['Functions']['destinations']['Returns'];
  problems: PostProblem[];
};

type Row = {
  id: string;
  scheduled_time: string;
  updated_at: string;
  generated_content: CheckedContent;
};

export function createPostChecks({ openFile, media, quotasOf, now, log }: CheckPostsDeps): PostChecks {
  const look = async (
    client: Client,
    { path, kind, alt, fit, coverMs }: ReturnType<typeof mediaOf>[number],
  ): Promise<CheckedMedia> => {
    const item = { kind, alt, fit, hasCover: coverMs !== undefined };
    if (path === null) return { ...item, facts: null, trouble: FOREIGN_FILE };
    try {
      const file = await openFile(client, path);
      const hasAddress = file.address !== undefined;
      return { ...item, facts: await media.probe(file), trouble: null, hasAddress };
    } catch (error) {
      return { ...item, facts: null, trouble: error instanceof Error ? error.message : String(error) };
    }
  };

  const inspect: PostChecks['inspect'] = async (content, scheduledTime, client) => {
    const { platforms, account_ids } = content;
    const asked = await client.rpc('destinations', { platforms, accounts: account_ids });
    if (asked.error) throw couldNot('find out where a post goes', asked.error);
    const ids = asked.data.map(({ account_id }) => account_id).filter((id) => id !== null);
    const [channels, defaults, linkTags] = await Promise.all([
      channelsOf(client, ids),
      defaultsOf(client, ids),
      readLinkTags(client),
    ]);
    const files = await Promise.all(mediaOf(content).map((item) => look(client, item)));
    const soon = now().add({ minutes: LAST_CHECK_MINUTES });
    const isSoon = scheduledTime !== null && Temporal.Instant.compare(Temporal.Instant.from(scheduledTime), soon) <= 0;
    const found = await Promise.all(
      asked.data.map(async ({ platform, account_id }): Promise<PostProblem[]> => {
        const channel = channels.find((one) => one.account_id === account_id);
        const sent = asSentOn(platform, content, linkTags);
        const text = textFor({ platform, accountId: account_id }, sent);
        // Today's quotas do not matter for a post next week.
        const quotas =
          channel?.state === 'ready' && isSoon
            ? await quotasOf(
                channel.account_id,
                quotaUseOf(platform, { text, firstComment: sent.first_comment }, files, channel.limits),
              )
            : [];
        return checkPost({
          platform,
          accountId: account_id,
          text,
          firstComment: sent.first_comment,
          media: files,
          isDocument: goesAsDocument(platform, content),
          scheduledTime: scheduledTime ?? now().toString(),
          options: { own: content.options[platform] ?? {}, defaults: defaults.get(account_id ?? '') ?? {} },
          channel: channel
            ? { state: channel.state, expiresAt: channel.expires_at, limits: channel.limits, quotas }
            : null,
        });
      }),
    );
    const repeated = await nearDuplicateWarnings(client, content, { places: asked.data, now: now() });
    return { destinations: asked.data, problems: [...found.flat(), ...repeated] };
  };

  const keep = async (client: Client, row: Row) => {
    const { problems } = await inspect(row.generated_content, row.scheduled_time, client);
    // Only if the post is unchanged: a change marks it as unchecked again.
    const { error } = await client
      .from('scheduled_posts')
      .update({ problems, checked_at: now().toString() })
      .eq('id', row.id)
      .eq('status', 'scheduled')
      .eq('updated_at', row.updated_at);
    if (error) throw couldNot('save what was found about a post', error);
  };

  return {
    inspect,
    async checkDue(client) {
      const soon = now().add({ minutes: LAST_CHECK_MINUTES }).toString();
      const all = () =>
        client
          .from('scheduled_posts')
          .select(POST)
          .eq('status', 'scheduled')
          .order('scheduled_time')
          .limit(CHECKED_AT_ONCE);
      const answers = await Promise.all([
        all().is('checked_at', null),
        // Due soon, but last checked more than an hour ago.
        all()
          .lt('scheduled_time', soon)
          .lt('checked_at', now().subtract({ minutes: LAST_CHECK_MINUTES }).toString()),
      ]);
      const rows = new Map<string, Row>();
      for (const { data, error } of answers) {
        if (error) throw couldNot('look for posts to check', error);
        for (const row of data) rows.set(row.id, row);
      }
      for (const row of rows.values())
        await keep(client, row).catch((err: unknown) => log.warn({ err }, 'a post could not be checked'));
      return rows.size >= CHECKED_AT_ONCE;
    },
    async check(client, postId) {
      const { data, error } = await client
        .from('scheduled_posts')
        .select(POST)
        .eq('id', postId)
        .eq('status', 'scheduled')
        .maybeSingle();
      if (error) throw couldNot('read a post', error);
      if (data) await keep(client, data);
    },
  };
}

async function defaultsOf(client: Client, ids: readonly string[]): Promise<ReadonlyMap<string, OptionValues>> {
  if (ids.length === 0) return new Map();
  const { data, error } = await client
    .from('social_accounts')
    .select('id, posting_defaults')
    .in('id', ids.slice(0, 100))
    .not('posting_defaults', 'is', null);
  if (error) throw couldNot('read the accounts', error);
  return new Map(data.map(({ id, posting_defaults }) => [id, posting_defaults ?? {}]));
}

async function channelsOf(client: Client, ids: readonly string[]): Promise<ChannelsRow[]> {
  if (ids.length === 0) return [];
  const { data, error } = await client.from('channels').select('*').in('account_id', ids.slice(0, 100));
  if (error) throw couldNot('read the channels', error);
  return data;
}
