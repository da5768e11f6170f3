import { expect, it } from 'vitest';
import { generationAnswered, writtenBy } from '@/features/scheduler/messages.ts';

it('says why nothing was generated, in the words of the server', () => {
  expect(generationAnswered({ success: false, message: 'Create a content project first.', created: 0 })).toBe(
    'Create a content project first.',
  );
});

it('says who wrote a post', () => {
  expect(writtenBy('built-in', null)).toBe('Built-in writer');
  expect(writtenBy('openai:gpt-5', 'Tips')).toBe('gpt-5 (OpenAI), template "Tips"');
  expect(writtenBy('newer:model', null)).toBe('newer:model');
});
