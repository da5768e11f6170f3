import { Plus, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '@/components/button.tsx';
import { FieldLegend, FieldSet } from '@/components/field.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { Textarea } from '@/components/input.tsx';
import { Label } from '@/components/label.tsx';
import { repeatMessages as words } from '@/domain/repeat/messages.ts';
import { TextOptionsFields, type TextOptionsFieldsProps } from '@/domain/repeat/text-options.tsx';
import type { PostOptions } from '../../../shared/posts/platform-options.ts';

/** The same as SERIES_TEXTS_MAX, without zod; the post's own text is one of them. */
const TEXTS_MAX = 20;

/** A text of a series, with its own options. */
export type WrittenText = { text: string; options: PostOptions };

type TextsFieldProps = {
  /** The post's own text, which is not edited here; undefined if all texts are. */
  first?: string | undefined;
  texts: WrittenText[];
  /** The platforms of the series, and the kind of its posts. */
  post: TextOptionsFieldsProps['post'];
  onChange: (next: WrittenText[]) => void;
};

/** The post's own text, and those that alternate with it. */
export function TextsField({ first, texts, post, onChange }: TextsFieldProps) {
  const id = useId();
  const number = first === undefined ? 1 : 2;
  const fields = useRef<HTMLDivElement>(null);
  const shown = useRef(texts.length);
  // A new text takes the focus; otherwise typing would press the button again.
  useEffect(() => {
    if (texts.length > shown.current) [...(fields.current?.querySelectorAll('textarea') ?? [])].at(-1)?.focus();
    shown.current = texts.length;
  }, [texts.length]);
  return (
    <FieldSet>
      <FieldLegend>{words.texts}</FieldLegend>
      {first === undefined ? null : (
        <p dir="auto" className="line-clamp-2 border-l-2 pl-3 text-sm text-muted-foreground [overflow-wrap:anywhere]">
          <span className="sr-only">{words.firstText}: </span>
          {first}
        </p>
      )}
      <div ref={fields} className="contents">
        {texts.map((written, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts have nothing else that tells them apart, and keep their order.
          <div key={index} className="flex items-start gap-2">
            <div className="flex min-w-0 flex-1 flex-col gap-1.5">
              <Label htmlFor={`${id}-${index}`}>{words.otherText(index + number)}</Label>
              <Textarea
                id={`${id}-${index}`}
                dir="auto"
                value={written.text}
                onChange={({ target }) => onChange(texts.with(index, { ...written, text: target.value }))}
              />
              <TextOptionsFields
                name={words.otherText(index + number)}
                post={post}
                options={written.options}
                onChange={(options) => onChange(texts.with(index, { ...written, options }))}
              />
            </div>
            {first === undefined && texts.length === 1 ? null : (
              <IconButton
                icon={X}
                label={words.removeText(index + number)}
                onClick={() => onChange(texts.filter((_, place) => place !== index))}
              />
            )}
          </div>
        ))}
      </div>
      {texts.length + number - 1 < TEXTS_MAX ? (
        <Button
          variant="outline"
          size="sm"
          className="w-fit"
          onClick={() => onChange([...texts, { text: '', options: {} }])}
        >
          <Plus aria-hidden="true" />
          {words.addText}
        </Button>
      ) : null}
    </FieldSet>
  );
}
