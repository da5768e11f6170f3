import type { Schema } from './database-schema.ts';

/** How database.ts narrows the generated types, which do not know what the database's checks do. */

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

/** Distributes over a union of rows. */
export type LaidOver<Row, Over> = Over extends unknown
  ? { [C in keyof Row]: C extends keyof Over ? Over[C] : Row[C] }
  : never;

/** Postgres does not know which columns of a function's rows are always filled. */
type OrNull<Returned> = Returned extends (infer R extends object)[] ? { [C in keyof R]: R[C] | null }[] : Returned;

/** Does not compile for an unknown argument, or a type that neither narrows the argument's or the row's nor adds null. */
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
