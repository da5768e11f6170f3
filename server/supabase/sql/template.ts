/** SQL with separate values; see `sql`. */
export class Sql {
  /** The text before, between and after the values. */
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }

  /** The statement for Postgres, with $1, $2 and so on for the values. */
  get text(): string {
    return this.texts.reduce((before, after, at) => `${before}$${at}${after}`);
  }
}

/** Makes a statement or a part of one. An interpolated `Sql` is inserted as SQL; anything else is passed as a value. */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  const texts = [strings[0] ?? ''];
  const values: unknown[] = [];
  const append = (text = '') => texts.push(`${texts.pop()}${text}`);
  parts.forEach((part, at) => {
    const { texts: inner, values: own } = part instanceof Sql ? part : { texts: ['', ''], values: [part] };
    append(inner[0]);
    texts.push(...inner.slice(1));
    values.push(...own);
    append(strings[at + 1]);
  });
  return new Sql(texts, values);
}

/** Quotes the name of a table or column. */
export function name(text: string): Sql {
  return new Sql([`"${text.replaceAll('"', '""')}"`], []);
}

/** The columns and values of an insert: `("a", "b") values ($1, $2)`. */
export function newRow(row: Record<string, unknown>): Sql {
  const columns = joined(Object.keys(row).map(name));
  return sql`(${columns}) values (${joined(Object.values(row).map((value) => sql`${value}`))})`;
}

/** The assignments of an update: `"a" = $1, "b" = $2`. */
export function assignments(row: Record<string, unknown>): Sql {
  return joined(Object.entries(row).map(([column, value]) => sql`${name(column)} = ${value}`));
}

function joined(parts: Sql[]): Sql {
  return parts.reduce((before, part) => sql`${before}, ${part}`);
}
