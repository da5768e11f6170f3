import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import groups from 'unicode-emoji-json/data-by-group.json';
import { Input } from '@/components/input.tsx';
import { composeMessages } from '@/features/compose/messages.ts';

const words = composeMessages.emoji;
const COLUMNS = 8;
/** Maximum search results. */
const FOUND_MAX = 96;

type Emoji = { emoji: string; name: string };

/** Every emoji by group, with a search by name and arrow key navigation. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const [typed, setTyped] = useState('');
  const [group, setGroup] = useState(0);
  // Not deferred: an arrow key pressed after the last letter must find that letter's results.
  const sought = typed.trim().toLowerCase();
  const shown: readonly Emoji[] = sought ? find(sought) : (groups[group]?.emojis ?? []);
  const search = useRef<HTMLInputElement>(null);
  // Mounted after the popover has set the focus.
  useEffect(() => search.current?.focus(), []);
  const grid = useRef<HTMLFieldSetElement>(null);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };
    const step = steps[event.key];
    if (step === undefined) return;
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])];
    const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div className="flex h-full flex-col">
      <div className="p-2">
        <Input
          ref={search}
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            grid.current?.querySelector('button')?.focus();
          }}
        />
      </div>
      <fieldset aria-label={words.groups} className="flex justify-between border-b px-2 pb-1.5">
        {groups.map(({ name, emojis }, index) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            aria-pressed={!sought && index === group}
            title={name}
            className="flex size-8 items-center justify-center rounded-md text-base grayscale hover:bg-accent hover:grayscale-0 aria-pressed:bg-primary/10 aria-pressed:grayscale-0"
            onClick={() => {
              setTyped('');
              setGroup(index);
            }}
          >
            {emojis[0]?.emoji}
          </button>
        ))}
      </fieldset>
      <fieldset
        ref={grid}
        aria-label={words.title}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-y-auto p-2"
      >
        <div className="grid grid-cols-8">
          {shown.map(({ emoji, name }, index) => (
            <button
              key={emoji}
              type="button"
              tabIndex={index === 0 ? 0 : -1}
              aria-label={name}
              title={name}
              onClick={() => onPick(emoji)}
              className="flex aspect-square items-center justify-center rounded-md text-xl hover:bg-accent"
            >
              {emoji}
            </button>
          ))}
        </div>
        {shown.length === 0 ? <p className="p-2 text-sm text-muted-foreground">{words.none}</p> : null}
      </fieldset>
    </div>
  );
}

/** The emoji with names that match each of the words. */
function find(sought: string): Emoji[] {
  const parts = sought.split(/\s+/);
  const found: Emoji[] = [];
  for (const { emojis } of groups)
    for (const entry of emojis) {
      if (found.length === FOUND_MAX) return found;
      if (parts.every((part) => entry.name.includes(part))) found.push(entry);
    }
  return found;
}
