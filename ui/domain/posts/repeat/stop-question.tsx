import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Question } from '@/components/question.tsx';
import { repeatMessages as words } from '@/domain/posts/repeat/messages.ts';
import { useSeries } from '@/domain/posts/repeat/use-series.ts';

/** Asks before a series is stopped. */
export function StopQuestion({ series, onClose }: { series: string; onClose: () => void }) {
  const { stop } = useSeries();
  const [isBusy, setBusy] = useState(false);
  return (
    <Question
      title={words.stopTitle}
      description={words.stopText}
      onClose={onClose}
      answers={
        <>
          <Button variant="outline" onClick={onClose}>
            {words.keep}
          </Button>
          <Button
            variant="destructive"
            disabled={isBusy}
            onClick={() => {
              setBusy(true);
              void stop(series).then(onClose);
            }}
          >
            {isBusy ? words.stopping : words.stop}
          </Button>
        </>
      }
    />
  );
}
