import { RestRefusal } from '../error.ts';
import { type EmbedItem, nameOf, type SelectItem } from '../request/query.ts';
import { EXPOSED_SCHEMA } from '../schema/load-schema.ts';
import type { Relationship } from '../schema/schema.ts';
import { relate } from './relate.ts';
import { type Compilation, Relation } from './relation.ts';
import { identifier } from './statement.ts';

/** An embedded table: the join that it needs, and its part of the outer select. */
export type Embedded = {
  join: string;
  /** One value, or of a spread one its columns. */
  list: string[];
  names: string[] | null;
  isToOne: boolean;
  /** Rows above without any of it are left out. */
  isInner: boolean;
  /** It is computed from the row above. */
  needsRow: boolean;
  /** SQL that is true where it has rows. */
  presence: string;
  orderColumn(name: string): string;
};

/** A select with the names of its columns; null when they include `*`. */
export type Selection = { sql: string; names: string[] | null };

/** What a select is compiled from. */
export type SelectOptions = {
  relation: Relation;
  /** The `from` clause. */
  from: string;
  items: SelectItem[];
  /** Its path below the table: '' for the table itself, `a.b` for b embedded in a. */
  path: string;
  /** Conditions in addition to the filters: how an embedded table is joined. */
  where?: string[];
  /** Columns that the order of the table above needs, under the names given. */
  orderColumns?: [column: string, name: string][];
  /** Only how many rows there are: no order, no page, nothing but `1`. */
  isCount?: boolean;
};

const SCHEMA = identifier(EXPOSED_SCHEMA);

/**
 * Compiles one embedded table, and with `select` all below it. `orderColumns`: the columns that the table above is
 * ordered by.
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

/** What an embedded table is selected from, and which of its rows belong to the parent's. */
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
