import { useEffect, useEffectEvent, useState } from 'react';

/** Whether files are being dragged over the window; those dropped anywhere in it go to `onFiles` instead of being opened by the browser. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setDragging(true);
    };
    const onLeave = (event: DragEvent) => {
      // Only the way out of the window leads to no other element.
      if (event.relatedTarget === null) setDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setDragging(false);
      take(Array.from(event.dataTransfer?.files ?? []));
    };
    addEventListener('dragenter', onDrag);
    addEventListener('dragover', onDrag);
    addEventListener('dragleave', onLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragenter', onDrag);
      removeEventListener('dragover', onDrag);
      removeEventListener('dragleave', onLeave);
      removeEventListener('drop', onDrop);
    };
  }, []);

  return dragging;
}

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
