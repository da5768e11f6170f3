import { describe, expect, it } from 'vitest';
import { graceMinutes, graceOf, graceProblem, graceText, textOf } from '@/features/settings/publishing/grace.ts';
import { publishingMessages } from '@/features/settings/publishing/publishing-messages.ts';

const { outside, fraction } = publishingMessages.grace;

describe('the grace period of late posts', () => {
  it.each([
    [10, '10 minutes'],
    [120, '2 hours'],
    [1440, '24 hours'],
  ])('of %i minutes is shown as %j and stored as it was', (minutes, text) => {
    expect(graceText(minutes)).toBe(text);
    expect(graceMinutes(text)).toBe(minutes);
    expect(graceProblem(text)).toBeNull();
  });

  it('keeps what was typed beside its unit', () => {
    expect(graceOf(textOf({ typed: '1.5', unit: 'hours' }))).toEqual({ typed: '1.5', unit: 'hours' });
    expect(graceOf(textOf({ typed: '', unit: 'minutes' }))).toEqual({ typed: '', unit: 'minutes' });
  });

  it.each([
    ['1.5 hours', null],
    ['9 minutes', outside],
    ['25 hours', outside],
    [' hours', outside],
    ['10.5 minutes', fraction],
  ])('of %j has the problem %j', (text, problem) => {
    expect(graceProblem(text)).toBe(problem);
  });
});
