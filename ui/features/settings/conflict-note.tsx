import { FieldDescription } from '@/components/field.tsx';
import { settingsMessages } from '@/features/settings/messages.ts';

/** Notes next to a setting that another window changed it to `stored`; nothing if undefined. */
export function ConflictNote({ stored }: { stored: string | undefined }) {
  if (stored === undefined) return null;
  return (
    <FieldDescription role="status" className="font-medium text-warning">
      {settingsMessages.changedElsewhere(stored)}
    </FieldDescription>
  );
}
