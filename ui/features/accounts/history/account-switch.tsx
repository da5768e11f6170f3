import { useId } from 'react';
import { Field, FieldDescription } from '@/components/field.tsx';
import { Label } from '@/components/label.tsx';
import { Switch } from '@/components/switch.tsx';
import { type AccountSwitchField, useAccountSwitch } from '@/features/accounts/history/use-account-switch.ts';
import type { SocialAccountsRow } from '../../../../shared/database.ts';

type AccountSwitchProps = {
  account: SocialAccountsRow;
  field: AccountSwitchField;
  words: { label: string; hint: string; off: string };
  /** Have the settings switched off for all accounts what this switch is about? */
  isOffForAll: boolean;
};

/** A switch of one account, which is saved at once. */
export function AccountSwitch({ account, field, words, isOffForAll }: AccountSwitchProps) {
  const id = useId();
  const { isOn, change } = useAccountSwitch(account, field);
  return (
    <Field orientation="horizontal" className="px-4 py-3.5">
      <div className="flex min-w-0 flex-col gap-1">
        <Label htmlFor={id}>{words.label}</Label>
        <FieldDescription id={`${id}-hint`}>
          {words.hint}
          {isOffForAll ? <span className="mt-1 block font-medium text-warning">{words.off}</span> : null}
        </FieldDescription>
      </div>
      <Switch id={id} checked={isOn} onCheckedChange={change} aria-describedby={`${id}-hint`} className="mt-0.5" />
    </Field>
  );
}
