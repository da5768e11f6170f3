import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { settingsMessages } from '@/features/settings/messages.ts';
import { optionId, ZoneList } from '@/features/settings/schedule/zone-list.tsx';
import { listZones, searchZones } from '@/features/settings/schedule/zones.ts';

const words = settingsMessages.zones;

/** Options skipped by the page keys. */
const PAGE_STEP = 8;

type ZoneSearchProps = { selected: string; onChoose: (zone: string) => void };

/** A search field over all zones (an ARIA combobox): type to search, arrows and page keys to move, Enter to choose. */
export function ZoneSearch({ selected, onChoose }: ZoneSearchProps) {
  const id = useId();
  const [zones] = useState(() => listZones(selected, new Date()));
  const [query, setQuery] = useState('');
  const [active, setActive] = useState<string | undefined>(selected);
  const found = searchZones(zones, query);

  // Scrolls only for the keyboard; the option under the pointer is visible.
  function moveTo(zone: string | undefined) {
    setActive(zone);
    if (zone) document.getElementById(optionId(id, zone))?.scrollIntoView({ block: 'nearest' });
  }

  // Without scrollIntoView, which would also scroll the page.
  useEffect(() => {
    const option = document.getElementById(optionId(id, selected));
    const list = document.getElementById(id);
    if (option && list) list.scrollTop = option.offsetTop - (list.clientHeight - option.clientHeight) / 2;
  }, [id, selected]);

  function search(text: string) {
    setQuery(text);
    setActive(searchZones(zones, text)[0]?.name);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (active) onChoose(active);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_STEP, PageUp: -PAGE_STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const place = found.findIndex(({ name }) => name === active) + step;
    moveTo(found[Math.max(0, Math.min(found.length - 1, place))]?.name);
  }

  return (
    <div>
      <div className="flex items-center gap-2.5 border-b px-3.5">
        <Search className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the field is what the person just opened.
          autoFocus
          role="combobox"
          aria-label={words.search}
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(id, active)}
          autoComplete="off"
          spellCheck={false}
          placeholder={words.searchPlaceholder}
          className="h-11 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted-foreground sm:text-sm"
          value={query}
          onChange={(event) => search(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <ZoneList id={id} zones={found} selected={selected} active={active} onActivate={setActive} onChoose={onChoose} />
      <p role="status" className={found.length === 0 ? 'px-4 pb-5 text-sm text-muted-foreground' : 'sr-only'}>
        {found.length === 0 ? words.none(query) : words.found(found.length)}
      </p>
    </div>
  );
}
