import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import type { Temporal } from 'temporal-polyfill';
import { type CalendarView, type Cursor, cursorAfter } from '@/features/scheduler/calendar/cursor.ts';
import { calendarMessages } from '@/features/scheduler/calendar/messages.ts';
import { useCarry } from '@/features/scheduler/calendar/use-carry.ts';
import { cn } from '@/lib/class-names.ts';
import { drag } from '@/lib/drag.ts';
import { clockChange } from '@/lib/local-time.ts';

/** Events of a calendar grid: the cursor moved, a day or a post was opened, a post was dropped. */
export type GridEvents = {
  onMove: (cursor: Cursor) => void;
  /** A day was opened; in the week and the day view, an hour of it. */
  onOpen: (date: string, hour: number | null) => void;
  /** A new post was requested for a day. */
  onNew: (date: string) => void;
  /** A free posting time (ISO 8601) was opened. */
  onSlot: (time: string) => void;
  onOpenPost: (postId: string, isRange: boolean) => void;
  onDrop: (postId: string, target: { date: string; hour: number | null }) => void;
};

type GridProps = GridEvents & {
  view: CalendarView;
  label: string;
  cursor: Cursor;
  /** Whether a post can be dragged now. */
  isMovable: (postId: string) => boolean;
  className?: string;
  children: ReactNode;
};

/**
 * A calendar's table as an ARIA grid with a single tab stop. Its cells have `data-drop` (a date), `data-hour` in the
 * week view, and tabIndex 0 on the cursor's cell and its chips; chips have `data-chip` (a post's id). All keys, presses
 * and drags are handled here, so that cells need no handlers.
 */
export function Grid({ view, label, cursor, isMovable, className, children, ...events }: GridProps) {
  const { onMove, onOpen, onNew, onSlot, onOpenPost, onDrop } = events;
  const table = useRef<HTMLTableElement>(null);
  const hasMoved = useRef(false);
  const endDrag = useRef<() => void>(undefined);
  const carry = useCarry({ table, view, cursor, isMovable, onDrop, goTo });
  useEffect(() => () => endDrag.current?.(), []);

  useEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    const cell = table.current?.querySelector<HTMLElement>(cellSelector(cursor, view));
    cell?.focus();
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [cursor, view]);

  function goTo(next: Cursor) {
    hasMoved.current = true;
    // A new object, so that the effect above runs even if the cell is the same.
    onMove({ ...next });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (carry.onKey(event)) return;
    const target = event.target as HTMLElement;
    const next = cursorAfter(event.key, cursor, view);
    const isOpening = (event.key === 'Enter' || event.key === ' ') && target.dataset.drop !== undefined;
    if (!next && !isOpening) return;
    event.preventDefault();
    if (next) goTo(next);
    else onOpen(target.dataset.drop ?? '', hourOf(target));
  }

  function onClick({ target, shiftKey }: MouseEvent<HTMLElement>) {
    const { date, chip, slot } = partsOf(target);
    if (slot) onSlot(slot);
    else if (chip?.dataset.chip) onOpenPost(chip.dataset.chip, shiftKey);
    else if (date && (target as HTMLElement).closest('[data-ghost]') && hourOf(target) === null) onNew(date);
    else if (date) onOpen(date, hourOf(target));
  }

  function onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
    if (relatedTarget && !table.current?.contains(relatedTarget)) carry.putBack();
  }

  function onPointerDown({ target, nativeEvent }: PointerEvent<HTMLElement>) {
    const { chip } = partsOf(target);
    const postId = chip?.dataset.chip;
    if (!chip || !postId || nativeEvent.button !== 0 || !isMovable(postId)) return;
    endDrag.current?.();
    endDrag.current = drag(chip, nativeEvent, ({ dataset: { drop = '', hour } }) =>
      onDrop(postId, { date: drop, hour: hour === undefined ? null : Number(hour) }),
    );
  }

  return (
    <>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA allows it, and the rows and headers of a table are what the grid needs.
        role="grid"
        aria-label={label}
        className={cn('w-full table-fixed border-separate border-spacing-0', className)}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onPointerDown={onPointerDown}
        onBlur={onBlur}
      >
        {children}
      </table>
      <p
        role="status"
        className={
          carry.isCarrying
            ? 'fixed bottom-4 left-1/2 z-20 w-max max-w-[calc(100%-2rem)] -translate-x-1/2 rounded-md border bg-popover px-4 py-2 text-center text-[0.8125rem] shadow-float'
            : 'sr-only'
        }
      >
        {carry.said}
      </p>
    </>
  );
}

/** Whether the user navigates the calendar by keyboard or drags, so that it must not scroll automatically. */
export function isBusy(calendar: Element | null): boolean {
  return document.body.dataset.dragging !== undefined || calendar?.contains(document.activeElement) === true;
}

function partsOf(target: EventTarget) {
  const element = target as HTMLElement;
  return {
    date: element.closest<HTMLElement>('[data-drop]')?.dataset.drop,
    chip: element.closest<HTMLElement>('[data-chip]'),
    slot: element.closest<HTMLElement>('[data-free]')?.dataset.free,
  };
}

function hourOf(target: EventTarget): number | null {
  const hour = (target as HTMLElement).closest<HTMLElement>('[data-drop]')?.dataset.hour;
  return hour === undefined ? null : Number(hour);
}

function cellSelector({ date, hour }: Cursor, view: CalendarView): string {
  return `[data-drop="${date}"]${view === 'month' ? '' : `[data-hour="${hour}"]`}`;
}

/** A note on the days when the clocks change; nothing on others. */
export function ClockNote({ date, zone }: { date: Temporal.PlainDate; zone: string }) {
  const hours = clockChange(date, zone);
  if (hours === 0) return null;
  return (
    <span className="block truncate text-[0.6875rem] leading-4 font-normal text-warning">
      {calendarMessages.clocks(hours)}
    </span>
  );
}
