import { ArrowLeft, ExternalLink, LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { DialogFooter } from '@/components/dialog.tsx';
import { Progress } from '@/components/progress.tsx';
import { TAB_CLASSES } from '@/components/tabs.tsx';
import { useConnectProgress } from '@/features/accounts/channel/connect-progress.ts';
import { CopyValues } from '@/features/accounts/channel/copy-values.tsx';
import { EntryForm } from '@/features/accounts/channel/entry-form.tsx';
import { Terms } from '@/features/accounts/channel/guide.tsx';
import { GuideStrip } from '@/features/accounts/channel/guide-window.tsx';
import { guideMessages, signInMessages, connectMessages as words } from '@/features/accounts/channel/messages.ts';
import { PolicyTexts } from '@/features/accounts/channel/policy-texts.tsx';
import { SignInForm } from '@/features/accounts/channel/sign-in-form.tsx';
import { StepKeys } from '@/features/accounts/channel/step-keys.tsx';
import { useGuide } from '@/features/accounts/channel/use-guide.ts';
import { usePastedKeys } from '@/features/accounts/channel/use-pasted-keys.ts';
import { cn } from '@/lib/class-names.ts';
import type { PlatformDescriptor } from '../../../../shared/platforms/descriptor.ts';
import { stepAt } from '../../../../shared/platforms/recognise.ts';
import type { ChannelGuide, ChannelWay, GuideStep } from '../../../../shared/platforms/ways.ts';
import { platformOf } from '../../../../shared/posts/platforms.ts';
import type { GuideWindow } from '../../../../shared/publishing/guide-window.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

/** The height of the buttons below a step. */
export const STEP_BUTTON = 'h-11 sm:h-9';

type ConnectStepsProps = {
  account: SocialAccountsRow;
  guide: ChannelGuide;
  /** The account was connected before and needs a new login. */
  isRenewal: boolean;
  /** Called when guidance through a console window starts or ends. */
  onGuided: (isGuided: boolean) => void;
  onDone: () => void;
  /** Leaves the account unconnected; undefined if it is already connected. */
  onByHand: (() => void) | undefined;
  onClose: () => void;
};

/**
 * The steps of connecting an account, one per page; the last has the fields. Resumes where the user left off. The costs
 * and the choice of a way are on the first page.
 */
export function ConnectSteps({ account, guide, isRenewal, onGuided, onDone, onByHand, onClose }: ConnectStepsProps) {
  const { way: chosen, step: index, entered, change, enter } = useConnectProgress(account.id, guide, isRenewal);
  const way = guide.ways[chosen] ?? guide.ways[0];
  const step = way.steps[index] ?? way.steps[0];
  const last = way.steps.length - 1;
  const isLast = index >= last;
  const [isComplete, setComplete] = useState(false);
  const descriptor = platformOf(account.platform);

  const console = useGuide(account, (page) => {
    const at = stepAt(way, page, index);
    if (at !== null && at !== index) change({ step: at });
  });
  const keys = usePastedKeys({
    account,
    way,
    entered,
    onTake: enter,
    onComplete() {
      // Do not skip steps that involve something other than keys.
      if (!way.steps.slice(index + 1, last).every(({ takes }) => takes)) return;
      change({ step: last });
      // Values without a recognisable form must be entered by the user first.
      setComplete(way.fields.every(({ form }) => form));
    },
  });
  const isGuided = console.isOpening || console.window.state !== 'none';
  const tellGuided = useEffectEvent(onGuided);
  useEffect(() => tellGuided(isGuided), [isGuided]);
  const hintId = useId();

  const isGuidable = isTechnical(descriptor) && !way.usesOwnBrowser && way.steps.some(({ url }) => url);
  const canGuide = isGuidable && !isGuided && !isLast;
  const openHere = () => console.open({ way: chosen, step: index });
  const isGone = isGuided && !console.isOpening && console.window.state !== 'open';
  /** The page to open in the user's own browser; if the console window is gone, possibly that of an earlier step. */
  const here = isGone ? way.steps.slice(0, index + 1).findLast(({ url }) => url)?.url : isGuided ? null : step.url;
  const taken = way.fields.filter(({ name }) => step.takes?.includes(name));

  /** Shows the next step; an open console window follows if that step is on another page. */
  function goOn() {
    const next = index + 1;
    change({ step: next });
    if (console.window.state !== 'open' || !way.steps[next]?.url) return;
    if (!isAtPage(way, next, console.window)) console.open({ way: chosen, step: next });
  }
  function goBack() {
    setComplete(false);
    change({ step: index - 1 });
  }
  const back =
    index > 0 ? (
      <Button variant="outline" className={STEP_BUTTON} onClick={goBack}>
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
    onEnter: (name: string, value: string) => enter({ [name]: value }),
    isComplete,
    onDone,
  };

  return (
    <div className="flex min-w-0 flex-col gap-5" onPaste={keys.onPaste}>
      {index === 0 ? (
        <>
          <Terms {...guide} />
          {guide.ways.length > 1 ? (
            <WayChoice guide={guide} chosen={chosen} onChoose={(way) => change({ way, step: 0 })} />
          ) : null}
        </>
      ) : null}
      <Step
        step={step}
        index={index}
        count={way.steps.length}
        note={isRenewal && step.isRenewal ? guideMessages.renewal : null}
        isGuided={isGuided}
        isAlone={taken.length === 0 && !isGuided}
      >
        {canGuide || here ? (
          <div className="flex flex-wrap gap-2">
            {canGuide ? (
              <Button className={STEP_BUTTON} aria-describedby={hintId} onClick={openHere}>
                {guideMessages.start}
              </Button>
            ) : null}
            {here ? <OpenPage url={here} /> : null}
          </div>
        ) : null}
        {canGuide ? (
          <p id={hintId} className="text-[0.8125rem] leading-snug text-pretty text-muted-foreground">
            {guideMessages.hint}
          </p>
        ) : null}
        {step.url && console.window.state === 'open' && !isAtPage(way, index, console.window) ? (
          <Button variant="secondary" className={STEP_BUTTON} aria-disabled={console.isOpening} onClick={openHere}>
            {console.isOpening ? <LoaderCircle aria-hidden="true" className="animate-spin" /> : null}
            {guideMessages.openHere(new URL(step.url).host)}
          </Button>
        ) : null}
        {step.url && way.usesOwnBrowser && index === 0 ? (
          <p className="text-[0.8125rem] leading-snug text-pretty text-muted-foreground">{guideMessages.ownBrowser}</p>
        ) : null}
      </Step>
      {taken.length > 0 || keys.outcome ? (
        <StepKeys platform={descriptor.label} fields={isLast ? [] : taken} entered={entered} keys={keys} />
      ) : null}
      <GuideStrip {...console} way={way} step={index} onOpen={openHere} onClose={console.close} />
      {isLast ? (
        way.kind === 'sign-in' ? (
          <SignInForm key={chosen} {...form} />
        ) : (
          <EntryForm key={chosen} {...form} />
        )
      ) : (
        <DialogFooter className="sm:justify-between">
          {back}
          <Button variant={canGuide ? 'outline' : 'default'} className={STEP_BUTTON} onClick={goOn}>
            {words.next}
          </Button>
        </DialogFooter>
      )}
    </div>
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

type StepProps = {
  step: GuideStep;
  index: number;
  count: number;
  note: string | null;
  isGuided: boolean;
  /** Only the buttons are below the step; they then keep their position from step to step. */
  isAlone: boolean;
  children: ReactNode;
};

/** One step: what to do, the page for it, and what to paste there. Takes the focus when the step changes. */
function Step({ step: { text, copy, policies }, index, count, note, isGuided, isAlone, children }: StepProps) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const key = `${index} ${isGuided}`;
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current !== key) group.current?.focus();
    shown.current = key;
  }, [key]);
  return (
    <fieldset
      ref={group}
      data-step
      tabIndex={-1}
      aria-labelledby={`${id}-number`}
      aria-describedby={`${id}-text`}
      className={cn(
        'flex min-w-0 flex-col items-start gap-3 outline-none',
        isAlone && index > 0 && index < count - 1 && 'sm:min-h-52',
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
      {note ? <p className="text-[0.8125rem] leading-snug text-muted-foreground">{note}</p> : null}
      {children}
      {copy ? <CopyValues key={text} values={copy} /> : null}
      {policies ? <PolicyTexts key={text} policies={policies} /> : null}
    </fieldset>
  );
}

/** A link to the step's page in the user's own browser. */
function OpenPage({ url }: { url: string }) {
  return (
    <Button asChild variant="secondary" className={STEP_BUTTON}>
      <a href={url} target="_blank" rel="noopener noreferrer">
        {words.openPage(new URL(url).host)}
        <ExternalLink aria-hidden="true" />
      </a>
    </Button>
  );
}

function isAtPage(way: ChannelWay, step: number, { page }: GuideWindow & { state: 'open' }): boolean {
  return page !== null && stepAt(way, page, step) === step;
}

/** Whether connecting requires creating an app on the platform. */
function isTechnical({ effort }: PlatformDescriptor): boolean {
  return effort.isTechnical === true;
}
