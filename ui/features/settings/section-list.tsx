import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { settingsMessages } from '@/features/settings/messages.ts';
import {
  draftOfSection,
  pathOfSection,
  SETTINGS_SECTIONS,
  type SettingsSection,
} from '@/features/settings/sections.ts';
import { cn } from '@/lib/class-names.ts';
import { readDraft } from '@/lib/draft.ts';

/**
 * Links to the sections: a column if there is room, else rows, and on a phone one row that scrolls. Sections with
 * unsaved input have a dot.
 */
export function SectionList({ current }: { current: SettingsSection }) {
  const list = useRef<HTMLUListElement>(null);

  // In the row, the current one may be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section has another link.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && link)
      list.current.scrollLeft = link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2;
  }, [current]);

  return (
    <nav aria-label={settingsMessages.sections} className="min-w-0 @2xl:sticky @2xl:top-6">
      <ul
        ref={list}
        className="relative -mx-4 flex gap-1.5 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0 @2xl:flex-col @2xl:flex-nowrap @2xl:gap-0.5 @2xl:py-0"
      >
        {SETTINGS_SECTIONS.map(({ name, label }) => (
          <li key={name} className="shrink-0">
            <Link to={pathOfSection(name)} aria-current={name === current ? 'page' : undefined} className={LINK}>
              {label}
              {name !== current && readDraft(draftOfSection(name)) !== undefined ? (
                <span className="ml-auto flex size-1.5 rounded-full bg-primary">
                  <span className="sr-only">{settingsMessages.unsaved}</span>
                </span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const LINK = cn(
  'flex min-h-9 items-center gap-2 rounded-md px-3 text-sm whitespace-nowrap text-muted-foreground transition-colors duration-150',
  'hover:bg-accent hover:text-foreground max-sm:min-h-11 pointer-coarse:min-h-11',
  'aria-[current=page]:bg-accent aria-[current=page]:font-medium aria-[current=page]:text-foreground',
);
