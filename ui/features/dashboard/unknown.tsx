import { dashboardMessages } from '@/features/dashboard/messages.ts';

/** Replaces data that could not be loaded: a dash, never a zero or "none". */
export function Unknown() {
  return (
    <>
      <span aria-hidden="true" className="text-muted-foreground">
        {dashboardMessages.unknown}
      </span>
      <span className="sr-only">{dashboardMessages.unknownSpoken}</span>
    </>
  );
}
