import type { Schema } from './database-schema.ts';

/** The types with which database.ts narrows the generated ones, which do not reflect the database's checks. */

export type Relations = Schema['Tables'] & Schema['Views'];
export type Routines = Schema['Functions'];
export type Flat<T> = { [K in keyof T]: T[K] };

/** Does not compile for an unknown column, or a type that does not narrow the column's. */
export type NarrowColumns<
  Over extends {
    [R in keyof Over]: R extends keyof Relations
      ? { [C in keyof Over[R]]: C extends keyof Relations[R]['Row'] ? Relations[R]['Row'][C] : never }
      : never;
  },
> = Over;

/** Overlays a row's columns with those of `Over`. Distributes over a union. */
export type LaidOver<Row, Over> = Over extends unknown
  ? { [C in keyof Row]: C extends keyof Over ? Over[C] : Row[C] }
  : never;

/** Postgres does not report which columns of a function's result are never null. */
type OrNull<Returned> = Returned extends (infer R extends object)[] ? { [C in keyof R]: R[C] | null }[] : Returned;

/**
 * Does not compile for an unknown argument or function, or for a type that does not narrow the generated one, apart
 * from an added null.
 */
export type NarrowCalls<
  Over extends {
    [F in keyof Over]: F extends keyof Routines
      ? {
          Args?: 'Args' extends keyof Over[F]
            ? {
                [A in keyof Over[F]['Args']]: A extends keyof Routines[F]['Args']
                  ? Routines[F]['Args'][A] | null
                  : never;
              }
            : never;
          Returns?: OrNull<Routines[F]['Returns']>;
        }
      : never;
  },
> = Over;
