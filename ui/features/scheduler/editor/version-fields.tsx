import { useId } from 'react';
import { Field, FieldDescription, FieldGroup, FieldLabel } from '@/components/field.tsx';
import { Input } from '@/components/input.tsx';
import { Textarea } from '@/components/textarea.tsx';
import { editorMessages } from '@/features/scheduler/editor/messages.ts';
import type { Version } from '@/features/scheduler/editor/post-text.ts';

/** Caption and hashtags of one version. */
export function VersionFields({ version, onChange }: { version: Version; onChange: (next: Version) => void }) {
  const id = useId();
  return (
    <FieldGroup className="gap-4">
      <Field>
        <FieldLabel htmlFor={`${id}-caption`}>{editorMessages.caption}</FieldLabel>
        <Textarea
          id={`${id}-caption`}
          dir="auto"
          rows={9}
          className="max-h-96 resize-y"
          value={version.caption}
          onChange={(event) => onChange({ ...version, caption: event.target.value })}
        />
      </Field>
      <Field>
        <FieldLabel htmlFor={`${id}-hashtags`}>{editorMessages.hashtags}</FieldLabel>
        <Input
          id={`${id}-hashtags`}
          dir="auto"
          aria-describedby={`${id}-hint`}
          value={version.hashtags}
          onChange={(event) => onChange({ ...version, hashtags: event.target.value })}
        />
        <FieldDescription id={`${id}-hint`}>{editorMessages.hashtagsHint}</FieldDescription>
      </Field>
    </FieldGroup>
  );
}
