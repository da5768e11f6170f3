import { Check, Circle, ClipboardPaste, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '@/components/button.tsx';
import { Switch } from '@/components/switch.tsx';
import { guideMessages as words } from '@/features/accounts/channel/messages.ts';
import type { PastedKeys } from '@/features/accounts/channel/use-pasted-keys.ts';
import { cn } from '@/lib/class-names.ts';
import { shortLabel } from '../../../../shared/platforms/recognise.ts';
import type { EntryField } from '../../../../shared/platforms/ways.ts';
import type { KeyFinding } from '../../../../shared/publishing/guide-window.ts';

type StepKeysProps = {
  /** The platform's name. */
  platform: string;
  /** Empty if the form fields themselves are shown. */
  fields: readonly EntryField[];
  entered: { [name: string]: string };
  keys: PastedKeys;
};

/** The values to copy from a step's page: which are entered, and the platform's verdict on them. */
export function StepKeys({ platform, fields, entered, keys }: StepKeysProps) {
  const id = useId();
  const { outcome, findings, isChecking, isWatching } = keys;
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="flex w-full min-w-0 flex-col gap-3 rounded-lg border px-3.5 py-3"
    >
      <div className="flex items-center justify-between gap-3">
        <h3 id={`${id}-title`} className="text-[0.8125rem] font-medium">
          {words.takes}
        </h3>
        <Button variant="outline" size="sm" onClick={() => void keys.paste()}>
          <ClipboardPaste aria-hidden="true" />
          {words.paste}
        </Button>
      </div>
      <ul className="flex flex-col gap-1.5 text-sm empty:hidden">
        {fields.map(({ name, label, isOptional }) => (
          <li key={name} className="flex items-center gap-2">
            {entered[name] ? (
              <Check aria-hidden="true" className="size-4 shrink-0 text-success" />
            ) : (
              <Circle aria-hidden="true" className="size-4 shrink-0 text-muted-foreground/60" />
            )}
            <span className={cn(!entered[name] && 'text-muted-foreground')}>
              {shortLabel(label)}
              {isOptional && !entered[name] ? <span className="text-[0.8125rem]"> ({words.optional})</span> : null}
            </span>
            <span className="sr-only">{entered[name] ? words.taken : words.notYet}</span>
          </li>
        ))}
      </ul>
      <div role="status" className="flex flex-col gap-1.5 text-[0.8125rem] leading-snug">
        {outcome ? (
          <p className={cn('text-pretty', outcome.isWrong ? 'font-medium text-destructive' : 'text-muted-foreground')}>
            {outcome.words}
          </p>
        ) : (
          <p className="text-pretty text-muted-foreground">{words.pasteHint}</p>
        )}
        {isChecking ? (
          <p className="flex items-center gap-2 text-muted-foreground">
            <LoaderCircle aria-hidden="true" className="size-3.5 animate-spin motion-reduce:animate-none" />
            {words.checking(platform)}
          </p>
        ) : (
          findings.map((finding) => <Finding key={finding.words} {...finding} />)
        )}
      </div>
      <label htmlFor={`${id}-watch`} className="flex items-center justify-between gap-3 text-[0.8125rem] leading-snug">
        {words.watch}
        <Switch id={`${id}-watch`} checked={isWatching} onCheckedChange={keys.watch} />
      </label>
    </section>
  );
}

const LOOKS = {
  works: { icon: Check, tone: 'text-success' },
  unfinished: { icon: TriangleAlert, tone: 'text-warning' },
  wrong: { icon: X, tone: 'text-destructive' },
} as const;

function Finding({ state, words: text }: KeyFinding) {
  const { icon: Icon, tone } = LOOKS[state];
  return (
    <p className="flex items-start gap-2 text-pretty [overflow-wrap:anywhere]">
      <Icon aria-hidden="true" className={cn('mt-0.5 size-3.5 shrink-0', tone)} />
      {text}
    </p>
  );
}
