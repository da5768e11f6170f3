import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { FormField } from '@/components/field.tsx';
import { Select } from '@/components/select.tsx';
import { ConflictNote } from '@/features/settings/conflict-note.tsx';
import { evergreenMessages as words } from '@/features/settings/messages.ts';
import { REST_MONTHS } from '../../../shared/memory/evergreen.ts';

const MONTHS = Array.from({ length: REST_MONTHS.max - REST_MONTHS.min + 1 }, (_, index) => REST_MONTHS.min + index);

type EvergreenCardProps = {
  months: string;
  /** The stored value, if another tab has changed it. */
  conflict: string | undefined;
  onChoose: (months: string) => void;
};

/** How long a post rests before it may be brought back. */
export function EvergreenCard({ months, conflict, onChoose }: EvergreenCardProps) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{words.title}</CardTitle>
      </CardHeader>
      <CardContent className="border-t pt-5">
        <FormField
          label={words.label}
          hint={words.hint}
          after={<ConflictNote stored={conflict && words.months(Number(conflict))} />}
        >
          {(control) => (
            <Select
              {...control}
              className="w-full max-w-48 tabular-nums"
              value={months}
              onChoose={onChoose}
              options={MONTHS.map((count) => ({ value: String(count), label: words.months(count) }))}
            />
          )}
        </FormField>
      </CardContent>
    </Card>
  );
}
