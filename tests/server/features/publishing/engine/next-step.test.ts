import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { graceOf, isLate } from '../../../../../server/features/publishing/engine/late-posts.ts';
import {
  afterError,
  afterFailedLook,
  afterReadingBack,
  asUnconfirmed,
  isUnconfirmed,
  notesOf,
  publishedWithoutComment,
} from '../../../../../server/features/publishing/engine/next-step.ts';
import { ByHandNeeded, PublishError } from '../../../../../server/features/publishing/publisher.ts';
import type { DeliveryAttempt, ErrorClass } from '../../../../../shared/publishing/delivery.ts';

const now = Temporal.Instant.from('2026-11-22T09:00:00Z');
const begun: DeliveryAttempt = { kind: 'publish', startedAt: now.toString() };
const ended = (more: Partial<DeliveryAttempt> = {}): DeliveryAttempt => ({
  ...begun,
  endedAt: now.toString(),
  ...more,
});
const first = { now, machine: now, attempt: 1, attempts: [begun] };
const minutes = (retryAt: Temporal.Instant | null | undefined) => retryAt?.since(now).total('minutes');
const stepAfter = (errorClass: ErrorClass, circumstances = first, retryAt: Date | null = null) =>
  afterError(new PublishError(errorClass, 'words', { retryAt }), circumstances);

describe('after an error that leaves no doubt', () => {
  test.each([
    ['auth', { state: 'waiting', waitsFor: 'reconnect' }, undefined],
    ['rejected', { state: 'failed' }, undefined],
    ['rate_limit', { state: 'pending' }, 15],
    ['transient', { state: 'pending' }, 1],
    ['unknown', { state: 'pending' }, 1],
  ] as const)('%s', (errorClass, step, pause) => {
    const next = stepAfter(errorClass);
    expect(next).toMatchObject({ ...step, errorClass, words: 'words' });
    expect(minutes(next.retryAt)).toBe(pause);
  });

  test('a post that the channel cannot carry is the person’s turn, with the reason', () => {
    expect(afterError(new ByHandNeeded('No public address.'), first)).toEqual({
      state: 'waiting',
      waitsFor: 'by_hand',
      words: 'No public address.',
    });
  });

  test.each([
    ['a time in the past', -60_000, 1 / 60],
    ['their time', 600_000, 10],
    ['a time beyond a day', 100 * 3_600_000, 24 * 60],
  ])('a limit with %s', (_, ms, pause) => {
    expect(minutes(stepAfter('rate_limit', first, new Date(now.epochMilliseconds + ms)).retryAt)).toBeCloseTo(pause);
  });

  test('a pause that the platform has named by the clock of this machine ends at that moment by the one of the database', () => {
    const machine = now.subtract({ minutes: 40 });
    const retryAt = new Date(machine.add({ minutes: 30 }).epochMilliseconds);
    expect(minutes(stepAfter('rate_limit', { ...first, machine }, retryAt).retryAt)).toBe(30);
  });

  test('limits, and the ends of the agent, do not wear a post out; what nobody ended does', () => {
    const spared = [
      ended({ errorClass: 'rate_limit' }),
      ended({ errorClass: null }),
      ended({ errorClass: 'rate_limit' }),
    ];
    expect(minutes(stepAfter('transient', { ...first, attempt: 4, attempts: [...spared, begun] }).retryAt)).toBe(1);
  });

  test('a trouble that passes is tried again with growing pauses, and fails after hours', () => {
    const steps = Array.from({ length: 9 }, (_, tries) =>
      stepAfter('transient', { ...first, attempt: tries + 1, attempts: Array(tries + 1).fill(begun) }),
    );
    expect(steps.map(({ retryAt }) => minutes(retryAt))).toEqual([1, 2, 5, 10, 30, 60, 90, 120, undefined]);
    expect(steps.at(-1)?.state).toBe('failed');
  });

  test('what failed before the person told it to start again does not count', () => {
    const attempts = [...Array(9).fill(ended({ errorClass: 'transient' })), begun];
    expect(minutes(stepAfter('transient', { ...first, attempt: 1, attempts }).retryAt)).toBe(1);
  });
});

