import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import type { Content, ScheduledPost } from '@/features/scheduler/queries.ts';

/** The selected rows, as they were when selected. */
export type Ticked<Row> = {
  rows: ReadonlyMap<string, Row>;
  /** Selects or deselects a row; with `isRange` all rows from the previous one, in display order. */
  toggle(row: Row, isRange: boolean): void;
  add(rows: readonly Row[]): void;
  /** Sets the displayed rows, for ranges and "select all". */
  show(rows: readonly Row[]): void;
  shown(): readonly Row[];
};

type Selection = {
  /** Whether selection mode is on. */
  isSelecting: boolean;
  setSelecting(on: boolean): void;
  posts: Ticked<ScheduledPost>;
  contents: Ticked<Content>;
  clear(): void;
};

const SelectionContext = createContext<Selection | null>(null);

/** The selection on the Scheduler, across both lists. */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const [isSelecting, setSelecting] = useState(false);
  const [posts, clearPosts] = useTicked<ScheduledPost>();
  const [contents, clearContents] = useTicked<Content>();
  const value = useMemo<Selection>(() => {
    const clear = () => {
      clearPosts();
      clearContents();
    };
    const change = (on: boolean) => {
      if (!on) clear();
      setSelecting(on);
    };
    return { isSelecting, setSelecting: change, posts, contents, clear };
  }, [isSelecting, posts, contents, clearPosts, clearContents]);
  return <SelectionContext value={value}>{children}</SelectionContext>;
}

/** The selection; null outside of the Scheduler. */
export function useSelection(): Selection | null {
  return useContext(SelectionContext);
}

function useTicked<Row extends { id: string }>(): [ticked: Ticked<Row>, clear: () => void] {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map());
  const order = useRef<readonly Row[]>([]);
  const last = useRef<string | null>(null);
  const steps = useMemo(
    () => ({
      toggle(row: Row, isRange: boolean) {
        const before = order.current.findIndex(({ id }) => id === last.current);
        const here = order.current.findIndex(({ id }) => id === row.id);
        const isWhole = isRange && before >= 0 && here >= 0;
        const span = isWhole ? order.current.slice(Math.min(before, here), Math.max(before, here) + 1) : [row];
        last.current = row.id;
        setRows((current) => {
          const next = new Map(current);
          if (!isWhole && next.delete(row.id)) return next;
          for (const one of span) next.set(one.id, one);
          return next;
        });
      },
      add: (more: readonly Row[]) =>
        setRows((current) => new Map([...current, ...more.map((row) => [row.id, row] as const)])),
      show(shown: readonly Row[]) {
        order.current = shown;
      },
      shown: () => order.current,
    }),
    [],
  );
  const [clear] = useState(() => () => {
    last.current = null;
    setRows(new Map());
  });
  return [useMemo(() => ({ rows, ...steps }), [rows, steps]), clear];
}
