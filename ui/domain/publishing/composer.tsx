import { ExternalLink, LoaderCircle, Sparkles, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Confirmation } from '@/components/question.tsx';
import { toast } from '@/components/toast.tsx';
import { yourTurnMessages as words } from '@/domain/publishing/messages.ts';
import { type Composer, isBusy } from '@/domain/publishing/use-composer.ts';

type ComposerButtonProps = {
  composer: Composer;
  /** Where, for a list in which several have such a button. */
  where?: string;
  /** Another one comes first. */
  isLater?: boolean;
};

/** Has the composer filled in, or opens it where the agent cannot; and closes a window that is open. */
export function ComposerButton({ composer, where, isLater = false }: ComposerButtonProps) {
  const { open, close, isOpening, canPrepare, preparation } = composer;
  const [isAsking, setAsking] = useState(false);
  const isAtIt = isOpening || isBusy(preparation);
  const idle = canPrepare ? (preparation ? words.prepareAgain : words.prepare) : words.open;
  const label = isAtIt ? (canPrepare ? words.preparing : words.opening) : idle;
  const Icon = canPrepare ? Sparkles : ExternalLink;
  const isMain = canPrepare && (isAtIt || (preparation === null && !isLater));
  function press() {
    if (isAtIt) return;
    // It may be live.
    if (preparation?.is === 'gone') setAsking(true);
    else void open();
  }
  return (
    <>
      {preparation?.is === 'posted' ? null : (
        <Button
          variant={isMain ? 'default' : canPrepare ? 'outline' : 'secondary'}
          size="sm"
          aria-label={where && words.actionWhere(label, where)}
          aria-disabled={isAtIt}
          onClick={press}
        >
          {isAtIt ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : <Icon aria-hidden="true" />}
          {label}
        </Button>
      )}
      {preparation ? (
        <Button
          variant="ghost"
          size="sm"
          aria-label={where ? words.actionWhere(words.close, where) : words.close}
          onClick={() => void close().catch(() => toast.error(words.closeFailed))}
        >
          <X aria-hidden="true" />
          <span className="max-sm:hidden">{words.close}</span>
        </Button>
      ) : null}
      {isAsking ? (
        <Confirmation
          title={words.againTitle}
          description={words.againText}
          keep={words.againKeep}
          confirm={words.prepareAgain}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void open();
          }}
        />
      ) : null}
    </>
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
