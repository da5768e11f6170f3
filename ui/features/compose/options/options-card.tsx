import { ChevronDown, RotateCcw, TriangleAlert } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button } from '@/components/button.tsx';
import { FieldDescription, FieldError } from '@/components/field.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import type { PublishingAccount } from '@/domain/publishing/accounts.ts';
import { useFreshLimits } from '@/domain/publishing/fresh-limits.ts';
import { OptionFields } from '@/domain/publishing/options/option-fields.tsx';
import type { ChosenDestination } from '@/features/compose/destinations/chosen.ts';
import type { Draft } from '@/features/compose/draft/draft.ts';
import { composeMessages } from '@/features/compose/messages.ts';
import { optionsId } from '@/features/compose/options/options-id.ts';
import { cn } from '@/lib/class-names.ts';
import {
  isEmptyValue,
  labelOf,
  type OptionProblem,
  offeredFields,
  optionProblems,
  postKindOf,
} from '../../../../shared/platforms/option-values.ts';
import type { OptionValues, PlatformOption } from '../../../../shared/platforms/options.ts';
import { optionsOfAccounts } from '../../../../shared/posts/account-options.ts';
import { optionsOf } from '../../../../shared/posts/platform-options.ts';
import { PLATFORM_IDS, type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';

const words = composeMessages.options;

type OptionsCardProps = {
  draft: Draft;
  destinations: readonly ChosenDestination[];
  open: Platform | null;
  onOpen: (platform: Platform | null) => void;
  isFixed: boolean;
  onEdit: (change: (draft: Draft) => Draft) => void;
};

/** The post's options on each of its platforms, collapsed until opened. */
export function OptionsCard({ draft, destinations, open, onOpen, isFixed, onEdit }: OptionsCardProps) {
  const id = useId();
  const kind = postKindOf(draft.media);
  const platforms = PLATFORM_IDS.filter(
    (platform) =>
      destinations.some((destination) => destination.platform === platform) &&
      offeredFields(optionsOf(platform), {}, kind).length > 0,
  );
  if (platforms.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="text-sm leading-snug font-medium">
        {words.title}
      </h2>
      <ul className="flex min-w-0 flex-col divide-y rounded-lg border bg-card">
        {platforms.map((platform) => (
          <PlatformPart
            key={platform}
            platform={platform}
            values={draft.options[platform] ?? {}}
            accounts={destinations.flatMap(({ account, platform: of }) =>
              account && of === platform ? [account] : [],
            )}
            kind={kind}
            isOpen={open === platform}
            onToggle={() => onOpen(open === platform ? null : platform)}
            isFixed={isFixed}
            onChange={(values) => onEdit((now) => withOptions(now, platform, values))}
          />
        ))}
      </ul>
    </section>
  );
}

function withOptions(draft: Draft, platform: Platform, values: OptionValues): Draft {
  const { [platform]: _, ...others } = draft.options;
  return { ...draft, options: Object.keys(values).length > 0 ? { ...others, [platform]: values } : others };
}

type PlatformPartProps = {
  platform: Platform;
  values: OptionValues;
  accounts: readonly PublishingAccount[];
  kind: ReturnType<typeof postKindOf>;
  isOpen: boolean;
  onToggle: () => void;
  isFixed: boolean;
  onChange: (values: OptionValues) => void;
};

function PlatformPart(props: PlatformPartProps) {
  const { platform, values, accounts, kind, isOpen, onToggle, isFixed, onChange } = props;
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const label = platformLabel(platform);
  const { isAsking } = useFreshLimits(isFixed ? [] : accounts);
  const direct = accounts.flatMap(({ label: name, channel }) => (channel ? [{ name, ...channel }] : []));
  const options = direct.length > 0 ? optionsOfAccounts(platform, direct) : optionsOf(platform);
  const defaults = accounts.map((account) => account.defaults);
  const [first = {}] = defaults;
  const fields = offeredFields(options, { ...first, ...values }, kind);
  const problems = optionProblems(options, label, { own: values, defaults: first, kind });
  const wrong = problems.filter(({ isWarning }) => !isWarning);
  const changed = fields.filter(({ name }) => values[name] !== undefined);
  return (
    <li className="min-w-0">
      <button
        ref={toggle}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        id={optionsId(platform)}
        className="flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-lg px-4 py-2.5 text-left text-sm hover:bg-accent"
        onClick={onToggle}
      >
        <span aria-hidden="true" className="shrink-0 text-muted-foreground">
          <PlatformMark platform={platform} className="size-4" />
        </span>
        <span className="shrink-0 font-medium">{label}</span>
        <span className="min-w-0 flex-1 truncate text-[0.8125rem] text-muted-foreground">
          {changed.length > 0 ? changed.map((field) => summaryOf(field, values)).join(' · ') : words.usual}
        </span>
        {wrong.length > 0 ? (
          <>
            <TriangleAlert className="size-4 shrink-0 text-destructive" aria-hidden="true" />
            <span className="sr-only">{words.needsAttention}</span>
          </>
        ) : null}
        <ChevronDown
          className={cn('size-4 shrink-0 text-muted-foreground transition-transform', isOpen && 'rotate-180')}
          aria-hidden="true"
        />
      </button>
      {isOpen ? (
        <div id={id} className="flex flex-col gap-5 px-4 pt-2 pb-5" aria-busy={isAsking}>
          {direct.map(({ name, handle, limits: { creatorName } }) =>
            creatorName === undefined ? null : (
              <FieldDescription key={name}>{words.postsAs(creatorName, handle)}</FieldDescription>
            ),
          )}
          {direct.length > 0 && direct.every(({ limits }) => limits.finishesInApp) ? (
            <FieldDescription>{words.chosenInApp(label)}</FieldDescription>
          ) : (
            <OptionFields
              fields={fields}
              values={values}
              defaults={defaults}
              mistakes={byField(wrong)}
              isFixed={isFixed}
              onChange={onChange}
            />
          )}
          {wrong.map(({ name, text }) => (name === null ? <FieldError key={text}>{text}</FieldError> : null))}
          {Object.keys(values).length > 0 && !isFixed ? (
            <Button
              variant="ghost"
              size="sm"
              className="-ml-3 self-start text-muted-foreground"
              aria-label={words.resetOf(label)}
              onClick={() => {
                onChange({});
                toggle.current?.focus();
              }}
            >
              <RotateCcw aria-hidden="true" />
              {words.reset}
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

function byField(problems: readonly OptionProblem[]): ReadonlyMap<string, string> {
  return new Map(problems.flatMap(({ name, text }) => (name === null ? [] : [[name, text] as const])));
}

function summaryOf(field: PlatformOption, values: OptionValues): string {
  const value = values[field.name];
  return `${field.label}: ${value === undefined || isEmptyValue(value) ? words.none : labelOf(field, value)}`;
}
