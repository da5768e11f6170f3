import { ArrowLeft, ExternalLink } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '@/components/button.tsx';
import { DialogFooter } from '@/components/dialog.tsx';
import { Progress } from '@/components/progress.tsx';
import { TAB_CLASSES } from '@/components/tabs.tsx';
import { useConnectProgress } from '@/features/accounts/channel/connect-progress.ts';
import { CopyValues } from '@/features/accounts/channel/copy-values.tsx';
import { EntryForm } from '@/features/accounts/channel/entry-form.tsx';
import { Terms } from '@/features/accounts/channel/guide.tsx';
import { signInMessages, connectMessages as words } from '@/features/accounts/channel/messages.ts';
import { SignInForm } from '@/features/accounts/channel/sign-in-form.tsx';
import { cn } from '@/lib/class-names.ts';
import type { ChannelGuide, GuideStep } from '../../../../shared/platforms/ways.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

/** The height of the buttons below a step. */
export const STEP_BUTTON = 'h-11 sm:h-9';

type ConnectStepsProps = {
  account: SocialAccountsRow;
  guide: ChannelGuide;
  onDone: () => void;
  /** Leaves the account unconnected; undefined where it is connected already. */
  onByHand: (() => void) | undefined;
  onClose: () => void;
};

/**
 * What connecting takes, one step a page; the last has the fields. It continues where it was left. The costs and the
 * choice of a way are on the first page.
 */
export function ConnectSteps({ account, guide, onDone, onByHand, onClose }: ConnectStepsProps) {
  const { way: chosen, step: index, entered, change } = useConnectProgress(account.id, guide);
  const way = guide.ways[chosen] ?? guide.ways[0];
  const step = way.steps[index] ?? way.steps[0];
  const isLast = index >= way.steps.length - 1;

  const back =
    index > 0 ? (
      <Button variant="outline" className={STEP_BUTTON} onClick={() => change({ step: index - 1 })}>
        <ArrowLeft aria-hidden="true" />
        {words.back}
      </Button>
    ) : (
      <Button variant="outline" className={STEP_BUTTON} onClick={onByHand ?? onClose}>
        {onByHand ? words.byHand : words.cancel}
      </Button>
    );
  const form = {
    account,
    way,
    entered,
    back,
    onEnter: (name: string, value: string) => change({ entered: { ...entered, [name]: value } }),
    onDone,
  };

  return (
    <>
      {index === 0 ? (
        <>
          <Terms {...guide} />
          {guide.ways.length > 1 ? (
            <WayChoice guide={guide} chosen={chosen} onChoose={(way) => change({ way, step: 0 })} />
          ) : null}
        </>
      ) : null}
      <Step step={step} index={index} count={way.steps.length} />
      {isLast ? (
        way.kind === 'sign-in' ? (
          <SignInForm key={chosen} {...form} />
        ) : (
          <EntryForm key={chosen} {...form} />
        )
      ) : (
        <DialogFooter className="sm:justify-between">
          {back}
          <Button className={STEP_BUTTON} onClick={() => change({ step: index + 1 })}>
            {words.next}
          </Button>
        </DialogFooter>
      )}
    </>
  );
}

type WayChoiceProps = { guide: ChannelGuide; chosen: number; onChoose: (way: number) => void };

function WayChoice({ guide, chosen, onChoose }: WayChoiceProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">{signInMessages.ways}</legend>
      <div className="flex flex-wrap gap-1.5">
        {guide.ways.map(({ label }, index) => (
          <button
            key={label}
            type="button"
            aria-pressed={index === chosen}
            className={TAB_CLASSES}
            onClick={() => index === chosen || onChoose(index)}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** One step: what to do, the page where it is done, and what is pasted there. Takes the focus when another is shown. */
function Step({ step: { text, url, copy }, index, count }: { step: GuideStep; index: number; count: number }) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const shown = useRef(index);
  useEffect(() => {
    if (shown.current !== index) group.current?.focus();
    shown.current = index;
  }, [index]);
  return (
    <fieldset
      ref={group}
      data-step
      tabIndex={-1}
      aria-labelledby={`${id}-number`}
      aria-describedby={`${id}-text`}
      className={cn(
        'flex min-w-0 flex-col items-start gap-3 outline-none',
        index > 0 && index < count - 1 && 'sm:min-h-52',
      )}
    >
      <div className={count > 1 ? 'flex w-full flex-col gap-2' : 'sr-only'}>
        <p id={`${id}-number`} className="text-[0.8125rem] font-medium text-muted-foreground tabular-nums">
          {words.step(index + 1, count)}
        </p>
        {count > 1 ? (
          <Progress value={((index + 1) / count) * 100} aria-labelledby={`${id}-number`} className="h-1" />
        ) : null}
      </div>
      <p id={`${id}-text`} className="text-[0.9375rem] leading-relaxed text-pretty [overflow-wrap:anywhere]">
        {text}
      </p>
      {url ? (
        <Button asChild variant="secondary" className={STEP_BUTTON}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {words.openPage(new URL(url).host)}
            <ExternalLink aria-hidden="true" />
          </a>
        </Button>
      ) : null}
      {copy ? <CopyValues key={text} values={copy} /> : null}
    </fieldset>
  );
}
