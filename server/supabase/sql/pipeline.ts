import type { ClientBase, Connection, Submittable } from 'pg';
import { connectionError } from './pool.ts';

/** A statement with its parameters, as text. */
export type Step = { text: string; values: readonly (string | null)[] };
/** The rows of a statement, with each value in Postgres' text format. */
export type Rows = (string | null)[][];

/** Number of prepared statements per connection; the least recently used is closed first. */
const MOST_PREPARED = 200;

/** The protocol messages that `pg` lets a query send; missing from its types. */
type Wire = Pick<Connection, 'stream' | 'on' | 'off' | 'sync'> & {
  parse(message: { name: string; text: string; types: number[] }): void;
  bind(message: { statement: string; values: (string | null)[] }): void;
  execute(message: { portal: string; rows: number }): void;
  close(message: { type: 'S'; name: string }): void;
};

const prepared = new WeakMap<Connection, Prepared>();

/** The statements that one connection has parsed. */
class Prepared {
  readonly #names = new Map<string, string>();
  #count = 0;

  /** The name of a prepared statement; null if it is not prepared yet. */
  nameOf(text: string): string | null {
    const name = this.#names.get(text);
    if (name === undefined) return null;
    this.#names.delete(text);
    this.#names.set(text, name);
    return name;
  }

  /** A name that was never used on this connection, so that a failed parse cannot conflict with a later one. */
  newName(): string {
    return `rest_${++this.#count}`;
  }

  /** Records a prepared statement, and returns the names of those to close. */
  add(text: string, name: string): string[] {
    this.#names.set(text, name);
    const [oldest] = this.#names;
    if (this.#names.size <= MOST_PREPARED || !oldest) return [];
    this.#names.delete(oldest[0]);
    return [oldest[1]];
  }
}

/** The error of a statement; `step` is its index. */
export type StepError = Error & { step: number };

/**
 * Several statements in one round trip to Postgres: all are sent at once, and those after a failed one are not run.
 * Statements are prepared, so that Postgres parses each only once per connection. A query for `pg` that writes its own
 * protocol messages, like pg-cursor.
 */
class Pipeline implements Submittable {
  readonly #steps: readonly Step[];
  readonly #rows: Rows[] = [];
  readonly #parsing: [text: string, name: string][] = [];
  readonly #done: (error: StepError | null, rows: Rows[]) => void;
  #step = 0;
  #leave = () => {};

  constructor(steps: readonly Step[], done: (error: StepError | null, rows: Rows[]) => void) {
    this.#steps = steps;
    this.#done = done;
    for (const _step of steps) this.#rows.push([]);
  }

  submit(given: Connection): void {
    const connection = given as unknown as Wire;
    const known = prepared.get(given) ?? new Prepared();
    prepared.set(given, known);
    this.#watchParsing(connection, known);
    connection.stream.cork();
    for (const { text, values } of this.#steps) {
      const statement = known.nameOf(text) ?? this.#parse(connection, known, text);
      connection.bind({ statement, values: values as (string | null)[] });
      connection.execute({ portal: '', rows: 0 });
    }
    connection.sync();
    connection.stream.uncork();
  }

  #parse(connection: Wire, known: Prepared, text: string): string {
    const again = this.#parsing.find(([parsed]) => parsed === text);
    if (again) return again[1];
    const name = known.newName();
    this.#parsing.push([text, name]);
    connection.parse({ name, text, types: [] });
    return name;
  }

  /** Records each statement once Postgres confirms that it was parsed, in the order of sending. */
  #watchParsing(connection: Wire, known: Prepared): void {
    let count = 0;
    const onParsed = () => {
      const [text, name] = this.#parsing[count++] ?? [];
      if (text === undefined || name === undefined) return;
      for (const old of known.add(text, name)) connection.close({ type: 'S', name: old });
    };
    connection.on('parseComplete', onParsed);
    this.#leave = () => connection.off('parseComplete', onParsed);
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows[this.#step]?.push(fields);
  }

  handleCommandComplete(): void {
    this.#step++;
  }

  handlePortalSuspended(): void {}

  handleEmptyQuery(): void {
    this.#step++;
  }

  handleReadyForQuery(): void {
    this.#leave();
    this.#done(null, this.#rows);
  }

  handleError(error: Error): void {
    this.#leave();
    this.#done(Object.assign(error, { step: this.#step }), this.#rows);
  }
}

/**
 * Runs the steps in one round trip and resolves with the rows of each. Rejects with a StepError; a transaction that the
 * steps began is still open then.
 */
export function runSteps(client: ClientBase, steps: readonly Step[]): Promise<Rows[]> {
  return new Promise((resolve, reject) => {
    client.query(new Pipeline(steps, (error, rows) => (error ? reject(connectionError(error)) : resolve(rows))));
  });
}
