import { useState } from 'react';
import { Confirmation } from '@/components/question.tsx';
import type { ComposerState } from '@/features/compose/draft/composer.ts';
import { composeMessages } from '@/features/compose/messages.ts';
import { useLeaveGuard } from '@/lib/leave-guard.ts';

const words = composeMessages.leave;

/** Asks before leaving a post with unsaved changes; drafts save themselves. */
export function LeaveQuestion({ state: { save, stored } }: { state: ComposerState }) {
  const waits = stored !== null && stored.status !== 'draft' && save.kind !== 'saved' && save.kind !== 'locked';
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useLeaveGuard(waits, (held) => setLeave(() => held));
  if (!leave) return null;
  return (
    <Confirmation
      title={words.title}
      description={words.text}
      onClose={() => setLeave(null)}
      keep={words.stay}
      confirm={words.leave}
      isHarmless
      onConfirm={() => {
        setLeave(null);
        leave();
      }}
    />
  );
}
