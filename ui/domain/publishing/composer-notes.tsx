import { CircleCheck, Info, LoaderCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import { HandedFiles } from '@/domain/publishing/handed-files.tsx';
import { yourTurnMessages as words } from '@/domain/publishing/messages.ts';
import { PreparationSteps } from '@/domain/publishing/preparation-steps.tsx';
import { type Composer, isWebAddress } from '@/domain/publishing/use-composer.ts';
import { cn } from '@/lib/class-names.ts';
import type { ComposerState } from '../../../shared/publishing/publishing-api.ts';

/** The composer's progress, what is on the clipboard, and where the files are; or why it could not be opened. */
export function ComposerNotes({ composer }: { composer: Composer }) {
  const { shown, count, needsLogIn, noScreen } = composer;
  return (
    <>
      <div role="status" className="flex flex-col gap-1.5 text-[0.8125rem] empty:hidden">
        {shown ? <ComposerNote composer={composer} shown={shown} clipboard={clipboardNote(count)} /> : null}
      </div>
      {noScreen && shown === null ? (
        <p className="text-[0.8125rem] text-muted-foreground text-pretty">{words.noScreen}</p>
      ) : null}
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
          <HandedFiles paths={state.files} />
        </>
      );
  }
}

type WindowNoteProps = {
  composer: Composer;
  state: Extract<ComposerState, { state: 'window' }>;
  onClipboard: string | null;
};

/** How far the agent has filled in the composer in the account's own window, and what is left to the user. */
function WindowNote({ composer: { count }, state, onClipboard }: WindowNoteProps) {
  const { preparation, files } = state;
  const isDone = preparation.is === 'ready' || preparation.is === 'posted';
  const isLeft = preparation.is === 'stopped' || preparation.is === 'gone';
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
      <PreparationSteps steps={state.steps} />
      {preparation.is === 'stopped' && !preparation.hasText && onClipboard ? <p>{onClipboard}</p> : null}
      {preparation.is === 'stopped' ? <HandedFiles paths={files} /> : null}
    </>
  );
}
