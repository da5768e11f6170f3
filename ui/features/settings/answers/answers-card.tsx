import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Badge } from '@/components/badge.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { FieldDescription, FieldLegend, FieldSet } from '@/components/field.tsx';
import { Radio } from '@/components/radio.tsx';
import { Select } from '@/components/select.tsx';
import { sourcesQuery } from '@/domain/answers/sources.ts';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { answerSettingsMessages as words } from '@/features/settings/answers/answers-messages.ts';
import { useAnswerSettings } from '@/features/settings/answers/use-answer-settings.ts';
import { SWITCH_ROW, SwitchField } from '@/features/settings/switch-card.tsx';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';
import { useAgent } from '@/lib/agent.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { AnswerSettings, AnswerSource } from '../../../../shared/answers/answers.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';

/**
 * Whether answers are collected, from which accounts, and how often notifications are sent. Each change is saved at
 * once.
 */
export function AnswersCard() {
  const { data: settings, error, refetch, change } = useAnswerSettings();
  const { data: sources = [] } = useQuery(sourcesQuery(useAgent()));
  if (!settings) return <WaitingCard words={words} error={error} onRetry={() => void refetch()} height="h-80" />;
  const prices = [
    ...new Set(sources.flatMap(({ platform, price }) => (price ? `${platformLabel(platform)}: ${price}` : []))),
  ];
  return (
    <Card>
      <CardHeader>
        <CardTitle>{words.title}</CardTitle>
      </CardHeader>
      <SwitchField
        {...words.collect}
        className={SWITCH_ROW}
        checked={settings.collect}
        onChange={(collect) => change({ collect })}
      />
      {prices.length > 0 || settings.collectPaid ? (
        <SwitchField
          label={words.collectPaid.label}
          hint={[...prices, words.collectPaid.hint].join(' ')}
          className={SWITCH_ROW}
          checked={settings.collectPaid}
          onChange={(collectPaid) => change({ collectPaid })}
        />
      ) : null}
      <Notify settings={settings} onChange={change} />
      <Sources sources={sources} />
    </Card>
  );
}

const HOURS = [1, 2, 3, 6, 12, 24];
const CHOICES = Object.keys(words.notify.choices) as (keyof typeof words.notify.choices)[];

type NotifyProps = { settings: AnswerSettings; onChange: (change: Partial<AnswerSettings>) => void };

function Notify({ settings: { notify, notifyHours }, onChange }: NotifyProps) {
  const id = useId();
  const hours = [...new Set([...HOURS, notifyHours])].sort((a, b) => a - b);
  return (
    <CardContent className="border-t pt-5">
      <FieldSet aria-describedby={`${id}-hint`}>
        <FieldLegend className="mb-1">{words.notify.legend}</FieldLegend>
        <FieldDescription id={`${id}-hint`}>{words.notify.hint}</FieldDescription>
        {CHOICES.map((choice) => (
          <div key={choice} className="flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1">
            <Radio
              name={id}
              label={words.notify.choices[choice]}
              isChosen={notify === choice}
              onChoose={() => onChange({ notify: choice })}
            />
            {choice === 'hours' ? (
              <Select
                aria-label={words.notify.hours}
                className="h-9 w-auto min-w-36"
                disabled={notify !== 'hours'}
                value={String(notifyHours)}
                onChoose={(next) => onChange({ notifyHours: Number(next) })}
                options={hours.map((count) => ({ value: String(count), label: words.notify.everyHours(count) }))}
              />
            ) : null}
          </div>
        ))}
      </FieldSet>
    </CardContent>
  );
}

/** The accounts that answers are collected from, with their problems. */
function Sources({ sources }: { sources: readonly AnswerSource[] }) {
  return (
    <div className="border-t">
      <h3 className="px-5 pt-4 pb-2 text-sm font-medium sm:px-6">{words.accounts.title}</h3>
      {sources.length === 0 ? (
        <p className="px-5 pb-5 text-[0.8125rem] text-muted-foreground sm:px-6">{words.accounts.none}</p>
      ) : (
        <ul className="pb-3">
          {sources.map((source) => (
            <Source key={source.account.id} source={source} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Source({ source: { account, platform, state, since, problem } }: { source: AnswerSource }) {
  const timeZone = useTimeZone();
  const { states, since: readSince, notYet } = words.accounts;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2 text-sm sm:px-6">
      <PlatformMark platform={platform} className="text-muted-foreground" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {account.label} <span className="text-muted-foreground">{platformLabel(platform)}</span>
      </span>
      {state === 'on' ? (
        <span className="text-xs text-muted-foreground tabular-nums">
          {since ? readSince(formatDateTime(since, timeZone)) : notYet}
        </span>
      ) : null}
      <Badge variant={problem || state === 'reconnect' ? 'warning' : state === 'on' ? 'success' : 'outline'}>
        {states[state]}
      </Badge>
      {problem ? (
        <p className="basis-full text-[0.8125rem] leading-snug text-muted-foreground [overflow-wrap:anywhere]">
          {problem}
        </p>
      ) : null}
    </li>
  );
}
