import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { FieldGroup } from '@/components/field.tsx';
import type { LimitField, SettingsForm } from '@/features/settings/form.ts';
import { limitProblems, limitsOf } from '@/features/settings/limits.ts';
import { warmupMessages, warmupNote } from '@/features/settings/messages.ts';
import { NumberField } from '@/features/settings/number-field.tsx';
import { SwitchField } from '@/features/settings/switch-card.tsx';
import { cn } from '@/lib/class-names.ts';
import { WARMUP_LIMIT_BOUNDS } from '../../../shared/accounts/warmup-limits.ts';

type WarmupCardProps = {
  form: SettingsForm;
  onChange: (fields: Partial<SettingsForm>) => void;
  /** Another window's stored values of fields that were changed here. */
  conflicts: Partial<SettingsForm>;
};

/** Fields side by side. */
const ROWS: LimitField[][] = [
  ['warmup_minutes_min', 'warmup_minutes_max'],
  ['warmup_posts_min', 'warmup_posts_max'],
  ['warmup_likes_max'],
  ['warmup_hour_start', 'warmup_hour_end'],
];

/** The limits of Instagram warm-ups, and when automatic ones may start. */
export function WarmupCard({ form, onChange, conflicts }: WarmupCardProps) {
  const problems = limitProblems(form);
  const limits = limitsOf(form);
  return (
    <Card>
      <CardHeader>
        <CardTitle>{warmupMessages.title}</CardTitle>
        <CardDescription>{warmupMessages.description}</CardDescription>
      </CardHeader>
      <CardContent>
        <FieldGroup>
          {ROWS.map((fields) => (
            <div key={fields[0]} className={cn('grid gap-5 sm:gap-6', fields.length > 1 && 'grid-cols-2')}>
              {fields.map((field) => (
                <NumberField
                  key={field}
                  {...warmupMessages.fields[field]}
                  bounds={WARMUP_LIMIT_BOUNDS[field]}
                  value={form[field]}
                  onChange={(typed) => onChange({ [field]: typed })}
                  problem={problems[field]}
                  conflict={conflicts[field]}
                />
              ))}
            </div>
          ))}
          <SwitchField
            {...warmupMessages.rampUp}
            checked={form.warmup_ramp_up}
            onChange={(warmup_ramp_up) => onChange({ warmup_ramp_up })}
          />
          {limits ? (
            <p role="status" className="text-[0.8125rem] leading-snug text-muted-foreground">
              {warmupNote(limits, form.warmup_enabled)}
            </p>
          ) : null}
        </FieldGroup>
      </CardContent>
    </Card>
  );
}
