import type { Answer, AnswerSettings, AnswerState, AnswersQuery, Reply } from '../../../../shared/answers/answers.ts';
import { ANSWERS_PAGE, THREAD_MAX } from '../../../../shared/answers/answers.ts';
import { platformOf } from '../../../../shared/posts/platforms.ts';
import type { CommentRepliesRow, ListedCommentsRow } from '../../../../shared/workspace/database.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/workspace/default-settings.ts';
import { AppError } from '../../../errors.ts';
import type { Client } from '../../../supabase/connection.ts';
import { couldNot, dataOf } from '../../../supabase/could-not.ts';
import { BAD_CURSOR, NO_ANSWER, NO_REPLY } from './messages.ts';

/** Unread answers are counted up to this number. */
const COUNTED_MAX = 1000;
const TITLE_MAX = 140;

/** Answers and replies, accessed with one client's rights. AppError unavailable if Supabase fails, not_found. */
export type AnswerStore = {
  list(query: AnswersQuery): Promise<{ answers: Answer[]; next: string | null }>;
  unread(): Promise<number>;
  row(id: string): Promise<ListedCommentsRow>;
  read(id: string): Promise<Answer>;
  /** The answers below the same post, or around a mention, and our replies to them; oldest first. */
  thread(row: ListedCommentsRow): Promise<{ answers: Answer[]; replies: Reply[] }>;
  several(ids: readonly string[]): Promise<Answer[]>;
  reply(id: string): Promise<Reply>;
  settings(): Promise<AnswerSettings & { isPaused: boolean }>;
};

