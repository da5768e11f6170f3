import type { Step } from '../../../sql/pipeline.ts';
import { unreadable } from '../error.ts';

/**
 * A statement that can be sent again with other values: those with a slot are a request's own, the others belong to it.
 */
export type Template = Step & { slots: readonly (number | null)[] };

/** The slot of a request's body; those of its parameters follow. */
export const BODY_SLOT = 0;

/** The values of a statement: every one from outside is a parameter, never part of the SQL. */
export class Statement {
  readonly #values: (string | null)[] = [];
  readonly #slots: (number | null)[] = [];

  /** Adds a value and gives its place. `slot`: where the next request of the same shape has its own. */
  value(text: string | null, slot: number | null = null): string {
    // What is cached holds no values of a request.
    this.#values.push(slot === null ? text : null);
    this.#slots.push(slot);
    return `$${this.#values.length}`;
  }

  /** Adds values as one array, in Postgres's own notation, whose type is that of what it is compared with. */
  array(values: string[]): string {
    return this.value(`{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
  }

  template(text: string): Template {
    return { text, values: this.#values, slots: this.#slots };
  }
}

/** The statement with a request's values in its slots. */
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

/** A name as SQL. */
export function identifier(name: string): string {
  // Postgres reads a statement up to the first NUL.
  if (name.includes('\0')) throw unreadable('a name holds a NUL', 'a name is expected');
  return `"${name.replaceAll('"', '""')}"`;
}
