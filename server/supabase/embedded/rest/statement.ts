import { unreadable } from './error.ts';

/** The values of a statement: every one from outside is a parameter, never part of the SQL. */
export class Statement {
  readonly values: (string | null)[] = [];

  /** Adds a value and gives its place. */
  value(text: string | null): string {
    this.values.push(text);
    return `$${this.values.length}`;
  }

  /** Adds values as one array, in Postgres's own notation, whose type is that of what it is compared with. */
  array(values: string[]): string {
    return this.value(`{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
  }
}

/** A name as SQL. */
export function identifier(name: string): string {
  // Postgres reads a statement up to the first NUL.
  if (name.includes('\0')) throw unreadable('a name holds a NUL', 'a name is expected');
  return `"${name.replaceAll('"', '""')}"`;
}
