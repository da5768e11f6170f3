import { CircleAlert, CircleCheck, CircleHelp, LoaderCircle, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '@/components/badge.tsx';
import { Button } from '@/components/button.tsx';
import { Confirmation } from '@/components/question.tsx';
import { PostLink } from '@/domain/publishing/post-link.tsx';
import { AuthorMark } from '@/features/answers/author.tsx';
import { LinkedText } from '@/features/answers/conversation/linked-text.tsx';
import { answersMessages } from '@/features/answers/messages.ts';
import { When } from '@/features/answers/when.tsx';
import { cn } from '@/lib/class-names.ts';
import type { Answer, Reply, ReplyState } from '../../../../shared/answers/answers.ts';

const { conversation: words, own: ownWords, row } = answersMessages;

type EntryProps = {
  by: Pick<Answer, 'id' | 'author' | 'platform'>;
  time: string;
  text: string;
  isOwn?: boolean;
  /** The one that the conversation was opened for. */
  isMain?: boolean;
  children?: ReactNode;
};

function Entry({ by, time, text, isOwn = false, isMain = false, children }: EntryProps) {
  const { name, handle, url } = by.author;
  return (
    <li
      aria-current={isMain || undefined}
      className={cn(
        'flex gap-3 rounded-lg border px-3',
        isMain ? 'border-primary/25 bg-primary/4 py-3' : 'border-transparent',
      )}
    >
      <AuthorMark answer={by} isOwn={isOwn} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-sm">
          <Name name={isOwn ? words.you : name} url={isOwn ? null : url} />
          {handle && !isOwn ? (
            <bdi className="min-w-0 text-xs text-muted-foreground [overflow-wrap:anywhere]">@{handle}</bdi>
          ) : null}
          <When time={time} className="text-xs text-muted-foreground tabular-nums" />
        </p>
        <LinkedText text={text || row.noText} className="text-[0.9375rem] leading-relaxed" />
        {children}
      </div>
    </li>
  );
}

function Name({ name, url }: { name: string; url: string | null }) {
  const look = 'min-w-0 font-medium [overflow-wrap:anywhere]';
  if (!url || !/^https?:\/\//i.test(url)) return <bdi className={look}>{name}</bdi>;
  return (
    <a href={url} target="_blank" rel="noreferrer nofollow" className={cn(look, 'rounded-sm hover:underline')}>
      <bdi>{name}</bdi>
    </a>
  );
}

type TheirEntryProps = { answer: Answer; isMain: boolean };

/** A message from someone else, or one that this account posted elsewhere. */
export function TheirEntry({ answer, isMain }: TheirEntryProps) {
  const { writtenAt, text, isOwn, editedAt, deletedAt, hidden, liked } = answer;
  const marks = [
    editedAt && words.edited,
    deletedAt && words.deleted,
    hidden && words.hidden,
    liked && words.liked,
  ].filter((mark) => typeof mark === 'string');
  return (
    <Entry by={answer} time={writtenAt} text={text} isOwn={isOwn} isMain={isMain}>
      {marks.length > 0 ? <p className="text-xs text-muted-foreground">{marks.join(' · ')}</p> : null}
    </Entry>
  );
}

type Look = { icon: LucideIcon; variant: 'secondary' | 'success' | 'warning' | 'destructive'; label: string };
const LOOKS: Partial<Record<ReplyState, Look>> = {
  sending: { icon: LoaderCircle, variant: 'secondary', label: ownWords.sending },
  sent: { icon: CircleCheck, variant: 'success', label: ownWords.sent },
  failed: { icon: CircleAlert, variant: 'destructive', label: ownWords.failed },
  unsure: { icon: CircleHelp, variant: 'warning', label: ownWords.unsure },
};

type OwnEntryProps = {
  reply: Reply;
  to: Answer;
  isBusy: boolean;
  onRetry: (reply: Reply) => void;
  onRemove: (reply: Reply) => void;
};

/** A reply sent from here, its state, and its actions. */
export function OwnEntry({ reply, to, isBusy, onRetry, onRemove }: OwnEntryProps) {
  const [isAsking, setAsking] = useState(false);
  const { state, url, error, retryAt } = reply;
  const look = LOOKS[state];
  const author = { name: to.account.label, handle: '', url: null, hasPicture: false };
  const act = (run: (reply: Reply) => void) => () => isBusy || run(reply);
  return (
    <Entry by={{ id: reply.id, author, platform: to.platform }} time={reply.createdAt} text={reply.text} isOwn>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {look ? (
          <Badge variant={look.variant} role="status">
            <look.icon aria-hidden="true" className={cn(state === 'sending' && 'animate-spin')} />
            {look.label}
          </Badge>
        ) : null}
        {state === 'sent' ? <PostLink url={url} platform={to.platform} label={ownWords.open} /> : null}
        {state === 'unsure' ? <PostLink url={to.url} platform={to.platform} label={ownWords.look} /> : null}
        {state === 'failed' ? (
          <Button variant="outline" size="sm" aria-disabled={isBusy} onClick={act(onRetry)}>
            {ownWords.retry}
          </Button>
        ) : null}
        {state === 'unsure' ? (
          <Button variant="outline" size="sm" aria-disabled={isBusy} onClick={() => setAsking(true)}>
            {ownWords.sendAgain}
          </Button>
        ) : null}
        {reply.canRemove ? (
          <Button variant="ghost" size="sm" aria-disabled={isBusy} onClick={act(onRemove)}>
            {state === 'sent' ? ownWords.undo : ownWords.discard}
          </Button>
        ) : null}
      </div>
      {state === 'unsure' ? <Note>{ownWords.unsureText(to.platform)}</Note> : null}
      {error && state !== 'sent' ? (
        <p
          dir="auto"
          className={cn(
            'text-[0.8125rem] leading-snug [overflow-wrap:anywhere]',
            state === 'failed' ? 'text-destructive' : 'text-muted-foreground',
          )}
        >
          {error}
        </p>
      ) : null}
      {state === 'sending' && retryAt ? (
        <Note>
          {ownWords.retryAt} <When time={retryAt} />
        </Note>
      ) : null}
      {isAsking ? (
        <Confirmation
          {...ownWords.sendAgainQuestion}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onRetry(reply);
          }}
        />
      ) : null}
    </Entry>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="text-[0.8125rem] leading-snug text-muted-foreground">{children}</p>;
}
