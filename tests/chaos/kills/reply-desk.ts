import { randomUUID } from 'node:crypto';
import type { Client } from '../../../server/supabase/connection.ts';
import type { CommentRepliesRow, Json } from '../../../shared/workspace/database.ts';
import { postOf, publish, steppedCalls } from '../../helpers/publishing/platform-sessions.ts';
import { workspacePosts } from '../../helpers/publishing/workspace-posts.ts';
import type { ChaosPlatform } from '../platforms.ts';

type Desk = { admin: Client; there: ChaosPlatform; account: string; now: () => string };

/** A published post of an account, with comments by another user below it, and replies for its agent to send. */
export function replyDesk({ admin, there, account, now }: Desk) {
  const { write, publisher, connected, platform, texts } = there;
  if (!write) throw new Error(`Nobody writes on ${platform}.`);
  const { calls } = steppedCalls(Date.parse(now()));
  const session = publisher.open(JSON.parse(JSON.stringify(connected.secret)), calls, async () => undefined);
  let parts: Awaited<ReturnType<typeof publish>>['parts'] = [];
  let written = 0;

  return {
    async open(): Promise<void> {
      ({ parts } = await publish(session, postOf(['A loaf'])));
      const post = await workspacePosts(admin).post([account], [platform], now(), { caption: 'A loaf' });
      const sent = { scheduled_post_id: post, platform, account_id: account, state: 'published' as const };
      const kept = parts as Json & { remoteId: string; url: string }[];
      await admin
        .from('post_deliveries')
        .insert({ ...sent, published_at: now(), parts: kept })
        .throwOnError();
      await admin.from('scheduled_posts').update({ status: 'published' }).eq('id', post).throwOnError();
    },
    /** Adds an incoming comment; returns its id. */
    async comment(): Promise<string> {
      const text = `Question ${++written}`;
      write(parts[0]?.remoteId ?? '', text);
      const { answers } = session;
      const read = (await answers?.below?.(parts)) ?? (await answers?.incoming?.(null));
      const told = JSON.parse(JSON.stringify(read?.comments ?? [])) as Json;
      await admin.rpc('record_comments', { account, told, at: now() }).throwOnError();
      const found = admin.from('post_comments').select('id').eq('account_id', account).like('text', `%${text}`);
      return (await found.single().throwOnError()).data.id;
    },
    /** Requests a reply; returns its id. */
    async send(comment: string): Promise<string> {
      const reply = randomUUID();
      const words = `Answer ${written} of the baker.`;
      await admin.rpc('open_reply', { reply, comment, words, at: now() }).throwOnError();
      return reply;
    },
    async reply(id: string): Promise<CommentRepliesRow> {
      return (await admin.from('comment_replies').select('*').eq('id', id).single().throwOnError()).data;
    },
    /** How often the reply is published; on Mastodon, replies begin with a mention of the commenter. */
    standing: ({ text }: CommentRepliesRow) => [texts().filter((one) => one.endsWith(text)).length],
  };
}
