import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import type { CalendarView, Cursor } from '@/features/scheduler/calendar/cursor.ts';
import type { DropTarget } from '@/features/scheduler/calendar/drop-time.ts';
import { calendarMessages } from '@/features/scheduler/calendar/messages.ts';

/** A post picked up by keyboard, and its origin. `drop` is bound to the post's state at that moment. */
type Carried = { postId: string; from: Cursor; drop: (target: DropTarget) => void };

type CarryOptions = {
  table: RefObject<HTMLTableElement | null>;
  view: CalendarView;
  cursor: Cursor;
  isMovable: (postId: string) => boolean;
  onDrop: (postId: string, target: DropTarget) => void;
  /** Moves the cursor and the focus. */
  goTo: (cursor: Cursor) => void;
};

/**
 * Dragging by keyboard: Space on a chip picks its post up, the arrow keys choose the cell, Space or Enter drops it,
 * Escape or leaving the calendar puts it back. `said` is the announcement.
 */
export function useCarry({ table, view, cursor, isMovable, onDrop, goTo }: CarryOptions) {
  const [carried, setCarried] = useState<Carried | null>(null);
  const [said, setSaid] = useState('');

  // Marks the chip and the target cell as when dragging by pointer; cells are replaced when the period changes.
  useEffect(() => {
    if (!carried) return;
    const chip = table.current?.querySelector<HTMLElement>(`[data-chip="${CSS.escape(carried.postId)}"]`);
    const cell = table.current?.querySelector<HTMLElement>('[data-drop][tabindex="0"]');
    chip?.setAttribute('data-lifted', '');
    cell?.setAttribute('data-over', '');
    return () => {
      chip?.removeAttribute('data-lifted');
      cell?.removeAttribute('data-over');
    };
  });

  function pickUp(chip: HTMLElement, postId: string) {
    setCarried({ postId, from: cursor, drop: (target) => onDrop(postId, target) });
    setSaid(calendarMessages.pickedUp(chip.querySelector('[data-title]')?.textContent ?? '', view));
    goTo(cursor);
  }

  function drop({ from, drop: finish }: Carried) {
    setCarried(null);
    const isBack = from.date.equals(cursor.date) && (view === 'month' || from.hour === cursor.hour);
    // The move announces its own result.
    setSaid(isBack ? calendarMessages.putBack : '');
    if (!isBack) finish({ date: cursor.date.toString(), hour: view === 'month' ? null : cursor.hour });
  }

  function putBack() {
    if (!carried) return;
    setCarried(null);
    setSaid(calendarMessages.putBack);
  }

  return {
    isCarrying: carried !== null,
    said,
    putBack,
    /** Handles the keys for carrying; returns whether it handled one. */
    onKey(event: KeyboardEvent<HTMLElement>): boolean {
      const chip = (event.target as HTMLElement).closest<HTMLElement>('[data-chip]');
      const isDropping = event.key === ' ' || event.key === 'Enter';
      if (carried && event.key === 'Escape') {
        putBack();
        goTo(carried.from);
      } else if (carried && isDropping) drop(carried);
      else if (event.key === ' ' && chip?.dataset.chip && isMovable(chip.dataset.chip)) pickUp(chip, chip.dataset.chip);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
