import { Check, CircleAlert, CornerUpLeft, EyeOff, type LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { AuthorMark } from '@/features/answers/author.tsx';
import { answersMessages } from '@/features/answers/messages.ts';
import { When } from '@/features/answers/when.tsx';
import { cn } from '@/lib/class-names.ts';
import type { Answer } from '../../../../shared/answers/answers.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';

const { row: words } = answersMessages;

/** The element id of a row's link, for returning the focus to it. */
export const rowId = (id: string) => `answer-${id}`;

type AnswerRowProps = {
  answer: Answer;
  /** The URL query that opens it. */
  search: string;
  isOpened: boolean;
  /** Another one is open, whose history entry this one replaces. */
  replaces: boolean;
};

/** An answer in the list: its author, account and time, the beginning of its text, and the post it belongs to. */
export const AnswerRow = memo(function AnswerRow({ answer, search, isOpened, replaces }: AnswerRowProps) {
  const { id, author, platform, state, text, post, writtenAt } = answer;
  const isUnread = state === 'unread';
  return (
    <li
      data-item=""
      data-answer={id}
      className="border-b [content-visibility:auto] [contain-intrinsic-size:auto_6.5rem]"
    >
      <Link
        id={rowId(id)}
        to={{ search }}
        replace={replaces}
        preventScrollReset
        aria-current={isOpened || undefined}
        className="relative flex gap-3 py-3.5 pr-4 pl-5 transition-colors duration-150 hover:bg-accent/45 focus-visible:-outline-offset-2 aria-[current=true]:bg-primary/8"
      >
        {isUnread ? (
          <span className="absolute top-7 left-1.5 size-2 rounded-full bg-primary">
            <span className="sr-only">{words.unread}</span>
          </span>
        ) : null}
        <AuthorMark answer={answer} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex min-w-0 items-baseline gap-1.5">
            <bdi className={cn('max-w-3/4 shrink-0 truncate text-sm', isUnread ? 'font-semibold' : 'font-medium')}>
              {author.name}
            </bdi>
            <bdi className="min-w-0 flex-1 truncate text-xs text-muted-foreground">
              {author.handle ? `@${author.handle}` : null}
            </bdi>
            <span className="sr-only">{platformLabel(platform)}</span>
            <When time={writtenAt} className="shrink-0 text-xs text-muted-foreground tabular-nums" />
          </span>
          <span
            dir="auto"
            className={cn(
              'line-clamp-2 text-sm leading-snug [overflow-wrap:anywhere]',
              !isUnread && 'text-muted-foreground',
            )}
          >
            {text || words.noText}
          </span>
          <span className="mt-0.5 flex min-w-0 items-center gap-2.5 text-xs text-muted-foreground">
            <Marks answer={answer} />
            <span dir="auto" className="min-w-0 truncate">
              {post ? words.to(post.title || words.untitledPost) : words.mention}
            </span>
          </span>
        </span>
      </Link>
    </li>
  );
});

type Mark = { icon: LucideIcon; label: string; isBad?: boolean };

function Marks({ answer: { reply, hidden, state } }: { answer: Answer }) {
  const replied = reply && words.replies[reply];
  const marks: Mark[] = [
    ...(replied ? [{ icon: CornerUpLeft, label: replied, isBad: reply === 'failed' || reply === 'unsure' }] : []),
    ...(hidden ? [{ icon: EyeOff, label: words.hidden }] : []),
    ...(state === 'done' && reply !== 'sent' ? [{ icon: Check, label: words.done }] : []),
  ];
  return marks.map(({ icon, label, isBad = false }) => {
    const Icon = isBad ? CircleAlert : icon;
    return (
      <span
        key={label}
        className={cn('inline-flex shrink-0 items-center gap-1 font-medium', isBad && 'text-destructive')}
      >
        <Icon className="size-3.5" aria-hidden="true" />
        {label}
      </span>
    );
  });
}
