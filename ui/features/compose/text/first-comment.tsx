import { MessageCircle } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Field, FieldDescription, FieldLabel } from '@/components/field.tsx';
import { Textarea } from '@/components/input.tsx';
import { composeMessages } from '@/features/compose/messages.ts';

const words = composeMessages.firstComment;

type FirstCommentProps = { value: string; isFixed: boolean; onChange: (next: string) => void };

/** The comment posted below the post; hidden until requested. */
export function FirstComment({ value, isFixed, onChange }: FirstCommentProps) {
  const id = useId();
  const [isWanted, setWanted] = useState(false);
  if (value === '' && !isWanted) {
    if (isFixed) return null;
    return (
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3 self-start text-muted-foreground"
        onClick={() => setWanted(true)}
      >
        <MessageCircle aria-hidden="true" />
        {words.add}
      </Button>
    );
  }
  return (
    <Field>
      <FieldLabel htmlFor={id}>{words.label}</FieldLabel>
      <Textarea
        id={id}
        dir="auto"
        rows={2}
        // Mounted on the user's request.
        autoFocus={isWanted && value === ''}
        readOnly={isFixed}
        aria-describedby={`${id}-hint`}
        className="max-h-60 [field-sizing:content]"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldDescription id={`${id}-hint`}>{words.hint}</FieldDescription>
    </Field>
  );
}
