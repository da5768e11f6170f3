import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Button } from '@/components/button.tsx';
import { useNear } from '@/lib/use-near.ts';

/** Distance from the window within which rows are rendered, in pixels; enough for Tab to find the next one. */
const ROWS_NEAR_PX = 2000;
/** The same for the end of the list, where more is loaded. */
const END_NEAR_PX = 1000;

type LongListProps<Item> = {
  items: readonly Item[];
  /** Items per block. */
  blockSize: number;
  /** For the list in each block. */
  className?: string;
  render: (item: Item) => ReactNode;
};

/**
 * Renders items in blocks. A block outside the window is replaced by its height, so that thousands of items scroll like
 * a hundred, unless it contains the focus.
 */
export function LongList<Item>({ items, blockSize, className, render }: LongListProps<Item>) {
  return Array.from({ length: Math.ceil(items.length / blockSize) }, (_, index) => (
    <Block
      // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place; which items are there changes.
      key={index}
      className={className}
      render={() => items.slice(index * blockSize, (index + 1) * blockSize).map(render)}
    />
  ));
}

function Block({ className, render }: { className: string | undefined; render: () => ReactNode }) {
  const [ref, near, height] = useNear<HTMLDivElement>(ROWS_NEAR_PX, true);
  return (
    <div ref={ref} style={near ? undefined : { height }}>
      {near ? <ul className={className}>{render()}</ul> : null}
    </div>
  );
}

/** How to load further items. */
export type More = { load: () => void; loading: boolean; failed: boolean };

type ListEndProps = More & { words: { moreFailed: string; loadingMore: string; showMore: string } };

/** The end of a list: loads more when it is near, or on request. */
export function ListEnd({ load, loading, failed, words }: ListEndProps) {
  const [ref, near] = useNear<HTMLDivElement>(END_NEAR_PX);
  const loadNext = useEffectEvent(load);
  const wanted = near && !loading && !failed;
  useEffect(() => {
    if (wanted) loadNext();
  }, [wanted]);
  return (
    <div ref={ref} className="flex flex-col items-center gap-2 pt-2">
      {failed ? (
        <p role="alert" className="text-sm text-destructive">
          {words.moreFailed}
        </p>
      ) : null}
      <Button variant="outline" aria-disabled={loading} onClick={() => loading || load()}>
        {loading ? words.loadingMore : words.showMore}
      </Button>
    </div>
  );
}
