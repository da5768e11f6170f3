import type { PlainAnswer } from '../../connection.ts';
import { answer, onlyElement, type Result, rangeOf, requireAtMost, requireOne } from './answer.ts';
import { type Arguments, chooseFunction } from './compile/call.ts';
import { compileCall, compileChange, compileRead, type Form } from './compile/compile.ts';
import type { Template } from './compile/statement.ts';
import type { Change } from './compile/write.ts';
import type { Body } from './request/body.ts';
import type { Accepted, Preferences } from './request/preferences.ts';
import type { PageNumber, Query } from './request/query.ts';
import type { Schema, Table } from './schema/schema.ts';

/** A request that is parsed but not yet compiled. */
export type Asked = { method: string; query: Query; body: Body | null; accepted: Accepted; preferences: Preferences };

/** A compiled request without its values, so that it can be reused for requests of the same shape. */
export type Plan = {
  steps: readonly Template[];
  isReadOnly: boolean;
  /** Throws if the transaction must not be committed. */
  check: ((result: Result) => void) | null;
  rollsBack: boolean;
  /** How many rows the page skips. */
  offset: PageNumber | null;
  answer(result: Result, offset: number): PlainAnswer;
};

/** Plans a select from a table. */
export function planRead({ method, query, accepted, preferences }: Asked, schema: Schema, table: Table): Plan {
  const { steps } = compileRead(schema, query, table, formOf(method, accepted, preferences));
  const isOne = accepted.media === 'object' && method !== 'HEAD';
  return {
    steps,
    isReadOnly: true,
    check: null,
    rollsBack: false,
    offset: offsetOf(query),
    answer(result, offset) {
      const { status, range } = rangeOf(offset, result);
      if (isOne) requireOne(result);
      return answer(result, { status, range, accepted, preferences });
    },
  };
}

/** Plans an insert, update or delete. */
export function planChange(asked: Asked, schema: Schema, table: Table, kind: Change['kind']): Plan {
  const { preferences, accepted, query } = asked;
  const returnsRows = preferences.return === 'representation';
  const form: Form = { media: returnsRows ? accepted.media : null, stripsNulls: accepted.stripsNulls, count: null };
  const change = changeOf(asked, table, kind);
  const { steps } = compileChange(schema, query, table, change, form);
  const merges = change.kind === 'insert' && change.conflict?.resolution === 'merge';
  const isOne = accepted.media === 'object' && returnsRows;
  const isLimited = kind !== 'insert' && preferences.maxAffected !== null;
  const check = (result: Result) => {
    if (isLimited) requireAtMost(preferences, result.total ?? 0);
    if (isOne) requireOne(result);
  };
  const { rollsBack } = preferences;
  return {
    steps,
    isReadOnly: false,
    check: isOne || isLimited ? check : null,
    rollsBack,
    offset: null,
    answer(result) {
      const count = preferences.count === null ? '*' : String(result.total);
      const span = kind === 'update' && result.rows > 0 ? `0-${result.rows - 1}` : '*';
      const status = kind === 'insert' ? (merges && result.inserted === 0 ? 200 : 201) : returnsRows ? 200 : 204;
      return answer(result, {
        status,
        range: `${span}/${count}`,
        accepted: returnsRows ? accepted : null,
        preferences,
      });
    },
  };
}

function changeOf({ query, body, preferences }: Asked, table: Table, kind: Change['kind']): Change {
  if (kind === 'delete' || body === null) return { kind: 'delete' };
  if (kind === 'update') return { kind, body };
  const columns = query.onConflict ?? table.primaryKey;
  const { resolution, usesDefaults } = preferences;
  const conflict = resolution && columns.length > 0 ? { columns, resolution } : null;
  return { kind, body, usesDefaults, conflict };
}

/** Plans a function call; overloads are resolved by the arguments' names. */
export function planCall(asked: Asked, schema: Schema, name: string): Plan {
  const { method, query, body, accepted, preferences } = asked;
  const args: Arguments = body ? { kind: 'body', ...body } : { kind: 'address', pairs: query.args };
  const called = chooseFunction(schema, name, args);
  const isVoid = called.returns.kind === 'void';
  const isSingle = !called.returnsSet;
  const form = formOf(method, accepted, preferences);
  const { steps } = compileCall(schema, query, called, args, isVoid ? { ...form, media: null } : form);
  const isOne = accepted.media === 'object' && !isSingle && method !== 'HEAD';
  const check = (result: Result) => {
    requireAtMost(preferences, result.rows);
    if (isOne) requireOne(result);
  };
  return {
    steps,
    isReadOnly: args.kind === 'address' || called.isReadOnly,
    check: isOne || preferences.maxAffected !== null ? check : null,
    rollsBack: preferences.rollsBack,
    offset: offsetOf(query),
    answer(result, offset) {
      check(result);
      const { status, range } = rangeOf(offset, result);
      if (isVoid) return answer(result, { status: 204, range, accepted: null, preferences });
      if (!isSingle || result.body === null || accepted.media === 'csv') {
        return answer(result, { status, range, accepted, preferences });
      }
      const value = { ...result, body: onlyElement(result.body) };
      return answer(value, { status, range, accepted: { ...accepted, media: 'json' }, preferences });
    },
  };
}

function formOf(method: string, { media, stripsNulls }: Accepted, { count }: Preferences): Form {
  return {
    media: method === 'HEAD' ? null : media,
    stripsNulls,
    // There is no db-max-rows here, without which PostgREST answers `estimated` with the exact count.
    count: count === 'estimated' ? 'exact' : count,
  };
}

function offsetOf({ scopes }: Query): PageNumber | null {
  return scopes.get('')?.offset ?? null;
}

/** Number of plans cached per schema; the least recently used is dropped first. */
const MOST_PLANS = 500;
/** Plans of requests with a longer key are not cached. */
const MOST_KEY_LENGTH = 4096;

const bySchema = new WeakMap<Schema, Map<string, Plan>>();

/** Returns the cached plan for `key`, or makes it. A reloaded schema starts with an empty cache. */
export function planOf(schema: Schema, key: string, make: () => Plan): Plan {
  const plans = bySchema.get(schema) ?? new Map<string, Plan>();
  bySchema.set(schema, plans);
  const plan = plans.get(key) ?? make();
  if (key.length > MOST_KEY_LENGTH) return plan;
  plans.delete(key);
  plans.set(key, plan);
  const [oldest] = plans.keys();
  if (plans.size > MOST_PLANS && oldest !== undefined) plans.delete(oldest);
  return plan;
}
