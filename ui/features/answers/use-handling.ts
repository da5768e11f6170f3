import { type RefObject, useRef } from 'react';
import { rowId } from '@/features/answers/list/answer-row.tsx';
import { useShown } from '@/features/answers/shown.ts';
import { useAnswerActions } from '@/features/answers/use-answer-actions.ts';
import { useKeys } from '@/lib/keys.ts';
import type { Answer } from '../../../shared/answers/answers.ts';

/** Narrow windows show either the list or a conversation. */
const isNarrow = () => matchMedia('(width < 64rem)').matches;

/**
 * The keyboard shortcuts, for the focused answer or else the opened one: R replies, E marks it as done and moves to the
 * next, U marks it as unread.
 */
export function useHandling(answers: readonly Answer[] | undefined, field: RefObject<HTMLTextAreaElement | null>) {
  const { opened, filter, open } = useShown();
  const { mark } = useAnswerActions();
  /** The answer whose reply field is to be focused once it is shown. */
  const wanted = useRef<string | null>(null);

  function current(): Answer | undefined {
    const row = document.activeElement?.closest<HTMLElement>('[data-answer]');
    const id = row?.dataset.answer ?? opened;
    return answers?.find((answer) => answer.id === id);
  }

  function reply() {
    const id = current()?.id ?? opened;
    if (id === null) return;
    if (id === opened) field.current?.focus();
    else {
      wanted.current = id;
      open(id);
    }
  }

  function markDone(answer: Answer) {
    mark(answer, answer.state === 'done' ? 'read' : 'done');
    const leaves = filter.state !== 'all' && (answer.state === 'done') === (filter.state === 'done');
    if (!leaves || !answers) return;
    const at = answers.findIndex(({ id }) => id === answer.id);
    const next = answers[at + 1] ?? answers[at - 1];
    if (answer.id === opened) open(isNarrow() ? null : (next?.id ?? null));
    if (next) document.getElementById(rowId(next.id))?.focus();
  }

  useKeys({
    r: reply,
    e: () => {
      const answer = current();
      if (answer) markDone(answer);
    },
    u: () => {
      const answer = current();
      if (answer) mark(answer, 'unread');
    },
  });

  return {
    markDone,
    /** Called when a conversation is shown: focuses its field if requested, or its heading in a narrow window. */
    onReady(id: string) {
      if (wanted.current === id) field.current?.focus();
      else if (isNarrow()) document.querySelector<HTMLElement>('[data-conversation-heading]')?.focus();
      wanted.current = null;
    },
  };
}
