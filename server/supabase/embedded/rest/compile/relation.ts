import type { Field, Query } from '../request/query.ts';
import type { Schema, Table } from '../schema/schema.ts';
import { identifier, type Statement } from './statement.ts';

/** The state shared while one request is compiled. */
export type Compilation = {
  schema: Schema;
  query: Query;
  statement: Statement;
  /** The scopes that were applied. Any other scope names a table that is not in the select. */
  usedScopes: Set<string>;
};

/** The source of a select: a table, or the rows returned by a write or a function. Records which columns are used. */
export class Relation {
  readonly alias: string;
  readonly table: Table | null;
  readonly names = new Set<string>();
  needsAll = false;
  readonly #parent: Relation | null;
  #spellsOut = false;

  /** `parent` is the relation that this one is embedded in and joined to. */
  constructor(name: string, table: Table | null, parent: Relation | null = null) {
    let unused = name;
    while (parent?.isKnown(identifier(unused))) unused += '_';
    this.alias = identifier(unused);
    this.table = table;
    this.#parent = parent;
  }

  isKnown(alias: string): boolean {
    return this.alias === alias || (this.#parent?.isKnown(alias) ?? false);
  }

  column(name: string): string {
    this.names.add(name);
    return `${this.alias}.${identifier(name)}`;
  }

  star(): string {
    if (this.#spellsOut && this.table)
      return [...this.table.columns.keys()].map((name) => this.column(name)).join(', ');
    this.needsAll = true;
    return `${this.alias}.*`;
  }

  /** From now on, `*` expands to the table's columns, because the source has an additional one. */
  spellOut(): this {
    this.#spellsOut = true;
    return this;
  }

  /** The whole row, cast to the table's type: the argument of a computed relationship. */
  row(schemaName: string): string {
    this.needsAll = true;
    return this.table ? `${this.alias}::${schemaName}.${identifier(this.table.name)}` : this.alias;
  }

  /** A column, or a path into its JSON. */
  field(statement: Statement, { name, path }: Field): string {
    const column = this.column(name);
    if (path.length === 0) return column;
    const type = this.table?.columns.get(name)?.type;
    const steps = path.map(({ arrow, key }) => {
      return ` ${arrow} ${typeof key === 'number' ? key : `${statement.value(key)}::text`}`;
    });
    return `(${type === 'json' || type === 'jsonb' ? column : `to_jsonb(${column})`}${steps.join('')})`;
  }
}
