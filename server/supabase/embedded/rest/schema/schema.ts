/**
 * The metadata of the exposed schema, like PostgREST's schema cache.
 * https://docs.postgrest.org/en/v12/references/schema_cache.html
 */
export type Schema = {
  tables: Map<string, Table>;
  /** By the name of the table they start from. */
  relationships: Map<string, Relationship[]>;
  /** By name, with all overloads. */
  functions: Map<string, RestFunction[]>;
};

export type Column = {
  name: string;
  /** The type as written in SQL. */
  type: string;
  /** The expression of its default, such as `now()`; null without one. */
  default: string | null;
};

export type Table = { name: string; columns: Map<string, Column>; primaryKey: string[] };

type Pair = [own: string, other: string];

export type Relationship = {
  from: string;
  to: string;
  /** Whether each row has at most one related row. */
  isToOne: boolean;
} & (
  | { kind: 'many-to-one' | 'one-to-one' | 'one-to-many'; constraint: string; columns: Pair[] }
  | { kind: 'many-to-many'; junction: string; near: JunctionSide; far: JunctionSide }
  | { kind: 'computed'; function: string }
);

/** One of a junction's foreign keys: its columns, paired with the columns they reference. */
export type JunctionSide = { constraint: string; columns: [junction: string, other: string][] };

export type Parameter = { name: string; type: string; isRequired: boolean; isVariadic: boolean };

export type RestFunction = {
  name: string;
  parameters: Parameter[];
  /** Declared stable or immutable, so it runs in a read-only transaction. */
  isReadOnly: boolean;
  returnsSet: boolean;
  returns: { kind: 'void' | 'scalar' | 'rows' } | { kind: 'table'; table: string };
};

/** A foreign key between two exposed tables. */
export type ForeignKey = {
  constraint: string;
  table: string;
  columns: string[];
  foreign: string;
  foreignColumns: string[];
  /** Whether its columns are unique in their table. */
  isUnique: boolean;
  /** Whether its columns are part of their table's primary key. */
  isInPrimaryKey: boolean;
};

/** Collects the relationships of foreign keys and the computed ones, by the table they start from. */
export function relationshipsOf(keys: ForeignKey[], computed: Relationship[]): Map<string, Relationship[]> {
  const all = [...computed, ...keys.flatMap(bothWays), ...keys.flatMap((key) => throughJunction(key, keys))];
  const byTable = new Map<string, Relationship[]>();
  for (const relationship of all)
    byTable.set(relationship.from, [...(byTable.get(relationship.from) ?? []), relationship]);
  return byTable;
}

function bothWays(key: ForeignKey): Relationship[] {
  const { constraint } = key;
  const there = key.columns.map((column, at): Pair => [column, key.foreignColumns[at] as string]);
  const back = there.map(([own, other]): Pair => [other, own]);
  return [
    {
      from: key.table,
      to: key.foreign,
      kind: key.isUnique ? 'one-to-one' : 'many-to-one',
      isToOne: true,
      constraint,
      columns: there,
    },
    {
      from: key.foreign,
      to: key.table,
      kind: key.isUnique ? 'one-to-one' : 'one-to-many',
      isToOne: key.isUnique,
      constraint,
      columns: back,
    },
  ];
}

/** Many-to-many relationships through a junction table, whose two foreign keys are part of its primary key. */
function throughJunction(near: ForeignKey, keys: ForeignKey[]): Relationship[] {
  if (!near.isInPrimaryKey) return [];
  return keys
    .filter((far) => far !== near && far.table === near.table && far.isInPrimaryKey)
    .map((far) => ({
      from: near.foreign,
      to: far.foreign,
      kind: 'many-to-many',
      isToOne: false,
      junction: near.table,
      near: sideOf(near),
      far: sideOf(far),
    }));
}

function sideOf({ constraint, columns, foreignColumns }: ForeignKey): JunctionSide {
  return { constraint, columns: columns.map((column, at) => [column, foreignColumns[at] as string]) };
}
