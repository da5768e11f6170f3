import fc from 'fast-check';
import { expect } from 'vitest';
import { inDollars, isPaidByCall, millsOf, priceInWords, priceOf } from '../../../shared/publishing/prices.ts';
import { brokenQuotas, leftInWords, type Quota, quotaInWords, quotaUse } from '../../../shared/publishing/quota.ts';
import { anyText, instant, orNull, rule, wellFormed } from './rule.ts';
import { platform } from './texts.ts';

const SENTENCE = /^\S.*[.!?]$/s;
const stamp = instant.map((at) => at.toISOString());
const size = fc.nat(2_000_000_000);
export const quota: fc.Arbitrary<Quota> = fc.record({
  of: fc.constantFrom('posts' as const, 'files' as const, 'videos' as const, 'videoBytes' as const, 'mills' as const),
  left: fc.integer({ min: -5, max: 1000 }),
  until: orNull(stamp),
  words: orNull(wellFormed.map((text) => text.trim()).filter(Boolean)),
});

const parts = fc.array(anyText, { maxLength: 4 });
const described = fc.array(fc.record({ kind: fc.constantFrom('image' as const, 'video' as const), alt: anyText }), {
  maxLength: 4,
});
rule(priceOf, 'is nothing but where calls cost, and more for more', (price) =>
  fc.property(platform, parts, described, (on, texts, all) => {
    const mills = price(on, texts, all);
    expect(mills > 0).toBe(isPaidByCall(on) && mills !== 0);
    expect(price(on, [...texts, 'x'], all) > mills).toBe(isPaidByCall(on));
  }),
);
rule(isPaidByCall, 'says whether there is a price', (isPaid) =>
  fc.property(platform, (on) => {
    expect(priceInWords(on, ['x'], []) !== null).toBe(isPaid(on));
  }),
);
rule(priceInWords, 'names the price where there is one', (words) =>
  fc.property(platform, parts, described, (on, texts, all) => {
    const mills = priceOf(on, texts, all);
    if (mills === 0) expect(words(on, texts, all)).toBeNull();
    else expect(words(on, texts, all)).toContain(`${inDollars(mills)} on`);
  }),
);
rule(inDollars, 'is read back as the same amount', (words) =>
  fc.property(fc.nat(10_000_000), (mills) => {
    expect(millsOf(words(mills).slice(1))).toBe(mills);
  }),
);
rule(millsOf, 'is a whole number of thousandths', (mills) =>
  fc.property(fc.nat(99_999), fc.nat(99), (dollars, cents) => {
    expect(mills(`${dollars}.${String(cents).padStart(2, '0')}`)).toBe(dollars * 1000 + cents * 10);
    expect(mills(undefined)).toBeNull();
  }),
);

const files = fc.array(fc.record({ kind: fc.constantFrom('image' as const, 'video' as const), size }), {
  maxLength: 6,
});
rule(quotaUse, 'counts videos among the files', (use) =>
  fc.property(fc.nat(20), files, (posts, all) => {
    const used = use(posts, all);
    expect([used.posts, used.files]).toEqual([posts, all.length]);
    expect(used.videos).toBeLessThanOrEqual(used.files);
    expect(used.videos > 0 || used.videoBytes === 0).toBe(true);
  }),
);
rule(brokenQuotas, 'are some of them, and none once their time has come', (broken) =>
  fc.property(fc.array(quota), files, stamp, (quotas, all, at) => {
    const found = broken(quotas, quotaUse(1, all), at);
    for (const one of found) expect(one.until === null || Date.parse(at) < Date.parse(one.until)).toBe(true);
    expect(quotas.filter((one) => found.includes(one))).toEqual(found);
  }),
);
rule(quotaInWords, 'says why in whole sentences', (words) =>
  fc.property(platform, quota, files, (on, one, all) => {
    expect(words(on, one, quotaUse(1, all))).toMatch(SENTENCE);
  }),
);
rule(leftInWords, 'never says that less than nothing is left', (words) =>
  fc.property(quota, (one) => {
    expect(words(one)).toMatch(/^\$?\d/);
  }),
);
