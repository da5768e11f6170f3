import { expect, it } from 'vitest';
import { templatesMessages, templatesToasts, WEEKDAYS } from '@/features/templates/messages.ts';

it('says what §2 says', () => {
  expect(templatesMessages.title).toBe('Content Style Templates');
  expect(templatesMessages.subtitle).toBe('Configure AI content styles for each day of the week');
  expect(templatesMessages.form).toMatchObject({
    title: 'Create New Template',
    namePlaceholder: 'e.g., Motivational Monday',
    promptHint: 'Use {niche} for dynamic substitution.',
    day: 'Day of Week (Optional)',
    submit: 'Create Template',
  });
});

it('says what §8 says', () => {
  expect(templatesToasts.invalid).toMatchObject({
    title: 'Validation Error',
    description: 'Name and prompt template are required',
  });
  expect(templatesToasts.failed('No space.')).toMatchObject({ title: 'Error', description: 'No space.' });
  expect(templatesToasts.created.title).toBe('Template created successfully');
  expect(templatesToasts.updated.title).toBe('Template updated successfully');
  expect(templatesToasts.deleted('Tips').title).toBe('Template deleted successfully');
});

it('numbers the weekdays from Sunday, 0, to Saturday, 6 (§9)', () => {
  expect([WEEKDAYS[0], WEEKDAYS[6], WEEKDAYS.length]).toEqual(['Sunday', 'Saturday', 7]);
});
