import { useId } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { FieldDescription, FieldLegend, FieldSet } from '@/components/field.tsx';
import { Radio } from '@/components/radio.tsx';
import { ConflictNote } from '@/features/settings/conflict-note.tsx';
import { learningMessages as words } from '@/features/settings/learning/learning-messages.ts';
import type { SectionFields } from '@/features/settings/settings-form.tsx';
import { LEARNING_MODES } from '../../../../shared/learning/choice.ts';

/** What becomes of what was learned from published posts. */
export function LearningCard({ form, onChange, conflicts }: SectionFields) {
  const name = useId();
  return (
    <Card>
      <CardHeader>
        <CardTitle>{words.title}</CardTitle>
      </CardHeader>
      <CardContent className="border-t pt-5">
        <FieldSet aria-describedby={`${name}-hint`}>
          <FieldLegend className="mb-1">{words.legend}</FieldLegend>
          <FieldDescription id={`${name}-hint`} className="max-w-prose">
            {words.hint}
          </FieldDescription>
          {LEARNING_MODES.map((mode) => (
            <Radio
              key={mode}
              name={name}
              label={words.choices[mode]}
              isChosen={form.learning === mode}
              onChoose={() => onChange({ learning: mode })}
            />
          ))}
          <ConflictNote stored={conflicts.learning && words.choices[conflicts.learning]} />
        </FieldSet>
      </CardContent>
    </Card>
  );
}
