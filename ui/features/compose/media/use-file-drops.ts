import { type RefObject, useEffect, useRef, useState } from 'react';

/** Accepts files dropped on an area or pasted anywhere on the page; returns whether files are dragged over it. */
export function useFileDrops(
  area: RefObject<HTMLElement | null>,
  isFixed: boolean,
  onFiles: (files: File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const element = area.current;
    if (!element || isFixed) return;
    const ending = new AbortController();
    const { signal } = ending;
    // A picture dragged from this page counts as a file too.
    let isOurs = false;
    for (const type of ['dragstart', 'dragend']) {
      document.addEventListener(type, () => (isOurs = type === 'dragstart'), { signal });
    }
    const carriesFiles = ({ dataTransfer }: DragEvent) => !isOurs && (dataTransfer?.types.includes('Files') ?? false);
    const onDrag = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    element.addEventListener('dragenter', onDrag, { signal });
    element.addEventListener('dragover', onDrag, { signal });
    element.addEventListener(
      'dragleave',
      (event) => {
        if (!(event.relatedTarget instanceof Node && element.contains(event.relatedTarget))) setOver(false);
      },
      { signal },
    );
    element.addEventListener(
      'drop',
      (event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(false);
        take.current(filesOf(event.dataTransfer));
      },
      { signal },
    );
    document.addEventListener(
      'paste',
      (event) => {
        const files = filesOf(event.clipboardData);
        // Text copied from a spreadsheet or a page also contains a picture of it.
        if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
        event.preventDefault();
        take.current(files);
      },
      { signal },
    );
    return () => ending.abort();
  }, [area, isFixed]);
  return isOver;
}

/** The files of a drop or a paste. */
function filesOf(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])];
}
