import { Check } from 'lucide-react';
import { settingsMessages } from '@/features/settings/messages.ts';
import type { Zone } from '@/features/settings/schedule/zones.ts';
import { cn } from '@/lib/class-names.ts';

type ZoneListProps = {
  id: string;
  zones: readonly Zone[];
  selected: string;
  /** The name of the active option. */
  active: string | undefined;
  onActivate: (zone: string) => void;
  onChoose: (zone: string) => void;
};

/** The id of a zone's option within the list `id`. */
export function optionId(id: string, zone: string): string {
  return `${id}-${zone}`;
}

/** The zones as a listbox, common ones first. The focus stays in the search field, which marks the active option. */
export function ZoneList({ id, zones, ...options }: ZoneListProps) {
  const groups = [
    { label: settingsMessages.zones.common, zones: zones.filter(({ isCommon }) => isCommon) },
    { label: settingsMessages.zones.all, zones: zones.filter(({ isCommon }) => !isCommon) },
  ].filter((group) => group.zones.length > 0);
  return (
    <div
      id={id}
      role="listbox"
      aria-label={settingsMessages.schedule.timezone}
      className="relative max-h-72 overflow-y-auto p-1"
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox may hold groups, but no fieldsets.
        <div key={group.label} role="group" aria-label={group.label}>
          <p aria-hidden="true" className="px-3 pt-2.5 pb-1 text-xs font-medium text-muted-foreground">
            {group.label}
          </p>
          {group.zones.map((zone) => (
            <ZoneOption key={zone.name} id={optionId(id, zone.name)} zone={zone} {...options} />
          ))}
        </div>
      ))}
    </div>
  );
}

type ZoneOptionProps = Omit<ZoneListProps, 'zones'> & { zone: Zone };

function ZoneOption({ id, zone, selected, active, onActivate, onChoose }: ZoneOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field, which keeps the focus, chooses with Enter.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={zone.name === selected}
      onMouseMove={() => onActivate(zone.name)}
      onClick={() => onChoose(zone.name)}
      className={cn(
        'flex min-h-9 cursor-default items-center gap-3 rounded-md px-3 py-1.5 text-sm [contain-intrinsic-size:auto_1.5rem] [content-visibility:auto] pointer-coarse:min-h-11',
        zone.name === active && 'bg-accent',
      )}
    >
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{zone.name}</span>
      <span className="shrink-0 text-[0.8125rem] text-muted-foreground tabular-nums">{zone.offset}</span>
      <Check className={cn('size-4 shrink-0 text-primary', zone.name !== selected && 'invisible')} aria-hidden="true" />
    </div>
  );
}
