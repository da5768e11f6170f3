import { expect, it } from 'vitest';
import { writtenBy } from '@/features/scheduler/messages.ts';

it('says who wrote a post', () => {
  expect(writtenBy('built-in', null)).toBe('Built-in writer');
  expect(writtenBy('openai:gpt-5', 'Tips')).toBe('gpt-5 (OpenAI), template "Tips"');
  expect(writtenBy('newer:model', null)).toBe('newer:model');
});
