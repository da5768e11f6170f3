import type { Ref } from 'react';
import { FormField } from '@/components/field.tsx';
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
  return (
    <FormField label={addMessages.platform} error={error}>
      {(control) => (
        <Select value={value} onValueChange={onChange}>
          <SelectTrigger {...control} ref={ref} className="h-11 sm:h-10" aria-required="true">
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
      )}
    </FormField>
  );
}
