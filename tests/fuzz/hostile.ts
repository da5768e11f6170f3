import fc from 'fast-check';

/** A piece of JSON sent verbatim, for what JSON.stringify never writes. */
class Verbatim {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);

/** Values that no field accepts, whatever it is. The large ones are created when they are drawn. */
const HOSTILE: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => '',
  () => [],
  () => ({}),
  () => [null],
  () => '\0',
  () => 'a\0b',
  () => '\ud800',
  () => 'x\udc00\ud800',
  () => '../../../../etc/passwd',
  () => '00000000-0000-0000-0000-000000000000',
  () => "'; drop table members; --",
  () => '\r\nSet-Cookie: a=b',
  () => 'NaN',
  () => '9'.repeat(400),
  () => 'e\u0301'.repeat(5000),
  () => '\u202e👩‍👩‍👧‍👦\ufeff',
  () => '$1 \\u0000 #{7*7} {{constructor}}',
  () => Number.MAX_SAFE_INTEGER,
  () => 2 ** 31,
  () => new Verbatim('1e999'),
  () => new Verbatim('-0'),
  () => new Verbatim('9'.repeat(1000)),
  () => new Verbatim('"\\ud800\\u0000\\udfff"'),
  () => new Verbatim('{"__proto__":{"isMember":true}}'),
  () => new Verbatim('{"constructor":{"prototype":{"isMember":true}}}'),
  () => new Verbatim('{"toString":1,"valueOf":null,"then":"x"}'),
  () => new Verbatim(nested('[', ']', 100_000)),
  () => new Verbatim(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  () => Array.from({ length: 5000 }, () => 0),
  () => Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`key${index}`, index])),
  () => 'x'.repeat(1_000_000),
];

export const hostileValue: fc.Arbitrary<unknown> = fc.nat(HOSTILE.length - 1).map((index) => HOSTILE[index]?.());

/** A change to a correct value: `where` finds the place by counting through it. */
type Change = { where: number; how: 'replace' | 'remove' | 'add' | 'repeat'; value: unknown };

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    where: fc.nat(30),
    how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'repeat'),
    value: hostileValue,
  }),
  { maxLength: 3 },
);

/** Bodies: correct ones, ones with something wrong in them, and ones that are not JSON. */
export function bodiesOf(wanted: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const changed = fc.tuple(wanted, changes).map(([value, all]) => textOf(all.reduce(change, structuredClone(value))));
  const broken = fc
    .tuple(changed, fc.nat(100))
    .map(([text, at]) => text.slice(0, Math.floor((text.length * at) / 101)));
  return fc.oneof(
    { weight: 4, arbitrary: wanted.map(textOf) },
    { weight: 6, arbitrary: changed },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: hostileValue.map(textOf) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  );
}

function change(value: unknown, { where, how, value: hostile }: Change): unknown {
  const places = placesIn(value);
  const place = places[where % Math.max(places.length, 1)];
  if (!place) return hostile;
  const { holder, key } = place;
  if (how === 'remove') Reflect.deleteProperty(holder, key);
  else if (how === 'add') holder[`${key}'`] = hostile;
  // The field twice: JSON.parse ignores the first, and the second is the hostile one.
  else if (how === 'repeat')
    holder[key] = new Verbatim(`${textOf(holder[key])},${JSON.stringify(key)}:${textOf(hostile)}`);
  else holder[key] = hostile;
  return value;
}

type Holder = { [key: string]: unknown };

function placesIn(value: unknown): { holder: Holder; key: string }[] {
  if (typeof value !== 'object' || value === null || value instanceof Verbatim) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

function textOf(value: unknown): string {
  const pieces: string[] = [];
  const text = JSON.stringify(value, (_key, part) => {
    if (!(part instanceof Verbatim)) return part;
    pieces.push(part.text);
    return `\u0001verbatim ${pieces.length - 1}\u0001`;
  });
  return (text ?? '').replace(/"\\u0001verbatim (\d+)\\u0001"/g, (_, index) => pieces[Number(index)] ?? '');
}
