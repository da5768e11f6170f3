import { ArrowLeft, Check, ExternalLink, Eye, EyeOff, Heart, type LucideIcon, MailOpen, Undo2 } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { Tooltip, TooltipContent, TooltipTrigger } from '@/components/tooltip.tsx';
import { answersMessages } from '@/features/answers/messages.ts';
import { useAnswerActions } from '@/features/answers/use-answer-actions.ts';
import { cn } from '@/lib/class-names.ts';
import type { Answer } from '../../../../shared/answers/answers.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';

const { actions: words, conversation } = answersMessages;

type ConversationBarProps = { onClose: () => void; answer?: Answer; headingId?: string; onDone?: () => void };

/** The header of a conversation: Back on narrow windows, the author, and the actions. */
export function ConversationBar({ answer, headingId, onClose, onDone }: ConversationBarProps) {
  const { mark, touch } = useAnswerActions();
  return (
    <header className="flex min-h-14 items-center gap-1 rounded-t-lg border-b bg-card px-2 py-2 max-lg:sticky max-lg:top-0 max-lg:z-10 max-md:top-14 sm:px-3">
      <IconButton icon={ArrowLeft} label={conversation.back} className="lg:hidden" onClick={onClose} />
      <h2
        id={headingId}
        data-conversation-heading=""
        tabIndex={-1}
        className="flex min-w-0 flex-1 flex-col rounded-sm px-1.5 text-sm leading-tight"
      >
        <span className="truncate font-semibold">
          <bdi>{answer?.author.name ?? conversation.label}</bdi>
        </span>
        {answer ? (
          <span className="truncate text-xs font-normal text-muted-foreground">
            {conversation.where(platformLabel(answer.platform), answer.account.label)}
          </span>
        ) : null}
      </h2>
      {answer && onDone ? (
        <div className="flex shrink-0 items-center gap-0.5">
          {answer.can.includes('like') ? (
            <Action
              icon={Heart}
              label={answer.liked ? words.unlike : words.like}
              isOn={answer.liked}
              onClick={() => touch(answer, answer.liked ? 'unlike' : 'like')}
            />
          ) : null}
          {answer.can.includes('hide') ? (
            <Action
              icon={answer.hidden ? Eye : EyeOff}
              label={answer.hidden ? words.unhide : words.hide}
              onClick={() => touch(answer, answer.hidden ? 'unhide' : 'hide')}
            />
          ) : null}
          {answer.state === 'unread' ? null : (
            <Action icon={MailOpen} label={words.unread} onClick={() => mark(answer, 'unread')} />
          )}
          {answer.url && /^https?:\/\//i.test(answer.url) ? (
            <Tooltip>
              <TooltipTrigger asChild>
                <Button asChild variant="ghost" size="icon-sm">
                  <a href={answer.url} target="_blank" rel="noreferrer" aria-label={words.open(answer.platform)}>
                    <ExternalLink aria-hidden="true" />
                  </a>
                </Button>
              </TooltipTrigger>
              <TooltipContent>{words.open(answer.platform)}</TooltipContent>
            </Tooltip>
          ) : null}
          <Button variant="outline" size="sm" className="ml-1 px-2.5" onClick={onDone}>
            {answer.state === 'done' ? <Undo2 aria-hidden="true" /> : <Check aria-hidden="true" />}
            <span className="max-sm:sr-only">{answer.state === 'done' ? words.reopen : words.done}</span>
          </Button>
        </div>
      ) : null}
    </header>
  );
}

type ActionProps = { icon: LucideIcon; label: string; isOn?: boolean; onClick: () => void };

function Action({ icon, label, isOn = false, onClick }: ActionProps) {
  return (
    <Tooltip>
      <TooltipTrigger asChild>
        <IconButton
          icon={icon}
          label={label}
          className={cn(isOn && 'text-primary [&_svg]:fill-current')}
          onClick={onClick}
        />
      </TooltipTrigger>
      <TooltipContent>{label}</TooltipContent>
    </Tooltip>
  );
}
