import { Card } from '@/components/card.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { cn } from '@/lib/class-names.ts';
import { failureReason } from '@/lib/messages.ts';

type WaitingCardProps = {
  words: { loading: string; loadFailed: string };
  /** Why loading failed; null while loading. */
  error: Error | null;
  onRetry: () => void;
  /** Its height while loading. */
  height?: string;
};

/** The loading or error state of a settings card. */
export function WaitingCard({ words, error, onRetry, height = 'h-48' }: WaitingCardProps) {
  if (error) {
    return (
      <Card>
        <ErrorState title={words.loadFailed} description={failureReason(error)} onRetry={onRetry} />
      </Card>
    );
  }
  return (
    <div role="status">
      <span className="sr-only">{words.loading}</span>
      <Skeleton className={cn('rounded-lg', height)} />
    </div>
  );
}
