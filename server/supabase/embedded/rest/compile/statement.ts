import type { Step } from '../../../sql/pipeline.ts';
import { unreadable } from '../error.ts';

/**
 * A statement that can be reused with other values. A value with a slot comes from the request; the others are fixed.
 */
export type Template = Step & { slots: readonly (number | null)[] };

/** The slot of the request's body; the slots of its parameters follow. */
export const BODY_SLOT = 0;

/** Collects the values of a statement. User input is always a parameter, never part of the SQL. */
export class Statement {
  readonly #values: (string | null)[] = [];
  readonly #slots: (number | null)[] = [];

  /** Adds a value and returns its placeholder. `slot`: where a request of the same shape has its own value. */
  value(text: string | null, slot: number | null = null): string {
    // Templates are cached, so they must not hold a request's values.
    this.#values.push(slot === null ? text : null);
    this.#slots.push(slot);
    return `$${this.#values.length}`;
  }

  /** Adds values as an array literal, which takes the type of the operand that it is compared with. */
  array(values: string[]): string {
    return this.value(`{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
  }

  template(text: string): Template {
    return { text, values: this.#values, slots: this.#slots };
  }
}

/** Fills a request's values into the slots. */
export function filled({ text, values, slots }: Template, given: readonly (string | null)[]): Step {
  return { text, values: values.map((value, at) => valueAt(value, slots[at], given)) };
}

function valueAt(
  value: string | null,
  slot: number | null | undefined,
  given: readonly (string | null)[],
): string | null {
  return slot == null ? value : (given[slot] ?? null);
}

/** Quotes a name for SQL. Throws PGRST100 for a name with a NUL. */
export function identifier(name: string): string {
  // Postgres reads a statement up to the first NUL.
  if (name.includes('\0')) throw unreadable('a name holds a NUL', 'a name is expected');
  return `"${name.replaceAll('"', '""')}"`;
}
