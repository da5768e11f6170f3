import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '@/components/button.tsx';
import { FieldLegend, FieldSet } from '@/components/field.tsx';
import { Textarea } from '@/components/input.tsx';
import { Label } from '@/components/label.tsx';
import { repeatMessages as words } from '@/domain/posts/repeat/messages.ts';

/** The same as SERIES_TEXTS_MAX, without zod; the post's own text is one of them. */
const OTHERS_MAX = 19;

type TextsFieldProps = { first: string; others: string[]; onChange: (next: string[]) => void };

/** The post's own text and those that it takes turns with. */
export function TextsField({ first, others, onChange }: TextsFieldProps) {
  const id = useId();
  return (
    <FieldSet>
      <FieldLegend>{words.texts}</FieldLegend>
      <p dir="auto" className="line-clamp-2 border-l-2 pl-3 text-sm text-muted-foreground [overflow-wrap:anywhere]">
        <span className="sr-only">{words.firstText}: </span>
        {first}
      </p>
      {others.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: texts have nothing else that tells them apart, and keep their order.
        <div key={index} className="flex items-start gap-2">
          <div className="flex min-w-0 flex-1 flex-col gap-1.5">
            <Label htmlFor={`${id}-${index}`}>{words.otherText(index + 2)}</Label>
            <Textarea
              id={`${id}-${index}`}
              dir="auto"
              value={text}
              onChange={(event) =>
                onChange(others.map((other, place) => (place === index ? event.target.value : other)))
              }
            />
          </div>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={words.removeText(index + 2)}
            onClick={() => onChange(others.filter((_, place) => place !== index))}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      {others.length < OTHERS_MAX ? (
        <Button variant="outline" size="sm" className="w-fit" onClick={() => onChange([...others, ''])}>
          <Plus aria-hidden="true" />
          {words.addText}
        </Button>
      ) : null}
    </FieldSet>
  );
}
