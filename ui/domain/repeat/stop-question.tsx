import { useState } from 'react';
import { Confirmation } from '@/components/question.tsx';
import { repeatMessages as words } from '@/domain/repeat/messages.ts';
import { useSeries } from '@/domain/repeat/use-series.ts';

/** Asks before a series is stopped. */
export function StopQuestion({ series, onClose }: { series: string; onClose: () => void }) {
  const { stop } = useSeries();
  const [isBusy, setBusy] = useState(false);
  return (
    <Confirmation
      title={words.stopTitle}
      description={words.stopText}
      onClose={onClose}
      keep={words.keep}
      confirm={isBusy ? words.stopping : words.stop}
      isBusy={isBusy}
      onConfirm={() => {
        setBusy(true);
        void stop(series).then(onClose);
      }}
    />
  );
}