export function answerStore(client: Client): AnswerStore {
  const comments = () => client.from('listed_comments').select('*');
  const row = async (id: string): Promise<ListedCommentsRow> => {
    const { data, error } = await comments().eq('id', id).maybeSingle();
    if (error) throw couldNot('read an answer', error);
    if (!data) throw new AppError('not_found', NO_ANSWER);
    return data;
  };
  return {
    row,
    read: async (id) => asAnswer(await row(id)),
    async list({ account, platform, state = 'open', kind, post, cursor, limit }) {
      const most = Math.min(Number(limit ?? ANSWERS_PAGE), ANSWERS_PAGE);
      let query = comments().eq('is_own', false);
      if (account) query = query.eq('account_id', account);
      if (platform) query = query.eq('platform', platform);
      if (kind) query = query.eq('kind', kind);
      if (post) query = query.eq('post_id', post);
      if (state === 'done') query = query.eq('state', 'done');
      if (state === 'unread') query = query.eq('state', 'unread').is('deleted_at', null);
      if (state === 'open') query = query.neq('state', 'done').is('deleted_at', null);
      if (cursor) {
        const { at, id } = placeOf(cursor);
        query = query.or(`written_at.lt."${at}",and(written_at.eq."${at}",id.lt.${id})`);
      }
      const answer = await query
        .order('written_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(most + 1);
      const rows: ListedCommentsRow[] = dataOf(answer, 'list the answers');
      const page = rows.slice(0, most);
      const last = rows.length > most ? page.at(-1) : undefined;
      return { answers: page.map(asAnswer), next: last ? `${last.written_at}_${last.id}` : null };
    },
    async unread() {
      const { data, error } = await client
        .from('listed_comments')
        .select('id')
        .eq('state', 'unread')
        .eq('is_own', false)
        .is('deleted_at', null)
        .limit(COUNTED_MAX);
      if (error) throw couldNot('count the unread answers', error);
      return data.length;
    },
    async thread({ id, account_id, delivery_id, parent }) {
      const around = comments().eq('account_id', account_id);
      const chosen = delivery_id
        ? around.eq('delivery_id', delivery_id)
        : around.or([id, ...(parent ? [parent] : [])].flatMap((one) => [`id.eq.${one}`, `parent.eq.${one}`]).join(','));
      const newest = chosen
        .order('written_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(THREAD_MAX);
      const rows: ListedCommentsRow[] = dataOf(await newest, 'read the thread of an answer');
      const replies = client
        .from('comment_replies')
        .select('*')
        .eq('account_id', account_id)
        .in(
          'comment_id',
          rows.map((one) => one.id),
        )
        .neq('state', 'removed')
        .order('created_at', { ascending: false })
        .limit(THREAD_MAX);
      const written = dataOf(await replies, 'read the replies');
      const { platform } = rows[0] ?? {};
      return {
        answers: withoutReplies(rows.reverse(), written),
        replies: platform ? written.reverse().map((one) => asReply(one, platform)) : [],
      };
    },
    async several(ids) {
      const rows: ListedCommentsRow[] = dataOf(await comments().in('id', [...ids]), 'read the answers');
      return rows.map(asAnswer);
    },
    async reply(id) {
      const { data, error } = await client.from('comment_replies').select('*').eq('id', id).maybeSingle();
      if (error) throw couldNot('read a reply', error);
      if (!data) throw new AppError('not_found', NO_REPLY);
      return asReply(data, (await row(data.comment_id)).platform);
    },
    async settings() {
      const { data, error } = await client
        .from('app_settings')
        .select('collect_answers, collect_paid_answers, answers_notify, answers_notify_hours, automation_paused')
        .maybeSingle();
      if (error) throw couldNot('read the settings', error);
      return {
        collect: data?.collect_answers ?? true,
        collectPaid: data?.collect_paid_answers ?? false,
        notify: data?.answers_notify ?? 'hours',
        notifyHours: data?.answers_notify_hours ?? 3,
        isPaused: data?.automation_paused ?? false,
      };
    },
  };
}

/**
 * Omits our own replies, which the platform also returns as comments. Answers to them become children of the answer
 * that we replied to.
 */
function withoutReplies(rows: readonly ListedCommentsRow[], replies: readonly CommentRepliesRow[]): Answer[] {
  const shown = rows.map((row) => {
    const reply = row.is_own && replies.find(({ remote_id: id }) => id?.split(' ', 1)[0] === row.remote_id);
    return { answer: asAnswer(row), answered: reply ? reply.comment_id : null };
  });
  const answeredBy = new Map(
    shown.flatMap(({ answer, answered }) => (answered ? [[answer.id, answered] as const] : [])),
  );
  return shown.flatMap(({ answer, answered }) => {
    if (answered) return [];
    const { parentId } = answer;
    return [{ ...answer, parentId: (parentId && answeredBy.get(parentId)) ?? parentId }];
  });
}

/** Sets the state of answers; skips those that no longer exist. */
export async function markAnswers(client: Client, ids: readonly string[], state: AnswerState): Promise<void> {
  const { error } = await client
    .from('post_comments')
    .update({ state })
    .in('id', [...ids]);
  if (error) throw couldNot('mark the answers', error);
}

export async function changeSettings(client: Client, change: Partial<AnswerSettings>): Promise<void> {
  const { collect, collectPaid, notify, notifyHours } = change;
  const columns = {
    ...(collect !== undefined && { collect_answers: collect }),
    ...(collectPaid !== undefined && { collect_paid_answers: collectPaid }),
    ...(notify !== undefined && { answers_notify: notify }),
    ...(notifyHours !== undefined && { answers_notify_hours: notifyHours }),
  };
  if (Object.keys(columns).length === 0) return;
  const changed = await client.from('app_settings').update(columns).not('id', 'is', null).select('id');
  if (dataOf(changed, 'change the settings').length > 0) return;
  const { error } = await client.from('app_settings').insert({ ...DEFAULT_SETTINGS, ...columns });
  if (error) throw couldNot('change the settings', error);
}

export function asAnswer(row: ListedCommentsRow): Answer {
  return {
    id: row.id,
    platform: row.platform,
    account: { id: row.account_id, label: row.account_label },
    post:
      row.post_id && row.delivery_id
        ? {
            id: row.post_id,
            deliveryId: row.delivery_id,
            title: (row.post_text ?? '').trim().slice(0, TITLE_MAX),
            url: row.post_url,
            publishedAt: row.published_at,
          }
        : null,
    kind: row.kind,
    parentId: row.parent,
    isOwn: row.is_own,
    author: {
      name: row.author_name || row.author_handle,
      handle: row.author_handle,
      url: row.author_url,
      hasPicture: row.author_picture !== null,
    },
    text: row.text,
    url: row.url,
    writtenAt: row.written_at,
    seenAt: row.seen_at,
    editedAt: row.edited_at,
    deletedAt: row.deleted_at,
    state: row.state,
    liked: row.liked,
    hidden: row.hidden,
    can: row.deleted_at === null ? row.can : [],
    reply: row.reply,
  };
}

function asReply(row: CommentRepliesRow, platform: ListedCommentsRow['platform']): Reply {
  const { state } = row;
  const isOut = state === 'sent';
  return {
    id: row.id,
    answerId: row.comment_id,
    text: row.text,
    state,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    url: row.url,
    canRemove:
      (isOut && platformOf(platform).answers?.canRemove === true) || ['draft', 'failed', 'unsure'].includes(state),
    errorClass: row.error_class,
    error: row.error_text,
    retryAt: state === 'sending' && row.attempt > 0 && row.lease_owner === null ? row.next_at : null,
  };
}

/** AppError bad_input. */
function placeOf(cursor: string): { at: string; id: string } {
  const [, at, id] = /^([\d:.TZ+-]{10,40})_([\da-f-]{36})$/.exec(cursor) ?? [];
  if (!at || !id || Number.isNaN(Date.parse(at))) throw new AppError('bad_input', BAD_CURSOR);
  return { at, id };
}
