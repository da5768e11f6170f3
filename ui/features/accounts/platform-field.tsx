import { type Ref, useId } from 'react';
import { Field, FieldError, FieldLabel } from '@/components/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/select.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { addMessages } from '@/features/accounts/messages.ts';
import { PLATFORMS } from '../../../shared/posts/platforms.ts';

type PlatformFieldProps = {
  value: string;
  onChange: (platform: string) => void;
  error: string | undefined;
  ref: Ref<HTMLButtonElement>;
};

export function PlatformField({ value, onChange, error, ref }: PlatformFieldProps) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{addMessages.platform}</FieldLabel>
      <Select value={value} onValueChange={onChange}>
        <SelectTrigger
          id={id}
          ref={ref}
          className="h-11 sm:h-10"
          aria-required="true"
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
        >
          <SelectValue placeholder={addMessages.platformPlaceholder} />
        </SelectTrigger>
        <SelectContent>
          {PLATFORMS.map((platform) => (
            <SelectItem key={platform.id} value={platform.id}>
              <span className="flex items-center gap-2.5">
                <PlatformMark platform={platform.id} className="text-muted-foreground" />
                {platform.label}
              </span>
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Field>
  );
}
