import { useId } from 'react';
import { useController } from 'react-hook-form';
import { Field, FieldLabel } from '@/components/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/select.tsx';
import type { ProjectForm } from '@/features/create/form.ts';
import { createMessages, postsPerDayLabel } from '@/features/create/messages.ts';
import { POSTS_PER_DAY_MAX, POSTS_PER_DAY_MIN } from '../../../shared/content-project.ts';

const OPTIONS = Array.from(
  { length: POSTS_PER_DAY_MAX - POSTS_PER_DAY_MIN + 1 },
  (_, index) => POSTS_PER_DAY_MIN + index,
);

/** How many posts a day the project wants, 1 to 10. */
export function PostsPerDayField() {
  const id = useId();
  const { field } = useController<ProjectForm, 'posts_per_day'>({ name: 'posts_per_day' });
  return (
    <Field className="sm:max-w-56">
      <FieldLabel htmlFor={id}>{createMessages.postsPerDay}</FieldLabel>
      <Select value={String(field.value)} onValueChange={(value) => field.onChange(Number(value))}>
        <SelectTrigger id={id} ref={field.ref} onBlur={field.onBlur}>
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          {OPTIONS.map((count) => (
            <SelectItem key={count} value={String(count)}>
              {postsPerDayLabel(count)}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    </Field>
  );
}
