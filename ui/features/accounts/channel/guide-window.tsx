import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/button.tsx';
import { guideMessages as words } from '@/features/accounts/channel/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { isLogIn, stepAt } from '../../../../shared/platforms/recognise.ts';
import type { ChannelWay } from '../../../../shared/platforms/ways.ts';
import type { GuideWindow } from '../../../../shared/publishing/guide-window.ts';

type GuideStripProps = {
  window: GuideWindow;
  isOpening: boolean;
  way: ChannelWay;
  step: number;
  onOpen: () => void;
  onClose: () => void;
};

/** The state of the console window, with the written steps if the window is of no help. */
export function GuideStrip({ window, isOpening, way, step, onOpen, onClose }: GuideStripProps) {
  if (window.state === 'none' && !isOpening) return null;
  if (isOpening || (window.state === 'open' && !window.page))
    return (
      <Strip tone="calm">
        <LoaderCircle aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 animate-spin motion-reduce:animate-none" />
        <span>{words.waiting}</span>
      </Strip>
    );
  if (window.state === 'open' && window.page) {
    const { page, isMissing } = window;
    const isKnown = stepAt(way, page, step) !== null;
    const isLost = isMissing || (!isKnown && !isLogIn(page));
    const said = isMissing
      ? words.missing
      : isKnown
        ? words.window(page.host)
        : isLogIn(page)
          ? words.logIn(page.host)
          : words.unknown;
    return (
      <>
        <Strip tone={isLost ? 'warning' : 'calm'} action={<StripButton onClick={onClose}>{words.close}</StripButton>}>
          <Dot isLost={isLost} />
          <span>{said}</span>
        </Strip>
        {isLost ? <WrittenGuide way={way} /> : null}
      </>
    );
  }
  const said = window.state === 'failed' ? window.error : window.state === 'google' ? words.google : words.closed;
  return (
    <Strip tone="warning" action={<StripButton onClick={onOpen}>{words.openAgain}</StripButton>}>
      <Dot isLost />
      <span>{said}</span>
    </Strip>
  );
}

/** Every step of the way, as text. */
function WrittenGuide({ way }: { way: ChannelWay }) {
  return (
    <details className="text-[0.8125rem] leading-snug">
      <summary className="w-fit cursor-pointer rounded-sm font-medium pointer-coarse:min-h-11 pointer-coarse:content-center">
        {words.allSteps}
      </summary>
      <ol className="mt-1.5 flex list-decimal flex-col gap-1.5 pl-5 text-pretty text-muted-foreground [overflow-wrap:anywhere]">
        {way.steps.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </details>
  );
}

function Strip({ tone, action, children }: { tone: 'calm' | 'warning'; action?: ReactNode; children: ReactNode }) {
  return (
    <div
      className={cn(
        'flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-lg border px-3 py-2 text-[0.8125rem] leading-snug',
        tone === 'warning' ? 'border-warning/40 bg-warning/10' : 'bg-muted/60 text-muted-foreground',
      )}
    >
      <p role="status" className="flex min-w-0 flex-1 basis-48 items-start gap-2 text-pretty [overflow-wrap:anywhere]">
        {children}
      </p>
      {action}
    </div>
  );
}

function StripButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="ghost" size="sm" className="-mr-2" onClick={onClick}>
      {children}
    </Button>
  );
}

function Dot({ isLost }: { isLost: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn('mt-1 size-2 shrink-0 rounded-full', isLost ? 'bg-warning' : 'bg-success')}
    />
  );
}
