/**
 * The fields of `mine` that differ from `base`: what is saved of a row, so that the fields changed elsewhere meanwhile
 * keep their value.
 */
export function changesOf<Fields extends object>(base: Fields, mine: Fields): Partial<Fields> {
  const changed = Object.entries(mine).filter(([field, value]) => value !== base[field as keyof Fields]);
  return Object.fromEntries(changed) as Partial<Fields>;
}

/**
 * The fields that were changed here and, to something else, elsewhere: `base` is what both began with, `theirs` what is
 * stored now.
 */
export function conflictsOf<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): (keyof Fields)[] {
  const changed = Object.keys(changesOf(base, mine)) as (keyof Fields)[];
  return changed.filter((field) => theirs[field] !== base[field] && theirs[field] !== mine[field]);
}
