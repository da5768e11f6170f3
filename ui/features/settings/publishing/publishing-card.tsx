import { useId, useState } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { FieldDescription, FieldGroup, FieldLegend, FieldSet, FormField } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { Radio } from '@/components/radio.tsx';
import { Select } from '@/components/select.tsx';
import { ConflictNote } from '@/features/settings/conflict-note.tsx';
import type { SettingsForm } from '@/features/settings/form.ts';
import { type Grace, graceOf, graceProblem, textOf } from '@/features/settings/publishing/grace.ts';
import { publishingMessages } from '@/features/settings/publishing/publishing-messages.ts';
import { SWITCH_ROW, SwitchField } from '@/features/settings/switch-card.tsx';

const { title, paused, figures, pages, late, grace: words } = publishingMessages;

type PublishingCardProps = {
  form: SettingsForm;
  onChange: (fields: Partial<SettingsForm>) => void;
  /** Another window's stored values of fields that were changed here. */
  conflicts: Partial<SettingsForm>;
};

/** Whether posts are published, and what to do with late ones. */
export function PublishingCard({ form, onChange, conflicts }: PublishingCardProps) {
  const name = useId();
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <SwitchField
        {...paused}
        className={SWITCH_ROW}
        checked={form.publishing_paused}
        onChange={(publishing_paused) => onChange({ publishing_paused })}
      />
      <SwitchField
        {...figures}
        className={SWITCH_ROW}
        checked={form.collect_figures}
        onChange={(collect_figures) => onChange({ collect_figures })}
      />
      <SwitchField
        {...pages}
        className={SWITCH_ROW}
        checked={form.read_own_pages}
        onChange={(read_own_pages) => onChange({ read_own_pages })}
      />
      <CardContent className="border-t pt-5">
        <FieldGroup>
          <FieldSet aria-describedby={`${name}-hint`}>
            <FieldLegend className="mb-1">{late.legend}</FieldLegend>
            <FieldDescription id={`${name}-hint`}>{late.hint}</FieldDescription>
            {CHOICES.map((choice) => (
              <Radio
                key={choice}
                name={name}
                label={late.choices[choice]}
                isChosen={form.late_posts === choice}
                onChoose={() => onChange({ late_posts: choice })}
              />
            ))}
            <ConflictNote stored={conflicts.late_posts && late.choices[conflicts.late_posts]} />
          </FieldSet>
          {form.late_posts === 'publish' || graceProblem(form.late_grace_minutes) ? (
            <GraceField
              value={form.late_grace_minutes}
              onChange={(late_grace_minutes) => onChange({ late_grace_minutes })}
              conflict={conflicts.late_grace_minutes}
            />
          ) : null}
        </FieldGroup>
      </CardContent>
    </Card>
  );
}

const CHOICES = Object.keys(late.choices) as (keyof typeof late.choices)[];
const UNITS = Object.keys(words.units) as Grace['unit'][];

type GraceFieldProps = { value: string; onChange: (next: string) => void; conflict: string | undefined };

/** How late a post may still be published, in minutes or hours. */
function GraceField({ value, onChange, conflict }: GraceFieldProps) {
  const [isTyping, setIsTyping] = useState(false);
  const grace = graceOf(value);
  const shown = isTyping ? null : graceProblem(value);
  return (
    <FormField label={words.label} hint={words.hint} error={shown} after={<ConflictNote stored={conflict} />}>
      {(control) => (
        <div className="grid max-w-72 grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] gap-2.5">
          <Input
            {...control}
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            className="w-full tabular-nums"
            value={grace.typed}
            onChange={(event) => {
              setIsTyping(true);
              onChange(textOf({ ...grace, typed: event.target.value }));
            }}
            onBlur={() => setIsTyping(false)}
            onKeyDown={(event) => event.key === 'Enter' && setIsTyping(false)}
          />
          <Select
            aria-label={words.unit}
            value={grace.unit}
            onChoose={(unit) => onChange(textOf({ ...grace, unit: unit as Grace['unit'] }))}
            options={UNITS.map((unit) => ({ value: unit, label: words.units[unit] }))}
          />
        </div>
      )}
    </FormField>
  );
}
