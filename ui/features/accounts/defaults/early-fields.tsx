import { useId } from 'react';
import { Field, FieldDescription, FieldError, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { Switch } from '@/components/switch.tsx';
import { defaultsMessages as words } from '@/features/accounts/messages.ts';
import { type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';

type Early = { isOn: boolean; hours: string };
type EarlyFieldsProps = {
  platform: Platform;
  /** Further notes on the platform. */
  note: string;
  value: Early;
  isWrong: boolean;
  onChange: (value: Early) => void;
};

/** Whether, and how long in advance, posts are handed over to a platform that publishes them itself. */
export function EarlyFields({ platform, note, value, isWrong, onChange }: EarlyFieldsProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-4 border-t pt-5">
      <Field orientation="horizontal">
        <div className="flex min-w-0 flex-col gap-1">
          <FieldLabel htmlFor={`${id}-on`}>{words.early}</FieldLabel>
          <FieldDescription id={`${id}-hint`}>
            {words.earlyHint(platformLabel(platform))} {note}
          </FieldDescription>
        </div>
        <Switch
          id={`${id}-on`}
          aria-describedby={`${id}-hint`}
          checked={value.isOn}
          onCheckedChange={(isOn) => onChange({ ...value, isOn })}
        />
      </Field>
      {value.isOn ? (
        <Field>
          <FieldLabel htmlFor={`${id}-hours`}>{words.hours}</FieldLabel>
          <Input
            id={`${id}-hours`}
            inputMode="numeric"
            className="w-28 tabular-nums"
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
            value={value.hours}
            onChange={({ target }) => onChange({ ...value, hours: target.value })}
          />
          <FieldError id={`${id}-wrong`}>{isWrong ? words.hoursRange : null}</FieldError>
        </Field>
      ) : null}
    </div>
  );
}
