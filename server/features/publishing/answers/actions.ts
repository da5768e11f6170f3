import type { Platform } from '../../../../shared/posts/platforms.ts';
import { AppError } from '../../../errors.ts';
import type { Client } from '../../../supabase/connection.ts';
import { couldNot, dataOf } from '../../../supabase/could-not.ts';
import { forPerson } from '../channels/platform-visits.ts';
import { platformCalls } from '../platform-calls.ts';
import type { Session } from '../publisher.ts';
import { answeredBy } from './answered.ts';
import {
  cannotHide,
  cannotLike,
  cannotRemove,
  LOGIN_ELSEWHERE,
  NO_REPLY,
  NOT_CONNECTED,
  notInState,
  RECONNECT,
  TOO_LATE_TO_TAKE_BACK,
} from './messages.ts';
import type { AnswersSession } from './session.ts';

/** The user is waiting for the result. */
const LIMIT_MS = 60_000;

export type ActionsDeps = {
  /** With the service key. */
  client: Client;
  agentId: string;
  openSession(accountId: string, calls: ReturnType<typeof platformCalls>): Promise<Session>;
  signal: AbortSignal;
};

/** The user's actions on answers, carried out on the platform at once. AppErrors with the platform's message. */
export type AnswerActions = {
  like(answerId: string, isLiked: boolean): Promise<void>;
  hide(answerId: string, isHidden: boolean): Promise<void>;
  /** Removes a reply; if it has been sent, deletes it on the platform first. */
  remove(replyId: string): Promise<void>;
};

export function answerActions({ client, agentId, openSession, signal }: ActionsDeps): AnswerActions {
  const visit = async <T>(
    accountId: string,
    platform: Platform,
    work: (answers: AnswersSession | undefined) => Promise<T>,
  ): Promise<T> => {
    await assertHere(client, accountId, agentId);
    const calls = platformCalls({ signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]) });
    return await forPerson(
      platform,
      () => new Date(),
      async () => work((await openSession(accountId, calls)).answers),
    );
  };
  const keep = async (id: string, change: { liked?: boolean; like_ref?: string | null; hidden?: boolean }) => {
    const { error } = await client.from('post_comments').update(change).eq('id', id);
    if (error) throw couldNot('save the state of an answer', error);
  };
  return {
    async like(id, isLiked) {
      const { accountId, platform, can, to } = await answeredBy(client, id);
      if (!can.includes('like')) throw new AppError('conflict', cannotLike(platform));
      const likeRef = await visit(accountId, platform, async (answers) => {
        if (!answers?.like) throw new AppError('conflict', cannotLike(platform));
        return await answers.like(to, isLiked);
      });
      await keep(id, { liked: isLiked, like_ref: isLiked ? likeRef : null });
    },
    async hide(id, isHidden) {
      const { accountId, platform, can, to } = await answeredBy(client, id);
      if (!can.includes('hide')) throw new AppError('conflict', cannotHide(platform));
      await visit(accountId, platform, async (answers) => {
        if (!answers?.hide) throw new AppError('conflict', cannotHide(platform));
        await answers.hide(to, isHidden);
      });
      await keep(id, { hidden: isHidden });
    },
    async remove(id) {
      const { data, error } = await client.from('comment_replies').select('*').eq('id', id).maybeSingle();
      if (error) throw couldNot('read a reply', error);
      if (!data) throw new AppError('not_found', NO_REPLY);
      const { state, remote_id: remoteId, account_id: accountId } = data;
      if (state === 'sent' && remoteId !== null) {
        const { platform } = await answeredBy(client, data.comment_id);
        await visit(accountId, platform, async (answers) => {
          if (!answers?.removeReply) throw new AppError('conflict', cannotRemove(platform));
          await answers.removeReply({ remoteId, url: data.url ?? '' });
        });
      }
      const isDeleted = state === 'sent' && remoteId !== null;
      const removed = await client.rpc('remove_reply', { reply: id, is_deleted: isDeleted });
      const end = dataOf(removed, 'take a reply back');
      if (end === 'gone') throw new AppError('not_found', NO_REPLY);
      if (end === 'sending') throw new AppError('conflict', TOO_LATE_TO_TAKE_BACK);
      if (end !== 'done') throw new AppError('conflict', notInState(end));
    },
  };
}

/** AppError conflict unless the account is connected on this machine, with a login that the platform accepts. */
async function assertHere(client: Client, accountId: string, agentId: string): Promise<void> {
  const { data, error } = await client
    .from('channels')
    .select('agent_id, state')
    .eq('account_id', accountId)
    .maybeSingle();
  if (error) throw couldNot('read a channel', error);
  if (!data) throw new AppError('conflict', NOT_CONNECTED);
  if (data.agent_id !== agentId) throw new AppError('conflict', LOGIN_ELSEWHERE);
  if (data.state !== 'ready') throw new AppError('conflict', RECONNECT);
}
