import { randomUUID } from 'node:crypto';
import type { Platform } from '../../shared/posts/platforms.ts';
import type {
  ChannelsRow,
  ContentStatus,
  DeliveryState,
  PostDeliveriesRow,
  PostStatus,
  SocialAccountsRow,
} from '../../shared/workspace/database.ts';
import { at, type claimsBackend } from './claims.ts';

type Claims = Pick<ReturnType<typeof claimsBackend>, 'member' | 'call'>;

/** Creates posts, accounts and channels for tests of publishing, and calls the database's functions as a member. */
export function publishingRows(claims: Claims) {
  const member = () => claims.member;
  const { call } = claims;

  async function addContent(row: { platforms?: Platform[]; account_ids?: string[]; status?: ContentStatus } = {}) {
    const made = { content_type: 'text' as const, status: 'scheduled' as const, caption: 'A loaf', ...row };
    return (await member().from('generated_content').insert(made).select('id').single().throwOnError()).data.id;
  }

  return {
    member,
    addContent,

    /** Adds an account, and its channel if an agent is given. */
    async addAccount(agent: string | null, platform: Platform = 'twitter'): Promise<SocialAccountsRow> {
      const row = { platform, account_label: randomUUID() };
      const account = (await member().from('social_accounts').insert(row).select().single().throwOnError()).data;
      if (agent) await this.connect(account, agent);
      return account;
    },
    async connect(account: SocialAccountsRow, agent: string, more: Partial<ChannelsRow> = {}) {
      const { id: account_id, platform } = account;
      const channel = {
        account_id,
        agent_id: agent,
        platform,
        handle: 'bakery',
        remote_id: '1',
        server: 'https://x.example',
      };
      await member()
        .from('channels')
        .upsert({ ...channel, state: 'ready' as const, ...more })
        .throwOnError();
    },
    async disconnect(account: SocialAccountsRow) {
      await member().from('channels').delete().eq('account_id', account.id).throwOnError();
    },
    async remove(account: SocialAccountsRow | undefined) {
      await member().from('social_accounts').delete().eq('id', String(account?.id)).throwOnError();
    },
    async bringBack(account: SocialAccountsRow | undefined) {
      await call('restore_account', { account, warmups: [], scripts: [] });
    },
    /** Removes everything that a test left behind. */
    async clear() {
      for (const table of ['generated_content', 'social_accounts'] as const) {
        const { data } = await member().from(table).select('id').throwOnError();
        // One by one, as users do.
        for (const { id } of data) await member().from(table).delete().eq('id', id).throwOnError();
      }
    },

    /** Adds a place in the timeline, with new content unless given. */
    async addPost(
      platforms: Platform[] = ['twitter'],
      {
        time = at(),
        status = 'scheduled' as PostStatus,
        accounts = undefined as string[] | undefined,
        content = '',
      } = {},
    ): Promise<string> {
      const content_id = content || (await addContent({ platforms, ...(accounts && { account_ids: accounts }) }));
      const place = { content_id, scheduled_time: time, status };
      return (await member().from('scheduled_posts').insert(place).select('id').single().throwOnError()).data.id;
    },
    async post(id: string) {
      const columns = 'status, content_id, checked_at, generated_content(status, saved_at)';
      return (await member().from('scheduled_posts').select(columns).eq('id', id).single().throwOnError()).data;
    },
    async deliveries(post: string): Promise<PostDeliveriesRow[]> {
      const asked = member().from('post_deliveries').select().eq('scheduled_post_id', post).order('id');
      return (await asked.throwOnError()).data;
    },
    async deliveryIfAny(id: string): Promise<PostDeliveriesRow | null> {
      return (await member().from('post_deliveries').select().eq('id', id).maybeSingle().throwOnError()).data;
    },
    async delivery(id: string | undefined): Promise<PostDeliveriesRow> {
      return (await member().from('post_deliveries').select().eq('id', String(id)).single().throwOnError()).data;
    },

    open: (when = at(), late: string | null = null) => call<number>('open_due_posts', { most: 50, late, at: when }),
    claim: (agent: string, owner: string, most = 50, when = at()) =>
      call<PostDeliveriesRow[]>('claim_due_deliveries', { owner, agent, lease_seconds: 60, most, at: when }),
    lost: (agent: string, owner: string, when = at()) =>
      call<PostDeliveriesRow[]>('claim_lost_deliveries', { owner, agent, lease_seconds: 60, most: 50, at: when }),
    begin: (delivery: string | undefined, owner: string, when = at()) =>
      call<boolean>('begin_publishing', {
        delivery,
        owner,
        lease_seconds: 60,
        outgoing: { parts: ['A loaf'], media: [] },
        at: when,
      }),
    finish: (delivery: string | undefined, owner: string, state: DeliveryState, more: object = {}) =>
      call<boolean>('finish_delivery', { delivery, owner, state, at: at(), ...more }),
    retry: (delivery: string | undefined) => call<string>('retry_delivery', { delivery }),
    cancel: (delivery: string | undefined) => call<string>('cancel_delivery', { delivery }),
    mark: (delivery: string | undefined, more: object = {}) =>
      call<string>('mark_delivery', { delivery, at: at(), ...more }),
    unmark: (delivery: string | undefined, when = at()) => call<string>('unmark_delivery', { delivery, at: when }),
    cancelPost: (post: string) => call<string>('cancel_post', { post }),
    restorePost: (post: string, moment = at()) => call<string>('restore_post', { post, moment }),
  };
}
