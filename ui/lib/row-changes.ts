/**
 * The fields of `mine` that differ from `base`: only these are saved, so that fields changed elsewhere keep their
 * value.
 */
export function changesOf<Fields extends object>(base: Fields, mine: Fields): Partial<Fields> {
  const changed = Object.entries(mine).filter(([field, value]) => !isSame(value, base[field as keyof Fields]));
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** The fields changed here and, differently, elsewhere: `base` is the common origin, `theirs` the stored values. */
export function conflictsOf<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): (keyof Fields)[] {
  const changed = Object.keys(changesOf(base, mine)) as (keyof Fields)[];
  return changed.filter((field) => !isSame(theirs[field], base[field]) && !isSame(theirs[field], mine[field]));
}

/** For lists: the same entries in the same order. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}
