import { RestRefusal } from '../error.ts';
import { type EmbedItem, nameOf, type SelectItem } from '../request/query.ts';
import { EXPOSED_SCHEMA } from '../schema/load-schema.ts';
import type { Relationship } from '../schema/schema.ts';
import { relate } from './relate.ts';
import { type Compilation, Relation } from './relation.ts';
import { identifier } from './statement.ts';

/** A compiled embedded table: its join, and its part of the outer select. */
export type Embedded = {
  join: string;
  /** A single value; if the table is spread, its columns. */
  list: string[];
  names: string[] | null;
  isToOne: boolean;
  /** Whether parent rows without an embedded row are left out. */
  isInner: boolean;
  /** Whether it is computed from the parent row. */
  needsRow: boolean;
  /** SQL that is true if it has rows. */
  presence: string;
  orderColumn(name: string): string;
};

/** A compiled select and its column names, which are null if they include `*`. */
export type Selection = { sql: string; names: string[] | null };

export type SelectOptions = {
  relation: Relation;
  /** The `from` clause. */
  from: string;
  items: SelectItem[];
  /** The path from the requested table: '' for that table itself, `a.b` for b embedded in a. */
  path: string;
  /** Join conditions of an embedded table, in addition to the filters. */
  where?: string[];
  /** Columns by which the parent table is ordered, with their aliases. */
  orderColumns?: [column: string, name: string][];
  /** Compiles a select for counting rows: no order, no page, and only `1` as the column. */
  isCount?: boolean;
};

const SCHEMA = identifier(EXPOSED_SCHEMA);

/**
 * Compiles one embedded table, using `select` for the tables embedded in it. `orderColumns`: the columns by which the
 * parent table is ordered.
 */
export function embedSql(
  compilation: Compilation,
  parent: Relation,
  item: EmbedItem,
  path: string,
  orderColumns: string[],
  select: (compilation: Compilation, options: SelectOptions) => Selection,
): Embedded {
  const relationship = relate(compilation.schema, parent.table?.name ?? '', item);
  const { isToOne } = relationship;
  if (item.isSpread && !isToOne) throw cannotSpread(relationship, item);
  const depth = path.split('.').length;
  const child = new Relation(
    `${relationship.to}_${depth}`,
    compilation.schema.tables.get(relationship.to) ?? null,
    parent,
  );
  const { from, where } = joined(relationship, parent, child, depth);
  const orderNames = new Map(orderColumns.map((column, at) => [column, `_rest_order_${at}`]));
  const inner = select(compilation, {
    relation: child,
    from,
    items: item.items,
    path,
    where,
    orderColumns: [...orderNames],
  });
  const lateral = identifier(`${parent.alias.slice(1, -1).replaceAll('""', '"')}_${nameOf(item)}_${depth}`);
  const { isInner } = item;
  const kind = isInner ? 'inner' : 'left';
  const needsRow = relationship.kind === 'computed';
  const orderColumn = (name: string) => `${lateral}.${identifier(orderNames.get(name) ?? name)}`;

  if (!isToOne) {
    const rows = `${lateral}."_rest_rows"`;
    return {
      join: `${kind} join lateral (select json_agg("_rest_row") as "_rest_rows" from (${inner.sql}) "_rest_row") ${lateral} on ${item.isInner ? `${rows} is not null` : 'true'}`,
      list: [`coalesce(${rows}, '[]')`],
      names: [],
      isToOne,
      isInner,
      needsRow,
      presence: `${rows} is not null`,
      orderColumn,
    };
  }
  const join = `${kind} join lateral (${inner.sql}) ${lateral} on true`;
  const presence = `${lateral} is distinct from null`;
  if (!item.isSpread) {
    const row =
      orderColumns.length === 0
        ? `row_to_json(${lateral}.*)`
        : `(to_jsonb(${lateral}.*) - array[${[...orderNames.values()].map((name) => `'${name}'`).join(', ')}])`;
    return { join, list: [row], names: [], isToOne, isInner, needsRow, presence, orderColumn };
  }
  const list = inner.names?.map((name) => `${lateral}.${identifier(name)}`) ?? [`${lateral}.*`];
  return { join, list, names: inner.names, isToOne, isInner, needsRow, presence, orderColumn };
}

/** The `from` clause of an embedded table, and the conditions that join it to the parent's rows. */
function joined(
  relationship: Relationship,
  parent: Relation,
  child: Relation,
  depth: number,
): { from: string; where: string[] } {
  if (relationship.kind === 'computed') {
    return { from: `${SCHEMA}.${identifier(relationship.function)}(${parent.row(SCHEMA)}) ${child.alias}`, where: [] };
  }
  const table = `${SCHEMA}.${identifier(relationship.to)} ${child.alias}`;
  if (relationship.kind !== 'many-to-many') {
    return {
      from: table,
      where: relationship.columns.map(([own, other]) => `${child.column(other)} = ${parent.column(own)}`),
    };
  }
  const between = new Relation(`${relationship.junction}_${depth}`, null, child);
  return {
    from: `${table}, ${SCHEMA}.${identifier(relationship.junction)} ${between.alias}`,
    where: [
      ...relationship.near.columns.map(([own, other]) => `${between.column(own)} = ${parent.column(other)}`),
      ...relationship.far.columns.map(([own, other]) => `${between.column(own)} = ${child.column(other)}`),
    ],
  };
}

function cannotSpread({ from, to }: Relationship, item: EmbedItem): RestRefusal {
  return new RestRefusal(400, 'PGRST119', `A spread operation on '${item.name}' is not possible`, {
    details: `'${from}' and '${to}' do not form a many-to-one or one-to-one relationship`,
  });
}
