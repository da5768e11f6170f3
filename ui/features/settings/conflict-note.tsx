import { FieldDescription } from '@/components/field.tsx';
import { settingsMessages } from '@/features/settings/messages.ts';

/** Says beside a setting that another window changed it too; nothing without `stored`, what it is there now. */
export function ConflictNote({ stored }: { stored: string | undefined }) {
  if (stored === undefined) return null;
  return (
    <FieldDescription role="status" className="font-medium text-warning">
      {settingsMessages.changedElsewhere(stored)}
    </FieldDescription>
  );
}
