import { LoaderCircle, Send, Sparkles } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { FieldError } from '@/components/field.tsx';
import { Textarea } from '@/components/input.tsx';
import { Label } from '@/components/label.tsx';
import { toast } from '@/components/toast.tsx';
import { useHasModel } from '@/domain/workspace/ai-state.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import type { useReplyDraft } from '@/features/answers/conversation/use-reply-draft.ts';
import { answersMessages } from '@/features/answers/messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { cn } from '@/lib/class-names.ts';
import { failureReason } from '@/lib/messages.ts';
import { paths } from '@/lib/paths.ts';
import type { Answer } from '../../../../shared/answers/answers.ts';
import { answerApi } from '../../../../shared/api/answers.ts';
import { textLength } from '../../../../shared/posts/platform-limits.ts';

const { reply: words } = answersMessages;

type ReplyFormProps = {
  answer: Answer;
  draft: ReturnType<typeof useReplyDraft>;
  /** Maximum length of a reply, counted as the platform counts. */
  limit: number;
  field: Ref<HTMLTextAreaElement>;
  onSend: (text: string) => void;
};

/** The reply field. The writer only fills it in; only the user sends. */
export function ReplyForm({ answer, draft, limit, field, onSend }: ReplyFormProps) {
  const { text, write } = draft;
  const id = useId();
  const hasModel = useHasModel();
  const length = textLength(text.trim(), answer.platform);
  const isTooLong = length > limit;
  const canSend = text.trim() !== '' && !isTooLong;
  const send = () => canSend && onSend(text.trim());

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Label htmlFor={id} className="sr-only">
        {words.label(answer.author.name)}
      </Label>
      <Textarea
        ref={field}
        id={id}
        dir="auto"
        rows={2}
        placeholder={words.placeholder(answer.author.name)}
        aria-invalid={isTooLong}
        aria-describedby={`${id}-count ${id}-error`}
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-[35dvh] min-h-16 resize-none"
      />
      <FieldError id={`${id}-error`}>{isTooLong ? words.tooLong(length - limit) : null}</FieldError>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <DraftButton id={answer.id} text={text} onWritten={write} hasModel={hasModel !== false} />
        <p
          id={`${id}-count`}
          className={cn(
            'ml-auto text-xs text-muted-foreground tabular-nums',
            isTooLong && 'font-medium text-destructive',
          )}
        >
          {words.count(length, limit)}
        </p>
        <Button type="submit" size="sm" aria-disabled={!canSend} title={words.sendKeys}>
          <Send aria-hidden="true" />
          {words.send}
        </Button>
      </div>
      {hasModel === false ? (
        <p className="text-xs text-muted-foreground">
          {words.noModel}{' '}
          <Link to={paths.settings('ai')} className="rounded-sm text-primary underline underline-offset-4">
            {words.chooseModel}
          </Link>
        </p>
      ) : null}
    </form>
  );
}

type DraftButtonProps = { id: string; text: string; onWritten: (text: string) => void; hasModel: boolean };

/** Maximum length of the instructions for the writer. */
const WISH_MAX_LENGTH = 1000;

/** Has the writer draft a reply from the field's text, and replaces that text with it, with an undo. */
function DraftButton({ id, text, onWritten, hasModel }: DraftButtonProps) {
  const agent = useAgent();
  const [isBusy, setBusy] = useState(false);
  const now = useRef(text);
  now.current = text;

  async function draft() {
    setBusy(true);
    try {
      const wish = text.trim().slice(0, WISH_MAX_LENGTH);
      const body = wish === '' ? {} : { wish };
      const written = await askAgent(agent, answerApi.writeReply, { params: { id }, body });
      if (now.current !== text) {
        toast.info(words.changed);
        return;
      }
      onWritten(written.text);
      const undo = { action: { label: words.undo, onClick: () => onWritten(text) } };
      toast.success(words.drafted, text === '' ? {} : undo);
    } catch (error) {
      toast.error(failureReason(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="outline"
      size="sm"
      aria-disabled={isBusy || !hasModel}
      title={hasModel ? words.wish : undefined}
      onClick={() => isBusy || !hasModel || void draft()}
    >
      {isBusy ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : <Sparkles aria-hidden="true" />}
      {isBusy ? words.drafting : words.draft}
    </Button>
  );
}
