import { expect, it } from 'vitest';
import { generationAnswered, schedulerToasts, writtenBy } from '@/features/scheduler/messages.ts';

it('says what §8 says', () => {
  expect(schedulerToasts).toMatchObject({
    loadFailed: 'Failed to load content',
    generateFailed: 'Failed to generate content',
    copied: 'Copied to clipboard!',
  });
  expect(generationAnswered({ success: true, template: 'General', created: 1 })).toBe(
    'Content generated successfully using General template',
  );
  expect(generationAnswered({ success: false, message: 'Create a content project first.', created: 0 })).toBe(
    'Create a content project first.',
  );
  expect(generationAnswered({ success: false, created: 0 })).toBe('No content generated');
});

it('says who wrote a post', () => {
  expect(writtenBy('built-in', null)).toBe('Built-in writer');
  expect(writtenBy('openai:gpt-5', 'Tips')).toBe('gpt-5 (OpenAI), template "Tips"');
  expect(writtenBy('newer:model', null)).toBe('newer:model');
});
