/**
 * The parsed query string of a request to /rest/v1.
 * https://docs.postgrest.org/en/v12/references/api/tables_views.html
 */
export type Query = {
  select: SelectItem[];
  /** Filters, order and page, keyed by path: '' for the requested table, otherwise an embedded one. */
  scopes: Map<string, Scope>;
  /** `columns`: the keys of the body that a write uses. */
  columns: string[] | null;
  onConflict: string[] | null;
  /** Arguments of a function that is called with GET. */
  args: [name: string, value: string][];
};

export type Scope = { where: Condition[]; order: OrderTerm[]; limit: PageNumber | null; offset: PageNumber | null };

/** `slot`: see Statement. An offset of 0 is represented as null. */
export type PageNumber = { number: number; slot: number | null };

/** A column, or a path into its JSON. */
export type Field = { name: string; path: JsonStep[] };
export type JsonStep = { arrow: '->' | '->>'; key: string | number };

export type Aggregate = 'avg' | 'count' | 'max' | 'min' | 'sum';

export type SelectItem =
  | { kind: 'star' }
  | {
      kind: 'column';
      /** Null for `count()`, which counts rows. */
      field: Field | null;
      alias: string | null;
      cast: string | null;
      aggregate: { name: Aggregate; cast: string | null } | null;
    }
  | EmbedItem;

export type EmbedItem = {
  kind: 'embed';
  name: string;
  alias: string | null;
  hint: string | null;
  isInner: boolean;
  /** `...name(…)`: its columns are merged into the parent's row. */
  isSpread: boolean;
  items: SelectItem[];
};

export type Condition =
  | { kind: 'logic'; isNegated: boolean; junction: 'and' | 'or'; conditions: Condition[] }
  | {
      kind: 'test';
      isNegated: boolean;
      field: Field;
      operator: string;
      quantifier: 'any' | 'all' | null;
      /** The language of a full-text search. */
      language: string | null;
      value: string;
      /** The slot of the value in requests of the same shape; see Statement. */
      slot: number | null;
      /** The values of `in` and of a quantified operator. */
      values: string[];
    };

export type OrderTerm = {
  /** `order=name(column)`: orders by a column of an embedded table. */
  relation: string | null;
  field: Field;
  direction: 'asc' | 'desc';
  nulls: 'first' | 'last' | null;
};

/** The name of an embedded table in the answer. */
export function nameOf(embed: EmbedItem): string {
  return embed.alias ?? embed.name;
}
