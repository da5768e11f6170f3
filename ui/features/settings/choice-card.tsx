import { useId } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { FieldDescription, FieldLegend, FieldSet } from '@/components/field.tsx';
import { Radio } from '@/components/radio.tsx';
import { ConflictNote } from '@/features/settings/conflict-note.tsx';

type ChoiceCardProps<Choice extends string> = {
  words: { title: string; legend: string; hint: string; choices: Record<Choice, string> };
  /** In display order. */
  among: readonly Choice[];
  chosen: Choice;
  /** The stored choice, if another tab has changed it. */
  conflict: Choice | undefined;
  onChoose: (choice: Choice) => void;
};

/** A choice of one among a few, with a hint on what it does. */
export function ChoiceCard<Choice extends string>({
  words,
  among,
  chosen,
  conflict,
  onChoose,
}: ChoiceCardProps<Choice>) {
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
          {among.map((choice) => (
            <Radio
              key={choice}
              name={name}
              label={words.choices[choice]}
              isChosen={chosen === choice}
              onChoose={() => onChoose(choice)}
            />
          ))}
          <ConflictNote stored={conflict && words.choices[conflict]} />
        </FieldSet>
      </CardContent>
    </Card>
  );
}
