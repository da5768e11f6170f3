import { useMutation, useQuery } from '@tanstack/react-query';
import { MessagesSquare, RefreshCw, Settings2, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { Page } from '@/components/page.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { toast } from '@/components/toast.tsx';
import { sourcesQuery, troubleOf } from '@/domain/answers/sources.ts';
import { useUnreadAnswers } from '@/domain/answers/unread.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { Conversation } from '@/features/answers/conversation/conversation.tsx';
import { AnswerList } from '@/features/answers/list/answer-list.tsx';
import { FilterBar } from '@/features/answers/list/filter-bar.tsx';
import { useAnswers } from '@/features/answers/list/use-answers.ts';
import { answersToasts, answersMessages as words } from '@/features/answers/messages.ts';
import { useShown } from '@/features/answers/shown.ts';
import { useRefreshAnswers } from '@/features/answers/use-answer-actions.ts';
import { useHandling } from '@/features/answers/use-handling.ts';
import { useAgent } from '@/lib/agent.ts';
import { cn } from '@/lib/class-names.ts';
import { failureReason } from '@/lib/messages.ts';
import { paths } from '@/lib/paths.ts';
import { answerApi } from '../../../shared/api/answers.ts';

const PANE = 'flex min-w-0 flex-col rounded-lg border bg-card lg:min-h-0';

/** Answers: a list of the comments, replies and mentions received, and the opened one as a conversation beside it. */
export function AnswersScreen() {
  const { opened, open } = useShown();
  const list = useAnswers();
  const field = useRef<HTMLTextAreaElement>(null);
  const { onReady, markDone } = useHandling(list.answers, field);
  const headingId = useId();
  // With an empty list, there is nothing to choose.
  const isOnlyList = list.answers?.length === 0 && !opened;

  return (
    <Page wide className="gap-4 lg:h-[calc(100dvh-4rem)] lg:gap-5">
      <div className={cn('flex flex-col gap-4', opened && 'max-lg:hidden')}>
        <PageHeader title={words.title} subtitle={words.subtitle} actions={<HeaderActions />} />
        <Troubles />
      </div>
      <div
        className={cn(
          'grid min-w-0 flex-1 grid-cols-1 gap-4 lg:min-h-112',
          !isOnlyList && 'lg:grid-cols-[minmax(20rem,25rem)_minmax(0,1fr)]',
        )}
      >
        <section aria-labelledby={headingId} className={cn(PANE, opened && 'max-lg:hidden')}>
          <h2 id={headingId} className="sr-only">
            {words.list}
          </h2>
          <div className="border-b p-3">
            <FilterBar unread={useUnreadAnswers()} />
          </div>
          <div data-scroll-box="" className="min-h-0 flex-1 lg:overflow-y-auto lg:overscroll-contain">
            <AnswerList list={list} />
          </div>
        </section>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the field in it. */}
        <div className={cn(PANE, !opened && 'max-lg:hidden', isOnlyList && 'hidden')} onKeyDown={leaveField}>
          {opened ? (
            <Conversation
              key={opened}
              id={opened}
              field={field}
              onReady={() => onReady(opened)}
              onClose={() => open(null)}
              onDone={markDone}
            />
          ) : (
            <EmptyState
              icon={MessagesSquare}
              title={words.conversation.choose}
              description={words.conversation.chooseHint}
              className="flex-1"
            />
          )}
        </div>
      </div>
    </Page>
  );
}

/** On Escape, moves the focus from the field to the conversation, where the screen's keyboard shortcuts work. */
function leaveField(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Escape' || !(event.target instanceof HTMLTextAreaElement)) return;
  event.currentTarget.querySelector<HTMLElement>('[data-conversation-heading]')?.focus();
}

function HeaderActions() {
  const agent = useAgent();
  const refresh = useRefreshAnswers();
  const checking = useMutation({
    mutationFn: () => askAgent(agent, answerApi.checkAnswers, {}),
    onSuccess: () => void toast.success(answersToasts.checked),
    onError: (error) => void toast.error(failureReason(error)),
    onSettled: refresh,
  });
  return (
    <>
      <Button asChild variant="ghost">
        <Link to={paths.settings('answers')}>
          <Settings2 aria-hidden="true" />
          {words.settings}
        </Link>
      </Button>
      <Button
        variant="outline"
        aria-disabled={checking.isPending}
        onClick={() => checking.isPending || checking.mutate()}
      >
        <RefreshCw className={cn(checking.isPending && 'animate-spin')} aria-hidden="true" />
        {checking.isPending ? words.checking : words.check}
      </Button>
    </>
  );
}

/** Accounts whose answers cannot be read, and why. */
function Troubles() {
  const { data: sources = [] } = useQuery(sourcesQuery(useAgent()));
  const troubles = sources.flatMap((source) => troubleOf(source) ?? []);
  if (troubles.length === 0) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap gap-x-3 gap-y-1.5 rounded-lg border border-warning/30 bg-warning/6 px-4 py-3 text-sm"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden="true" />
      <ul className="flex min-w-0 flex-1 basis-52 flex-col gap-1">
        {troubles.map((trouble) => (
          <li key={trouble} className="[overflow-wrap:anywhere]">
            {trouble}
          </li>
        ))}
      </ul>
      <Link to="/accounts" className="shrink-0 rounded-sm font-medium text-primary underline-offset-4 hover:underline">
        {words.openAccounts}
      </Link>
    </div>
  );
}