describe('after looking for the post', () => {
  const part = { remoteId: '1', url: 'https://example/1' };
  const looks = (n: number) => ({
    ...first,
    attempt: 1,
    attempts: [begun, ...Array(n).fill(ended({ kind: 'read_back' }))],
  });

  test('found, in part, and not', () => {
    expect(afterReadingBack({ found: 'all', parts: [part] }, '', first)).toEqual({
      state: 'published',
      parts: [part],
      words: null,
    });
    const some = afterReadingBack({ found: 'some', parts: [part] }, 'cut', first);
    expect(some).toMatchObject({ state: 'pending', parts: [part], errorClass: 'unknown', words: 'cut' });
    expect(afterReadingBack({ found: 'none' }, 'cut', first)).toMatchObject({
      state: 'pending',
      errorClass: 'unknown',
    });
  });

  test('unclear: again after 1, 2, 5 and 15 minutes, then the person decides', () => {
    const steps = [0, 1, 2, 3, 4].map((n) => afterReadingBack({ found: 'unclear', why: 'why' }, '', looks(n)));
    expect(steps.map(({ retryAt }) => minutes(retryAt))).toEqual([1, 2, 5, 15, undefined]);
    expect(steps.map(({ state }) => state)).toEqual([...Array(4).fill('publishing'), 'needs_review']);
  });

  test.each([
    ['auth', { state: 'waiting', waitsFor: 'reconnect' }, undefined],
    ['rate_limit', { state: 'publishing' }, 15],
    ['transient', { state: 'publishing' }, 1],
    ['rejected', { state: 'publishing' }, 1],
  ] as const)('an error of class %s says nothing about the post', (errorClass, step, pause) => {
    const next = afterFailedLook(new PublishError(errorClass, 'words'), first);
    expect(next).toMatchObject({ ...step, errorClass: 'unknown' });
    expect(minutes(next.retryAt)).toBe(pause);
  });

  test('a network that is away is waited for longer than an answer that proves nothing', () => {
    const steps = [4, 7, 8].map((n) => afterFailedLook(new PublishError('transient', ''), looks(n)).state);
    expect(steps).toEqual(['publishing', 'publishing', 'needs_review']);
  });
});

test('a doubt is kept: nothing in doubt has failed, and only an answer or the person ends it', () => {
  expect(asUnconfirmed({ state: 'failed', errorClass: 'transient' })).toEqual({
    state: 'needs_review',
    errorClass: 'unknown',
  });
  expect(asUnconfirmed({ state: 'published' })).toEqual({ state: 'published' });
  expect(isUnconfirmed([ended({ state: 'pending', errorClass: 'unknown' }), begun])).toBe(true);
  expect(isUnconfirmed([ended({ state: 'needs_review', errorClass: 'unknown' }), begun])).toBe(false);
  expect(isUnconfirmed([ended({ state: 'pending', errorClass: 'transient' })])).toBe(false);
  expect(isUnconfirmed([begun])).toBe(false);
});

test.each([
  ['rate_limit', 1, 'pending', 'words'],
  ['rate_limit', 9, 'published', 'its first comment could not be posted'],
  ['transient', 9, 'published', 'its first comment could not be posted'],
  ['rejected', 1, 'published', 'did not accept its first comment: words'],
] as const)('a post is out, and its comment meets %s at attempt %i: %s', (errorClass, attempt, state, words) => {
  const circumstances = { ...first, attempt, attempts: Array(attempt).fill(begun) };
  const next = stepAfter(errorClass, circumstances);
  const parts = [{ remoteId: '1', url: 'https://example/1' }];
  const step = publishedWithoutComment(asUnconfirmed(next), next, { ...circumstances, platform: 'mastodon', parts });
  expect(step).toMatchObject({ state, words: expect.stringContaining(words) });
});

test('what the person should know of a post that is out is said once it is found', () => {
  const part = { remoteId: '1', url: 'https://example.com/1' };
  const noted = { ...part, note: 'It stays private.' };
  expect(notesOf([part])).toBeNull();
  expect(afterReadingBack({ found: 'all', parts: [noted, part] }, 'No answer', first)).toMatchObject({
    state: 'published',
    words: 'It stays private.',
  });
});

const before = (minutes: number) => now.subtract({ minutes }).toString();
test.each([
  ['publish', 'claimed', 120],
  ['ask', 'claimed', 10],
  ['next_slot', 'claimed', 10],
  // The 45 minutes of an upload that began in time do not count.
  ['publish', 'prepared', 120],
  ['ask', 'prepared', 55],
] as const)('late posts are to %s: what is %s may be %i minutes late', (late_posts, when, minutes) => {
  const grace = graceOf({ late_posts, late_grace_minutes: 120 }, 45)[when];
  expect([isLate(now, grace, before(minutes), null), isLate(now, grace, before(minutes + 1), null)]).toEqual([
    false,
    true,
  ]);
  // The user has been asked in the meantime.
  expect(isLate(now, grace, before(500), before(minutes))).toBe(false);
});
