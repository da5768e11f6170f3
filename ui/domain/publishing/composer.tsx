import { CircleCheck, ExternalLink, Info, LoaderCircle, Sparkles, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { toast } from '@/components/toast.tsx';
import { yourTurnMessages as words } from '@/domain/publishing/messages.ts';
import { type Composer, isBusy, isWebAddress } from '@/domain/publishing/use-composer.ts';
import { cn } from '@/lib/class-names.ts';
import type { ComposerState } from '../../../shared/publishing/publishing-api.ts';

type ComposerButtonProps = {
  composer: Composer;
  /** Where, for a list in which several have such a button. */
  where?: string;
};

/** Has the composer filled in, or opens it where the agent cannot; and closes a window that is open. */
export function ComposerButton({ composer, where }: ComposerButtonProps) {
  const { open, close, isOpening, canPrepare, preparation } = composer;
  const isAtIt = isOpening || isBusy(preparation);
  const [label, labelWhere] = canPrepare
    ? preparation === null
      ? [words.prepare, words.prepareWhere]
      : [words.prepareAgain, words.prepareAgainWhere]
    : [words.open, words.openWhere];
  const Icon = canPrepare ? Sparkles : ExternalLink;
  const isMain = canPrepare && (preparation === null || isAtIt);
  return (
    <>
      <Button
        variant={isMain ? 'default' : canPrepare ? 'outline' : 'secondary'}
        size="sm"
        aria-label={where && labelWhere(where)}
        aria-disabled={isAtIt}
        onClick={() => void (isAtIt || open())}
      >
        {isAtIt ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : <Icon aria-hidden="true" />}
        {isAtIt ? (canPrepare ? words.preparing : words.opening) : label}
      </Button>
      {preparation ? (
        <Button
          variant="ghost"
          size="sm"
          aria-label={where && words.closeWhere(where)}
          onClick={() => void close().catch(() => toast.error(words.closeFailed))}
        >
          <X aria-hidden="true" />
          {words.close}
        </Button>
      ) : null}
    </>
  );
}

/** How far the composer is, what is on the clipboard, and where the files lie; or why it could not be opened. */
export function ComposerNotes({ composer }: { composer: Composer }) {
  const { shown, count, needsLogIn } = composer;
  return (
    <>
      <div role="status" className="flex flex-col gap-1.5 text-[0.8125rem] empty:hidden">
        {shown ? <ComposerNote composer={composer} shown={shown} clipboard={clipboardNote(count)} /> : null}
      </div>
      {needsLogIn && shown === null ? (
        <p className="text-[0.8125rem] text-muted-foreground text-pretty">
          {words.needsLogIn}{' '}
          <Link to="/accounts" className="rounded-sm font-medium text-primary underline-offset-4 hover:underline">
            {words.toAccounts}
          </Link>
        </p>
      ) : null}
    </>
  );
}

const clipboardNote = (count: number) => (count > 1 ? words.firstOnClipboard(count) : words.onClipboard);

type NoteProps = { composer: Composer; shown: NonNullable<Composer['shown']>; clipboard: string };

function ComposerNote({ composer, shown, clipboard }: NoteProps) {
  const { state, isCopied, isBlocked } = shown;
  switch (state.state) {
    case 'none':
      return null;
    case 'failed':
      return <p className="font-medium text-destructive">{words.failed(state.error)}</p>;
    case 'window':
      return <WindowNote composer={composer} state={state} onClipboard={isCopied ? clipboard : null} />;
    case 'address':
      return (
        <>
          <p>
            {isBlocked ? words.blocked : words.inTab} {isCopied ? clipboard : null}{' '}
            {isWebAddress(state.address) ? (
              <a
                href={state.address}
                target="_blank"
                rel="noreferrer"
                className="font-medium text-primary underline underline-offset-3"
              >
                {words.openAddress}
              </a>
            ) : null}
          </p>
          <Files paths={state.files} />
        </>
      );
  }
}

type WindowNoteProps = {
  composer: Composer;
  state: Extract<ComposerState, { state: 'window' }>;
  onClipboard: string | null;
};

/** How far the agent has filled in the composer in the account's own window, and what the person does there. */
function WindowNote({ composer: { count }, state, onClipboard }: WindowNoteProps) {
  const { preparation, files } = state;
  const isDone = preparation.is === 'ready' || preparation.is === 'posted';
  const isLeft = preparation.is === 'stopped';
  const Icon = isDone ? CircleCheck : preparation.is === 'working' ? LoaderCircle : Info;
  return (
    <>
      <p
        className={cn(
          'flex gap-2 rounded-md border px-3 py-2 text-pretty',
          isDone && 'border-success/30 bg-success/8 font-medium',
          (isLeft || preparation.is === 'waiting') && 'border-warning/30 bg-warning/8',
        )}
      >
        <Icon
          aria-hidden="true"
          className={cn(
            'mt-0.5 size-4 shrink-0',
            isDone && 'text-success',
            preparation.is === 'working' && 'animate-spin text-muted-foreground',
          )}
        />
        <span>
          {state.words}
          {preparation.is === 'ready' && count > 1 ? ` ${words.firstPart(count)}` : null}
        </span>
      </p>
      {isLeft && !preparation.hasText && onClipboard ? <p>{onClipboard}</p> : null}
      {isLeft ? <Files paths={files} /> : null}
    </>
  );
}

/** Where the media lie on the agent's computer, to be chosen in the composer. */
function Files({ paths }: { paths: string[] }) {
  if (paths.length === 0) return null;
  return (
    <div>
      <p>{words.files}</p>
      <ul>
        {paths.map((path) => (
          <li key={path} className="font-mono text-xs [overflow-wrap:anywhere]">
            {path}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Copies a text, and says so. False where the browser refuses. */
export async function copyText(text: string, copied: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
    return true;
  } catch {
    toast.error(words.copyFailed);
    return false;
  }
}
