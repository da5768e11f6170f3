import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { TextareaField } from '@/components/text-fields.tsx';
import { composeMessages } from '@/features/compose/messages.ts';

const words = composeMessages.firstComment;

type FirstCommentProps = { value: string; isFixed: boolean; onChange: (next: string) => void };

/** The comment posted below the post; hidden until requested. */
export function FirstComment({ value, isFixed, onChange }: FirstCommentProps) {
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
    <TextareaField
      label={words.label}
      hint={words.hint}
      dir="auto"
      rows={2}
      // The user has just asked for it.
      autoFocus={isWanted && value === ''}
      readOnly={isFixed}
      className="max-h-60 [field-sizing:content]"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
