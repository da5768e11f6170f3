import { ExternalLink, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { toast } from '@/components/toast.tsx';
import { yourTurnMessages as words } from '@/domain/publishing/messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import type { ComposerState } from '../../../shared/publishing/publishing-api.ts';

/** `isBlocked`: the browser opened no tab. */
type Opened = ComposerState & { isBlocked?: boolean; isCopied?: boolean };

type Composer = {
  open: () => Promise<void>;
  isOpening: boolean;
  opened: Opened | null;
  /** How many posts the text goes out as. */
  count: number;
};

/** The platform's composer for a delivery: opening it copies the caption, or a thread's first post; `opened` is what came of it. */
export function useComposer(id: string, parts: readonly string[], onCopied?: (count: number) => void): Composer {
  const [caption = ''] = parts;
  const agent = useAgent();
  const [isOpening, setOpening] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);

  async function open() {
    if (isOpening) return;
    setOpening(true);
    setOpened(null);
    // Before anything is awaited: browsers allow it only right after a press.
    const copying = navigator.clipboard.writeText(caption).then(
      () => true,
      () => false,
    );
    try {
      const { openComposer } = await import('@/domain/publishing/calls.ts');
      const state = await openComposer(agent, id);
      const isCopied = (await copying) && caption !== '';
      if (isCopied) onCopied?.(1);
      setOpened({ ...state, isCopied, isBlocked: state.state === 'address' && !openTab(state.address) });
    } catch (error) {
      setOpened({ state: 'failed', error: failureReason(error) });
    } finally {
      setOpening(false);
    }
  }

  return { open, isOpening, opened, count: parts.length };
}

type ComposerButtonProps = {
  composer: Composer;
  /** Where, for a list in which several have such a button. */
  where?: string;
};

export function ComposerButton({ composer: { open, isOpening }, where }: ComposerButtonProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={where && words.openWhere(where)}
      aria-disabled={isOpening}
      onClick={() => void open()}
    >
      {isOpening ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : <ExternalLink aria-hidden="true" />}
      {isOpening ? words.opening : words.open}
    </Button>
  );
}

/** Where the composer is, what is on the clipboard, and where the files lie; or why it could not be opened. */
export function ComposerNotes({ composer: { opened, count } }: { composer: Composer }) {
  return (
    <div role="status" className="flex flex-col gap-1.5 text-[0.8125rem] empty:hidden">
      {opened ? (
        <ComposerNote opened={opened} onClipboard={count > 1 ? words.firstOnClipboard(count) : words.onClipboard} />
      ) : null}
    </div>
  );
}

function ComposerNote({ opened, onClipboard }: { opened: Opened; onClipboard: string }) {
  switch (opened.state) {
    case 'none':
      return null;
    case 'failed':
      return <p className="font-medium text-destructive">{words.failed(opened.error)}</p>;
    case 'window':
      return (
        <>
          <p>
            {words.inWindow} {opened.isCopied ? onClipboard : null}
          </p>
          <Files paths={opened.files} />
        </>
      );
    case 'address':
      return (
        <>
          <p>
            {opened.isBlocked ? words.blocked : words.inTab} {opened.isCopied ? onClipboard : null}{' '}
            {isWebAddress(opened.address) ? (
              <a
                href={opened.address}
                target="_blank"
                rel="noreferrer"
                className="font-medium text-primary underline underline-offset-3"
              >
                {words.openAddress}
              </a>
            ) : null}
          </p>
          <Files paths={opened.files} />
        </>
      );
  }
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

const isWebAddress = (address: string) => /^https?:\/\//i.test(address);

/** Opens an address of the web in a tab that knows nothing of this one. False where the browser did not. */
function openTab(address: string): boolean {
  if (!isWebAddress(address)) return false;
  const tab = window.open(address, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
}
