import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.tsx';
import { ANSWERS_KEY, UNREAD_KEY } from '@/domain/answers/unread.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { answersToasts as toasts } from '@/features/answers/messages.ts';
import { LISTS_KEY, threadKey } from '@/features/answers/queries.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import type { Answer, AnswerState, AnswersPage, AnswerThread, Reply } from '../../../shared/answers/answers.ts';
import { answerApi } from '../../../shared/api/answers.ts';

/** Returns a function that refetches all loaded answers. */
export function useRefreshAnswers(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: [ANSWERS_KEY] });
}

/** The actions on an answer. Changes are optimistic, and reverted if they are rejected. */
export function useAnswerActions() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const refresh = useRefreshAnswers();
  const onError = (error: unknown) => {
    toast.error(failureReason(error));
    refresh();
  };

  const marking = useMutation({
    mutationFn: ({ id, state }: { id: string; state: AnswerState }) =>
      askAgent(agent, answerApi.markAnswers, { body: { ids: [id], state } }),
    onMutate: ({ id, state }) => changeAnswer(queryClient, id, { state }),
    onSuccess: (answers) => {
      for (const answer of answers) changeAnswer(queryClient, answer.id, answer);
      void queryClient.invalidateQueries({ queryKey: UNREAD_KEY });
    },
    onError,
  });

  const touching = useMutation({
    mutationFn: ({ id, what }: { id: string; what: Touch }) =>
      askAgent(agent, answerApi[`${what}Answer`], { params: { id } }),
    onMutate: ({ id, what }) => changeAnswer(queryClient, id, TOUCHED[what]),
    onSuccess: (answer) => changeAnswer(queryClient, answer.id, answer),
    onError,
  });

  return {
    /** Marks an opened answer as read. It keeps its place in the list. */
    markRead: (answer: Answer) => {
      if (answer.state === 'unread') marking.mutate({ id: answer.id, state: 'read' });
    },
    /** Marks an answer as done, open again, or unread, and refetches the lists. */
    mark: (answer: Answer, state: AnswerState) => {
      const { id, state: before } = answer;
      if (before === state) return;
      marking.mutate({ id, state }, { onSuccess: () => refreshLists(queryClient) });
      const undo = () => marking.mutate({ id, state: before }, { onSuccess: () => refreshLists(queryClient) });
      const title = state === 'done' ? toasts.done : state === 'unread' ? toasts.unread : toasts.reopened;
      toast.success(title, { id: `state of ${id}`, action: { label: toasts.undo, onClick: undo } });
    },
    touch: (answer: Answer, what: Touch) => {
      if (!touching.isPending) touching.mutate({ id: answer.id, what });
    },
    isTouching: touching.isPending,
  };
}

type Touch = 'like' | 'unlike' | 'hide' | 'unhide';
const TOUCHED = {
  like: { liked: true },
  unlike: { liked: false },
  hide: { hidden: true },
  unhide: { hidden: false },
} as const satisfies Record<Touch, Partial<Answer>>;

function refreshLists(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ queryKey: LISTS_KEY });
}

/** Changes an answer in every cached list and conversation. */
function changeAnswer(queryClient: QueryClient, id: string, change: Partial<Answer>) {
  const changed = (answer: Answer): Answer => (answer.id === id ? { ...answer, ...change } : answer);
  queryClient.setQueriesData<InfiniteData<AnswersPage>>(
    { queryKey: LISTS_KEY },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, answers: page.answers.map(changed) })) },
  );
  queryClient.setQueriesData<AnswerThread>(
    { queryKey: [ANSWERS_KEY, 'thread'] },
    (data) => data && { ...data, answer: changed(data.answer), answers: data.answers.map(changed) },
  );
}

/** Sends replies to an answer, retries them, and removes them. */
export function useReplies(answerId: string) {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const put = (reply: Reply) =>
    queryClient.setQueryData<AnswerThread>(
      threadKey(answerId),
      (data) => data && { ...data, replies: [...data.replies.filter(({ id }) => id !== reply.id), reply] },
    );
  const onSettled = useRefreshAnswers();

  const sending = useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) =>
      askAgent(agent, answerApi.sendReply, { params: { id: answerId }, body: { id, text } }),
    onMutate: ({ id, text }) => {
      // A fetch in flight would not include the reply.
      void queryClient.cancelQueries({ queryKey: threadKey(answerId) });
      put(outgoing(id, answerId, text));
    },
    onSuccess: put,
    onSettled,
  });
  const retrying = useMutation({
    mutationFn: (id: string) => askAgent(agent, answerApi.retryReply, { params: { id } }),
    onSuccess: put,
    onError: (error) => void toast.error(failureReason(error)),
    onSettled,
  });
  const removing = useMutation({
    mutationFn: (reply: Reply) => askAgent(agent, answerApi.removeReply, { params: { id: reply.id } }),
    onSuccess: (reply, { state }) => {
      put(reply);
      toast.success(state === 'sent' ? toasts.takenBack : toasts.discarded);
    },
    onError: (error) => void toast.error(failureReason(error)),
    onSettled,
  });
  return { sending, retrying, removing, isBusy: retrying.isPending || removing.isPending };
}

function outgoing(id: string, answerId: string, text: string): Reply {
  const now = new Date().toISOString();
  const nothing = { sentAt: null, url: null, errorClass: null, error: null, retryAt: null };
  return { id, answerId, text, state: 'sending', createdAt: now, canRemove: false, ...nothing };
}
