import { useId } from 'react';
import { useController } from 'react-hook-form';
import { Checkbox } from '@/components/checkbox.tsx';
import { FieldError, FieldLegend, FieldSet } from '@/components/field.tsx';
import { Label } from '@/components/label.tsx';
import { PlatformMark } from '@/components/platform-mark.tsx';
import type { ProjectForm } from '@/features/create/form.ts';
import { createMessages } from '@/features/create/messages.ts';
import { PLATFORMS, type Platform } from '../../../shared/platforms.ts';

/** Where the posts go: a box for each of the six platforms. */
export function PlatformsField() {
  const id = useId();
  const { field, fieldState } = useController<ProjectForm, 'platforms'>({ name: 'platforms' });
  const error = fieldState.error?.message;

  function toggle(platform: Platform, chosen: boolean) {
    const next = new Set(field.value);
    if (chosen) next.add(platform);
    else next.delete(platform);
    field.onChange(PLATFORMS.map((entry) => entry.id).filter((entry) => next.has(entry)));
  }

  return (
    <FieldSet aria-describedby={error ? `${id}-error` : undefined}>
      <FieldLegend>{createMessages.platforms}</FieldLegend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))] gap-2">
        {PLATFORMS.map((platform, index) => (
          <Label
            key={platform.id}
            htmlFor={`${id}-${platform.id}`}
            className="h-11 gap-3 rounded-md border border-input px-3 font-normal transition-colors duration-150 hover:bg-accent has-disabled:pointer-events-none has-disabled:opacity-55 has-data-[state=checked]:border-primary has-data-[state=checked]:bg-primary/6"
          >
            <Checkbox
              id={`${id}-${platform.id}`}
              ref={index === 0 ? field.ref : undefined}
              checked={field.value.includes(platform.id)}
              onCheckedChange={(checked) => toggle(platform.id, checked === true)}
              onBlur={field.onBlur}
            />
            <PlatformMark platform={platform.id} className="text-muted-foreground" />
            {platform.label}
          </Label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </FieldSet>
  );
}
