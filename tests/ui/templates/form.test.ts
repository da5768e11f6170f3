import { describe, expect, it } from 'vitest';
import { isIncomplete, type TemplateForm, templateErrors, trimmed } from '@/features/templates/form.ts';
import { fieldErrors, WEEKDAYS } from '@/features/templates/messages.ts';

const GOOD: TemplateForm = { name: 'Tips', description: '', prompt_template: 'Write about {niche}', day_of_week: 0 };

describe('a template form', () => {
  it.each([
    ['no name', { name: '' }, { name: fieldErrors.name }],
    ['a prompt of blanks', { prompt_template: '\n ' }, { prompt_template: fieldErrors.prompt }],
  ])('with %s is incomplete and says what to enter', (_, part, errors) => {
    const form = { ...GOOD, ...part };
    expect(isIncomplete(form)).toBe(true);
    expect(templateErrors(form)).toEqual(errors);
  });

  it('may hold as much as the database does, counted in characters', () => {
    const full = { ...GOOD, name: '🍞'.repeat(200), prompt_template: 'خ'.repeat(10_000) };
    expect(templateErrors(full)).toEqual({});
    const over = { ...GOOD, name: '🍞'.repeat(201), prompt_template: 'خ'.repeat(10_001) };
    expect(templateErrors(over)).toEqual({ name: fieldErrors.nameTooLong, prompt_template: fieldErrors.promptTooLong });
    expect(isIncomplete(over)).toBe(false);
  });

  it('is stored without the blanks around its lines', () => {
    const typed = { name: ' Tips ', description: ' Short. ', prompt_template: ' a\n\nb \n', day_of_week: 6 };
    expect(trimmed(typed)).toEqual({ name: 'Tips', description: 'Short.', prompt_template: 'a\n\nb', day_of_week: 6 });
  });
});

it('numbers the weekdays from Sunday, 0, to Saturday, 6 (§9)', () => {
  expect([WEEKDAYS[0], WEEKDAYS[6], WEEKDAYS.length]).toEqual(['Sunday', 'Saturday', 7]);
});
