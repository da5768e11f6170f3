import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import type { Place, Post, ScheduledPost } from '@/features/scheduler/queries.ts';

/** A snapshot of a post from when it was ticked, in the list or in the calendar. */
export type Picked = {
  id: string;
  contentId: string;
  status: Place['status'] | 'draft';
  /** Its place in the timeline, if it has one. */
  place: Pick<Place, 'id' | 'scheduled_time'> | null;
  isPublishing: boolean;
};

/** The selection on the Scheduler. */
type Selection = {
  /** Whether selection mode is on. */
  isSelecting: boolean;
  setSelecting(on: boolean): void;
  picked: ReadonlyMap<string, Picked>;
  /** Ticks or unticks a post; with `isRange` all posts from the previous one, in display order. */
  toggle(id: string, isRange: boolean): void;
  /** Sets the displayed posts, for ranges and "select all". */
  show(posts: readonly (Post | ScheduledPost)[]): void;
  addShown(): void;
  clear(): void;
};

const SelectionContext = createContext<Selection | null>(null);

/** The selection; null outside of the Scheduler. */
export function useSelection(): Selection | null {
  return useContext(SelectionContext);
}

/** The selection, across tabs and views. */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const [isSelecting, setOn] = useState(false);
  const [picked, setPicked] = useState<ReadonlyMap<string, Picked>>(new Map());
  const order = useRef<readonly Picked[]>([]);
  const last = useRef<string | null>(null);
  const steps = useMemo(() => {
    const add = (more: readonly Picked[]) =>
      setPicked((current) => new Map([...current, ...more.map((one) => [one.id, one] as const)]));
    const clear = () => {
      last.current = null;
      setPicked(new Map());
    };
    return {
      clear,
      setSelecting(on: boolean) {
        if (!on) clear();
        setOn(on);
      },
      toggle(id: string, isRange: boolean) {
        const placeOf = (wanted: string | null) => order.current.findIndex((one) => one.id === wanted);
        const [before, here] = [placeOf(last.current), placeOf(id)];
        const isWhole = isRange && before >= 0;
        last.current = id;
        if (isWhole) return add(order.current.slice(Math.min(before, here), Math.max(before, here) + 1));
        setPicked((current) => {
          const next = new Map(current);
          const one = order.current[here];
          if (!next.delete(id) && one) next.set(id, one);
          return next;
        });
      },
      show(posts: readonly (Post | ScheduledPost)[]) {
        order.current = posts.map(pickedOf);
      },
      addShown: () => add(order.current),
    };
  }, []);
  const value = useMemo<Selection>(() => ({ isSelecting, picked, ...steps }), [isSelecting, picked, steps]);
  return <SelectionContext value={value}>{children}</SelectionContext>;
}

function pickedOf(post: Post | ScheduledPost): Picked {
  const place = 'place' in post ? post.place : post;
  const contentId = 'content' in post ? post.content.id : post.content_id;
  const places = 'content' in post ? post.content.scheduled_posts : [post];
  const isPublishing = places.some(({ status }) => status === 'publishing');
  return { id: post.id, contentId, status: place?.status ?? 'draft', place, isPublishing };
}
