import { randomUUID } from 'node:crypto';
import { platformCalls } from '../../../server/features/publishing/platform-calls.ts';
import { createBlueskyPublisher } from '../../../server/features/publishing/platforms/bluesky/publisher.ts';
import { mastodonPublisher } from '../../../server/features/publishing/platforms/mastodon/publisher.ts';
import type { Client } from '../../../server/supabase/connection.ts';
import type { OptionValues } from '../../../shared/platforms/options.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { GeneratedContentRow, PostDeliveriesRow, ScheduledPostsRow } from '../../../shared/workspace/database.ts';
import type { MastodonServer } from '../mastodon/imitation.ts';
import type { PdsImitation } from '../pds.ts';

type Delivered = PostDeliveriesRow & { scheduled_posts: Pick<ScheduledPostsRow, 'status'> };

/** A workspace's accounts, posts and deliveries, for tests of publishing. */
export function workspacePosts(client: Client) {
  return {
    /** Adds an account with its channel; returns its id. `defaults` are its posts' default options. */
    async account(
      platform: Platform,
      agentId: string,
      server = 'http://127.0.0.1',
      defaults: OptionValues = {},
    ): Promise<string> {
      const account = {
        platform,
        account_label: `${platform} ${randomUUID().slice(0, 8)}`,
        posting_defaults: defaults,
      };
      const { data } = await client.from('social_accounts').insert(account).select('id').single().throwOnError();
      const channel = {
        account_id: data.id,
        agent_id: agentId,
        platform,
        handle: 'ada',
        remote_id: randomUUID(),
        server,
      };
      await client.from('channels').insert(channel).throwOnError();
      return data.id;
    },
    /** Adds scheduled posts; returns their ids. */
    async many(
      count: number,
      accounts: string[],
      platforms: Platform[],
      time: (index: number) => string,
      content: Partial<GeneratedContentRow> = {},
    ): Promise<string[]> {
      const row = { content_type: 'text' as const, status: 'scheduled' as const, platforms, account_ids: accounts };
      const rows = Array.from({ length: count }, () => ({ ...row, caption: `Post ${randomUUID()}`, ...content }));
      const made = await client.from('generated_content').insert(rows).select('id').throwOnError();
      const places = made.data.map(({ id }, index) => ({ content_id: id, scheduled_time: time(index) }));
      const placed = await client.from('scheduled_posts').insert(places).select('id').throwOnError();
      return placed.data.map(({ id }) => id);
    },
    /** Adds a scheduled post; returns its id. */
    async post(accounts: string[], platforms: Platform[], time: string, content: Partial<GeneratedContentRow> = {}) {
      const [id = ''] = await this.many(1, accounts, platforms, () => time, content);
      return id;
    },
    async deliveries(postId: string): Promise<Delivered[]> {
      const query = client.from('post_deliveries').select('*, scheduled_posts(status)').eq('scheduled_post_id', postId);
      const { data } = await query.order('platform').order('id').throwOnError();
      return data as unknown as Delivered[];
    },
    /** The delivery of a post that has exactly one. */
    async delivery(postId: string): Promise<Delivered> {
      const [one, ...more] = await this.deliveries(postId);
      if (!one || more.length > 0) throw new Error('The post does not have one delivery.');
      return one;
    },
  };
}

const calls = () => platformCalls({ signal: AbortSignal.timeout(60_000) });

/** A log-in to the server's account, as connecting stores it. */
export async function blueskySecret({ origin, account }: Pick<PdsImitation, 'origin' | 'account'>): Promise<unknown> {
  const entry = {
    platform: 'bluesky',
    identifier: account.handle,
    appPassword: account.appPassword,
    server: origin,
  } as const;
  return (await createBlueskyPublisher().connect(entry, calls())).secret;
}

export async function mastodonSecret(server: MastodonServer, username = 'ada'): Promise<unknown> {
  const accessToken = server.tokenFor(username, 'read write');
  return (await mastodonPublisher.connect({ platform: 'mastodon', server: server.origin, accessToken }, calls()))
    .secret;
}
