import { Flame } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { warmupMessages } from '@/features/accounts/messages.ts';

const { busy, ready, cooldown } = warmupMessages.button;

type WarmupButtonProps = {
  running: boolean;
  /** Whole hours of cooldown that are left. */
  hours: number;
  onStart: () => void;
  className: string;
};

/** Starts a warm-up; disabled while one runs and during the cooldown, and says which (§2). */
export function WarmupButton({ running, hours, onStart, className }: WarmupButtonProps) {
  return (
    <Button
      variant="outline"
      className={className}
      disabled={running || hours > 0}
      aria-busy={running}
      onClick={onStart}
    >
      <Flame aria-hidden="true" />
      {running ? busy : hours > 0 ? cooldown : ready}
    </Button>
  );
}
