import { useQuery } from '@tanstack/react-query';
import { FileX } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { toast } from '@/components/toast.tsx';
import { ConversationBar } from '@/features/answers/conversation/conversation-bar.tsx';
import { OwnEntry, TheirEntry } from '@/features/answers/conversation/entries.tsx';
import { PostCard } from '@/features/answers/conversation/post-card.tsx';
import { ReplyForm } from '@/features/answers/conversation/reply-form.tsx';
import { linesOf } from '@/features/answers/conversation/selected.ts';
import { useReplyDraft } from '@/features/answers/conversation/use-reply-draft.ts';
import { answersMessages, answersToasts } from '@/features/answers/messages.ts';
import { threadQuery } from '@/features/answers/queries.ts';
import { useAnswerActions, useReplies } from '@/features/answers/use-answer-actions.ts';
import { AgentResponseError, useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { newId } from '@/lib/new-id.ts';
import type { Answer, AnswerAction, AnswerThread, Reply } from '../../../../shared/answers/answers.ts';
import { textLimit } from '../../../../shared/posts/platform-limits.ts';

const { conversation: words, actions } = answersMessages;

type ConversationProps = {
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Called once it is shown. */
  onReady: () => void;
  onClose: () => void;
  /** Marks it as done, or open again. */
  onDone: (answer: Answer) => void;
};

/** One answer with its post, the conversation around it, and the reply field. Opening it marks it as read. */
export function Conversation({ id, field, onReady, onClose, onDone }: ConversationProps) {
  const query = useQuery(threadQuery(useAgent(), id));
  const { markRead } = useAnswerActions();
  const begin = useEffectEvent(() => {
    if (query.data) markRead(query.data.answer);
    onReady();
  });
  const isThere = query.data !== undefined;
  useEffect(() => {
    if (isThere) begin();
  }, [isThere]);

  if (query.data) return <Thread thread={query.data} {...{ field, onClose, onDone }} />;
  const isGone = query.error instanceof AgentResponseError && query.error.status === 404;
  return (
    <>
      <ConversationBar onClose={onClose} />
      {isGone ? (
        <EmptyState icon={FileX} {...words.gone} />
      ) : query.isError ? (
        <ErrorState title={words.loadFailed} query={query} />
      ) : (
        <ConversationLoading />
      )}
    </>
  );
}

type ThreadProps = Omit<ConversationProps, 'id' | 'onReady'> & { thread: AnswerThread };

function Thread({ thread, field, onClose, onDone }: ThreadProps) {
  const { answer, replies, postText, maxLength } = thread;
  const headingId = useId();
  const [isWhole, setWhole] = useState(false);
  const { lines, others } = linesOf(thread, isWhole);
  const stored = replies.find(({ state, answerId }) => state === 'draft' && answerId === answer.id)?.text ?? '';
  const draft = useReplyDraft(answer.id, stored);
  const { sending, retrying, removing, isBusy } = useReplies(answer.id);

  function send(text: string) {
    draft.hide();
    sending.mutate(
      { id: newId(), text },
      {
        onSuccess: ({ state }) => {
          draft.forget();
          if (state === 'sent') toast.success(answersToasts.sent);
        },
        onError: (error) => {
          toast.error(failureReason(error));
          draft.write(text);
        },
      },
    );
  }

  function remove(reply: Reply) {
    removing.mutate(reply, {
      // Puts the text back into the field, to be sent another way.
      onSuccess: () => draft.text === '' && draft.write(reply.text),
    });
  }

  return (
    <>
      <ConversationBar answer={answer} headingId={headingId} onClose={onClose} onDone={() => onDone(answer)} />
      <section
        aria-labelledby={headingId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable for the arrow keys.
        tabIndex={0}
        className="@container min-h-0 flex-1 px-2 py-4 focus-visible:-outline-offset-2 sm:px-3 lg:overflow-y-auto"
      >
        <div className="flex flex-col gap-5 @3xl:flex-row-reverse @3xl:gap-6">
          {answer.post ? <PostCard post={answer.post} text={postText} platform={answer.platform} /> : null}
          <div className="flex min-w-0 flex-1 flex-col gap-4">
            <ol aria-label={words.label} className="flex flex-col gap-4">
              {lines.map((line) =>
                line.is === 'answer' ? (
                  <TheirEntry key={line.answer.id} answer={line.answer} isMain={line.answer.id === answer.id} />
                ) : (
                  <OwnEntry
                    key={line.reply.id}
                    reply={line.reply}
                    to={answer}
                    isBusy={isBusy}
                    onRetry={({ id }) => retrying.mutate(id)}
                    onRemove={remove}
                  />
                ),
              )}
            </ol>
            {others > 0 ? (
              <Button variant="ghost" size="sm" className="self-start" onClick={() => setWhole(!isWhole)}>
                {isWhole ? words.onlyThis : words.others(others)}
              </Button>
            ) : null}
            <Cannot answer={answer} />
          </div>
        </div>
      </section>
      <Foot>
        {answer.can.includes('reply') && answer.deletedAt === null ? (
          <ReplyForm
            answer={answer}
            draft={draft}
            limit={maxLength ?? textLimit(answer.platform, false)}
            field={field}
            onSend={send}
          />
        ) : (
          <p className="text-sm text-muted-foreground">
            {answer.deletedAt === null ? actions.noReply(answer.platform) : actions.wasDeleted}
          </p>
        )}
      </Foot>
    </>
  );
}

function Foot({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2 border-t bg-card px-4 py-3.5 rounded-b-lg max-lg:sticky max-lg:bottom-0 sm:px-5">
      {children}
    </div>
  );
}

/** The usual actions that the platform does not support. */
function Cannot({ answer }: { answer: Answer }) {
  const missing = (['like', 'hide'] satisfies AnswerAction[]).filter((action) => !answer.can.includes(action));
  if (missing.length === 0 || answer.deletedAt !== null) return null;
  return <p className="px-3 text-xs text-muted-foreground">{actions.cannot(answer.platform, missing)}</p>;
}

function ConversationLoading() {
  return (
    <div role="status" className="flex flex-col gap-5 p-5">
      <span className="sr-only">{words.loading}</span>
      <Skeleton className="h-20" />
      <Skeleton className="h-16 w-4/5" />
      <Skeleton className="h-16" />
    </div>
  );
}
