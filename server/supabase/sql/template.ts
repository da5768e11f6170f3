/** SQL with its values beside it; see `sql`. */
export class Sql {
  /** The text before, between and after the values. */
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }

  /** The statement as Postgres takes it, with $1, $2 and so on for its values. */
  get text(): string {
    return this.texts.reduce((before, after, at) => `${before}$${at}${after}`);
  }
}

/** A statement, or a part of one. What is put in is a value, and never read as SQL unless it is a part itself. */
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

/** A name of a table or a column. */
export function name(text: string): Sql {
  return new Sql([`"${text.replaceAll('"', '""')}"`], []);
}

/** The columns and values of an insert: `("a", "b") values ($1, $2)`. */
export function newRow(row: Record<string, unknown>): Sql {
  const columns = joined(Object.keys(row).map(name));
  return sql`(${columns}) values (${joined(Object.values(row).map((value) => sql`${value}`))})`;
}

/** What an update sets: `"a" = $1, "b" = $2`. */
export function assignments(row: Record<string, unknown>): Sql {
  return joined(Object.entries(row).map(([column, value]) => sql`${name(column)} = ${value}`));
}

function joined(parts: Sql[]): Sql {
  return parts.reduce((before, part) => sql`${before}, ${part}`);
}
