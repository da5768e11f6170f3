import { Copy, Plus, X } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { FieldError } from '@/components/field.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { Input } from '@/components/input.tsx';
import { Menu, MenuItem } from '@/components/menu.tsx';
import { slotsMessages as words } from '@/features/settings/slots/slots-messages.ts';
import { POSTING_TIMES_A_DAY, tooCloseTo } from '../../../../shared/posts/posting-times.ts';

/** The days of the week from Monday on; Sunday is 0. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0];
const WORKING_DAYS = [1, 2, 3, 4, 5];

type DayProps = {
  day: number;
  times: string[];
  /** Shown if there are no times. */
  instead: string;
  onChange: (times: string[]) => void;
  onCopy: (days: readonly number[]) => void;
};

/** The times of one weekday, and a field for another. */
export function Day({ day, times, instead, onChange, onCopy }: DayProps) {
  const id = useId();
  const name = words.days[day] ?? '';
  const input = useRef<HTMLInputElement>(null);
  const [entry, setEntry] = useState('');
  const [problem, setProblem] = useState<string>();

  function add(event: FormEvent) {
    event.preventDefault();
    const close = entry === '' ? undefined : tooCloseTo(times, entry);
    if (entry === '') return setProblem(words.needsTime);
    if (times.length >= POSTING_TIMES_A_DAY) return setProblem(words.tooMany(POSTING_TIMES_A_DAY));
    if (close) return setProblem(words.tooClose(close));
    onChange([...times, entry]);
    setEntry('');
    input.current?.focus();
  }

  return (
    <li className="flex flex-col gap-2 border-t px-5 py-3 sm:flex-row sm:items-start sm:gap-4 sm:px-6">
      <h3 className="w-24 shrink-0 text-sm leading-8 font-medium">{name}</h3>
      <ul className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-1.5">
        {times.map((time) => (
          <li
            key={time}
            className="flex h-8 items-center rounded-md border bg-muted pl-2.5 text-sm tabular-nums pointer-coarse:h-11"
          >
            {time}
            <button
              type="button"
              aria-label={words.remove(time, name)}
              onClick={() => {
                input.current?.focus({ preventScroll: true });
                onChange(times.filter((other) => other !== time));
              }}
              className="flex h-full w-7 items-center justify-center rounded-r-md text-muted-foreground hover:text-foreground pointer-coarse:w-11"
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          </li>
        ))}
        {times.length === 0 ? <li className="text-sm text-muted-foreground">{instead}</li> : null}
      </ul>
      <div className="flex shrink-0 flex-col gap-1.5 sm:items-end">
        <form noValidate onSubmit={add} className="flex items-center gap-1.5">
          <Input
            ref={input}
            type="time"
            aria-label={words.time(name)}
            aria-invalid={problem !== undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            value={entry}
            onChange={(event) => {
              setProblem(undefined);
              setEntry(event.target.value);
            }}
            className="h-8 w-32 pointer-coarse:h-11"
          />
          <IconButton
            icon={Plus}
            type="submit"
            variant="outline"
            label={words.addTo(name)}
            className="pointer-coarse:size-11"
          />
          <Menu
            modal
            trigger={
              <IconButton
                icon={Copy}
                disabled={times.length === 0}
                label={words.copyOf(name)}
                title={words.copy}
                className="pointer-coarse:size-11"
              />
            }
          >
            <MenuItem onSelect={() => onCopy(WEEK)}>{words.toAll}</MenuItem>
            <MenuItem onSelect={() => onCopy(WORKING_DAYS)}>{words.toWeek}</MenuItem>
          </Menu>
        </form>
        <FieldError id={`${id}-problem`}>{problem}</FieldError>
      </div>
    </li>
  );
}
