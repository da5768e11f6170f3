import { ExternalLink, LoaderCircle, Sparkles, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Confirmation } from '@/components/question.tsx';
import { toast } from '@/components/toast.tsx';
import { yourTurnMessages as words } from '@/domain/publishing/messages.ts';
import { type Composer, isBusy } from '@/domain/publishing/use-composer.ts';

type ComposerButtonProps = {
  composer: Composer;
  /** The destination, for lists with several such buttons. */
  where?: string;
  /** Another button comes first. */
  isLater?: boolean;
};

/** Has the agent fill in the composer, or opens it if the agent cannot; also closes an open window. */
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
    // The post may be live already.
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

/** Copies a text and reports that. Returns false if the browser refuses. */
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
