import fc from 'fast-check';
import { it } from 'vitest';
import { FUZZ_TIMEOUT_MS, rounds } from '../depth.ts';

/** Any function; its own types are kept where it is used. */
type Rule = (...input: never[]) => unknown;
type Property = fc.IRawProperty<unknown, false> | fc.IRawProperty<unknown, true>;

const TIMES = 50;

/** Tries a property of a rule. */
export function rule<R extends Rule>(checked: R, says: string, property: (checked: R) => Property): void {
  it(
    `${checked.name} ${says}`,
    async () => await fc.assert(property(checked) as fc.IRawProperty<unknown, boolean>, rounds(TIMES)),
    FUZZ_TIMEOUT_MS,
  );
}

/** Texts that people write, and texts that only programs send. */
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        ...['word', ' ', '\n\n', 'https://example.com/a?b=c', 'example.org', '#tag', '@ada@example.com', '👩‍👩‍👧‍👦'],
        ...['e\u0301', '東京', 'مرحبا', '🇩🇪', '\u200d', '\ud800', '\0', '?', ':', '…', '.', '!', '{niche}', '$&'],
      ),
      { maxLength: 40 },
    )
    .map((pieces) => pieces.join('')),
);
/** Texts that UTF-8 can hold. */
export const wellFormed = anyText.map((text) => text.replace(/\p{Surrogate}/gu, '\ufffd'));

/**
 * Long texts of one repeated sign, which a rule may only read a few times: one with quadratic run time does not finish.
 */
export const longText = fc
  .tuple(
    fc.constantFrom(
      ...['a', ' ', '/', '#', '@', '.', '-', ':', '\n', '!', '(', '👩', '\u0301', 'a.', '@a', '東', ', '],
      ...['(a.a', '(http://['],
    ),
    fc.constantFrom('', '\0', 'x', '!', '\n'),
  )
  .map(([sign, end]) => sign.repeat(50_000 / sign.length) + end);

export const anyLength = fc.oneof({ weight: 20, arbitrary: anyText }, { weight: 1, arbitrary: longText });

export const instant = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((at) => new Date(Math.floor(at.getTime() / 1000) * 1000));

/** Zones whose clocks change, at odd hours and by odd amounts, and one that never does. */
export const zone = fc.constantFrom(
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/Sao_Paulo', 'Africa/Cairo', 'Asia/Kathmandu'],
  ...['Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns', 'Africa/Casablanca'],
);

export function orNull<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(value, { nil: null });
}
