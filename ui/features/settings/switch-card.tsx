import { type ReactNode, useId } from 'react';
import { Card, CardHeader, CardTitle } from '@/components/card.tsx';
import { Field, FieldDescription } from '@/components/field.tsx';
import { Label } from '@/components/label.tsx';
import { Switch } from '@/components/switch.tsx';
import type { SettingsForm } from '@/features/settings/form.ts';
import type { SettingSwitch } from '@/features/settings/messages.ts';

type SwitchCardProps = {
  title: string;
  switches: SettingSwitch[];
  form: SettingsForm;
  onChange: (fields: Partial<SettingsForm>) => void;
};

/** The look of a toggle that takes the width of its card. */
export const SWITCH_ROW = 'border-t px-5 py-4 sm:px-6';

/** A card of toggles (§2). */
export function SwitchCard({ title, switches, form, onChange }: SwitchCardProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      {switches.map(({ setting, ...words }) => (
        <SwitchField
          key={setting}
          {...words}
          className={SWITCH_ROW}
          checked={form[setting]}
          onChange={(checked) => onChange({ [setting]: checked })}
        />
      ))}
    </Card>
  );
}

type SwitchFieldProps = {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
  /** Below the hint. */
  children?: ReactNode;
};

export function SwitchField({ label, hint, checked, onChange, disabled, className, children }: SwitchFieldProps) {
  const id = useId();
  return (
    <Field orientation="horizontal" className={className}>
      <div className="flex min-w-0 flex-col gap-1">
        <Label htmlFor={id}>{label}</Label>
        <FieldDescription id={`${id}-hint`} className="max-w-prose">
          {hint}
        </FieldDescription>
        {children}
      </div>
      <Switch
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        aria-describedby={`${id}-hint`}
        className="mt-0.5"
      />
    </Field>
  );
}
