import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createdAt, recordKey } from '../../../../../server/features/publishing/platforms/bluesky/record-key.ts';

const TID = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;
const SORTED = '234567abcdefghijklmnopqrstuvwxyz';
const dueAt = '2026-11-22T09:00:00.000Z';

describe('the record key of a part', () => {
  it('is a TID, the same each time, that tells when the post was due', () => {
    const dates = fc.date({ min: new Date('2020-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.uuid(), dates, fc.integer({ min: 0, max: 24 }), (key, date, part) => {
        const post = { key, dueAt: date.toISOString() };
        const tid = recordKey(post, part);
        expect(tid).toMatch(TID);
        expect(recordKey(post, part)).toBe(tid);
        const value = [...tid].reduce((sum, sign) => sum * 32n + BigInt(SORTED.indexOf(sign)), 0n);
        const late = Number(value >> 10n) / 1000 - date.getTime();
        expect(late).toBeGreaterThanOrEqual(-1);
        expect(late).toBeLessThan(1100);
      }),
    );
  });

  it('sorts parts in their order', () => {
    const post = { key: '5f0c3c0a-6f5e-4bb7-9a6e-0d7a8f6f3f10', dueAt };
    const keys = Array.from({ length: 25 }, (_, part) => recordKey(post, part));
    expect([...keys].sort()).toEqual(keys);
    expect(createdAt(post, 2)).toBe('2026-11-22T09:00:00.002Z');
    expect(createdAt({ ...post, sentAt: '2026-11-22T11:00:00Z' }, 2)).toBe('2026-11-22T11:00:00.002Z');
  });

  it('differs between posts that are due at the same time', () => {
    const keys = Array.from({ length: 2000 }, () => recordKey({ key: crypto.randomUUID(), dueAt }, 0));
    expect(new Set(keys).size).toBe(2000);
  });
});
