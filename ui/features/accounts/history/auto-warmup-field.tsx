import { useId } from 'react';
import { Field, FieldDescription } from '@/components/field.tsx';
import { Label } from '@/components/label.tsx';
import { Switch } from '@/components/switch.tsx';
import { autoMessages } from '@/features/accounts/history/messages.ts';
import { useAutoWarmup } from '@/features/accounts/history/use-auto-warmup.ts';
import { useSettings } from '@/lib/settings.ts';
import type { SocialAccountsRow } from '../../../../shared/database.ts';

/** Whether this account takes part in the automatic warm-ups, and that none does while they are off in Settings. Saved at once. */
export function AutoWarmupField({ account }: { account: SocialAccountsRow }) {
  const id = useId();
  const { isOn, change } = useAutoWarmup(account);
  const isOffForAll = useSettings()?.warmup_enabled === false;
  return (
    <Field orientation="horizontal" className="rounded-lg border px-4 py-3.5">
      <div className="flex min-w-0 flex-col gap-1">
        <Label htmlFor={id}>{autoMessages.label}</Label>
        <FieldDescription id={`${id}-hint`}>
          {autoMessages.hint}
          {isOffForAll ? <span className="mt-1 block font-medium text-warning">{autoMessages.off}</span> : null}
        </FieldDescription>
      </div>
      <Switch id={id} checked={isOn} onCheckedChange={change} aria-describedby={`${id}-hint`} className="mt-0.5" />
    </Field>
  );
}
