import { ChevronDown, LocateFixed } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Field, FieldDescription, FieldLabel } from '@/components/field.tsx';
import { fieldSurface } from '@/components/input.tsx';
import { ConflictNote } from '@/features/settings/conflict-note.tsx';
import { settingsMessages } from '@/features/settings/messages.ts';
import { ZoneSearch } from '@/features/settings/schedule/zone-search.tsx';
import { isSameZone, utcOffset } from '@/features/settings/schedule/zones.ts';
import { cn } from '@/lib/class-names.ts';
import { ownTimeZone } from '../../../../shared/time/time-zones.ts';

const words = settingsMessages.schedule;

type TimezoneFieldProps = { value: string; onChange: (zone: string) => void; conflict: string | undefined };

/** The zone for scheduling posts (§2): §9's nine first, all others by search, and a button for this browser's. */
export function TimezoneField({ value, onChange, conflict }: TimezoneFieldProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [now] = useState(() => new Date());
  const here = ownTimeZone();

  function choose(zone: string) {
    onChange(zone);
    setOpen(false);
  }

  return (
    <Field>
      <FieldLabel htmlFor={id}>{words.timezone}</FieldLabel>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger
          id={id}
          role="combobox"
          aria-describedby={`${id}-hint`}
          className={cn(fieldSurface, 'flex h-10 items-center gap-3 px-3 text-left')}
        >
          <span className="min-w-0 flex-1 truncate">{value}</span>
          <span className="shrink-0 text-muted-foreground tabular-nums">{utcOffset(value, now)}</span>
          <ChevronDown className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            aria-label={words.timezone}
            align="start"
            sideOffset={4}
            collisionPadding={12}
            className="z-50 w-(--radix-popover-trigger-width) min-w-72 overflow-hidden rounded-lg border bg-popover text-popover-foreground shadow-float data-[state=open]:animate-appear"
          >
            <ZoneSearch selected={value} onChoose={choose} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <FieldDescription id={`${id}-hint`}>
        {words.timezoneHint}
        <span className="block">{words.timezoneDefault}</span>
      </FieldDescription>
      <ConflictNote stored={conflict} />
      {isSameZone(here, value) ? null : (
        <Button
          variant="outline"
          size="sm"
          className="h-auto min-h-8 w-fit max-w-full py-1 text-left whitespace-normal"
          onClick={() => onChange(here)}
        >
          <LocateFixed aria-hidden="true" />
          {settingsMessages.zones.takeBrowsers(here, utcOffset(here, now))}
        </Button>
      )}
    </Field>
  );
}
