import {
  type AnyAST,
  type ConnectionContextOptions,
  fuzzyMatch,
  RelationNotFoundError,
  type VarsContext,
} from '@supabase/lite';
import type { Logger } from 'pino';
import { type Database, LiteConnection } from './lite-connection.ts';
import type { Address } from './postmaster.ts';
import type { RequestLimits } from './request-limits.ts';
import { readBackByKey } from './rest-changed-rows.ts';
import { isDatabaseError, RestRefusal, refusalOf } from './rest-error.ts';
import { correctRequest } from './rest-request.ts';
import { correctResponse } from './rest-response.ts';

/** The connection as /rest/v1 uses it: corrects what @supabase/lite understands and answers where PostgREST differs. */
export class RestConnection extends LiteConnection {
  readonly #log: Logger;
  /** The request that a context belongs to: lite passes the same object to onPostgrestAST and to withContext. */
  readonly #requests = new WeakMap<VarsContext, AnyAST>();

  constructor(address: Address, log: Logger, limits?: RequestLimits) {
    super(address, limits);
    this.#log = log;
  }

  /** Called by lite once per REST request, before it runs anything. */
  override async onPostgrestAST(given: AnyAST, vars?: VarsContext): Promise<AnyAST> {
    const ast = await super.onPostgrestAST(given);
    correctRequest(ast, await this.introspect({ useCache: true }));
    if (vars) this.#requests.set(vars, ast);
    return ast;
  }

  override async withContext<T>(
    vars: VarsContext | undefined,
    fn: (db: Database) => Promise<T>,
    options?: ConnectionContextOptions,
  ): Promise<T> {
    const ast = vars && this.#requests.get(vars);
    if (!ast) return super.withContext(vars, fn, options);
    const answer = async (db: Database): Promise<T> => {
      const value = await fn(readBackByKey(db, ast));
      // With a request, lite's function answers a Response.
      return value instanceof Response ? ((await correctResponse(value, ast)) as T) : value;
    };
    try {
      return await super.withContext(vars, answer, options);
    } catch (error) {
      // 'PGRST' raised in a function says its whole answer itself, which lite reads.
      if (!isDatabaseError(error) || error.code === 'PGRST') throw error;
      throw refusalOf(error, { anonymous: !isSignedIn(vars), table: ast.from });
    }
  }

  /** Called by lite with whatever went wrong, before it prints the error; throwing the answer keeps stderr clean. */
  override normalizeDbError(error: unknown): unknown {
    const refusal = this.#refusal(error);
    if (refusal) {
      this.#log.debug({ err: refusal.cause, status: refusal.status, answer: refusal.body }, 'REST request refused');
      throw refusal;
    }
    return error;
  }

  #refusal(error: unknown): RestRefusal | null {
    if (error instanceof RestRefusal) return error;
    if (error instanceof RelationNotFoundError) return unknownTable(error, this.#tableNames());
    if (isDatabaseError(error) && error.code !== 'PGRST') return refusalOf(error, { anonymous: false });
    return error instanceof Error ? unreadable(error) : null;
  }

  #tableNames(): string[] {
    const { tables = [], views = [] } = this.introspection ?? {};
    return [...tables, ...views].filter(({ schema }) => schema === 'public').map(({ name }) => name);
  }
}

function isSignedIn(vars: VarsContext): boolean {
  const role = (vars.auth as { role?: string } | undefined)?.role ?? 'anon';
  return role !== 'anon';
}

function unknownTable({ schema = 'public', relation }: RelationNotFoundError, tables: string[]): RestRefusal {
  const near = fuzzyMatch(relation, tables);
  return new RestRefusal(404, {
    code: 'PGRST205',
    details: null,
    hint: near ? `Perhaps you meant the table '${schema}.${near}'` : null,
    message: `Could not find the table '${schema}.${relation}' in the schema cache`,
  });
}

/** The plain errors of lite's parser for filters and embeds. */
function unreadable(error: Error): RestRefusal | null {
  const isOfParser =
    /failed to parse|Expected (identifier|"\("|.* at position)|Invalid filter|Unexpected input|(Unsupported|Unknown) operator/;
  if (!isOfParser.test(error.message)) return null;
  return new RestRefusal(400, { code: 'PGRST100', details: error.message, hint: null, message: error.message });
}
