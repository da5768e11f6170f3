import { CircleCheck, TriangleAlert } from 'lucide-react';
import { aiMessages } from '@/features/settings/ai-messages.ts';
import { formatDuration } from '@/lib/duration.ts';
import { failureReason } from '@/lib/failure-reason.ts';

type AiTestResultProps = { model: string; milliseconds: number | undefined; error: Error | null };

/** What a test found, with the remedy where it failed. */
export function AiTestResult({ model, milliseconds, error }: AiTestResultProps) {
  return (
    <div role="status" className="text-sm empty:hidden">
      {milliseconds === undefined ? null : (
        <p className="flex items-start gap-2 text-success">
          <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {aiMessages.testOk(model, formatDuration(milliseconds))}
        </p>
      )}
      {error ? (
        <p className="flex items-start gap-2 text-destructive">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 text-pretty break-words">{failureReason(error)}</span>
        </p>
      ) : null}
    </div>
  );
}
