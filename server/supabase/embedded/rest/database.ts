import pg from 'pg';
import { type Rows, runSteps, type Step, type StepError } from '../pipeline.ts';
import { poolOptions } from '../pool-options.ts';
import type { Address } from '../postmaster.ts';
import { limitSettings, type RequestLimits } from '../request-limits.ts';
import { badToken, type RestCaller } from './caller.ts';
import { isDatabaseError, RestRefusal } from './error.ts';

/** Connections for callers without the secret key, and for the agent's own work, which others cannot take. */
const CALLER_CONNECTIONS = 5;
const AGENT_CONNECTIONS = 3;
/** What a transaction is begun with. */
export type Context = { caller: RestCaller; isReadOnly: boolean; method: string; path: string; headers: string };

const BEGIN: Step = { text: 'begin', values: [] };
const BEGIN_READ_ONLY: Step = { text: 'begin read only', values: [] };
const COMMIT: Step = { text: 'commit', values: [] };
const ROLLBACK: Step = { text: 'rollback', values: [] };
/** `begin` and the settings. */
const STEPS_BEFORE = 2;
/** What dividing by the number of a signed-out session's rows gives. */
const DIVISION_BY_ZERO = '22012';

const SETTINGS = [
  'request.jwt.claims',
  'request.jwt.claim.sub',
  'request.jwt.claim.role',
  'request.jwt.claim.email',
  'request.method',
  'request.path',
  'request.headers',
  'response.status',
  'response.headers',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'role',
];
const SETTINGS_SQL = `select ${SETTINGS.map((name, at) => `set_config('${name}', $${at + 1}, true)`).join(', ')}`;
/** Fails where the session is gone, and with it all that follows: a trip less than asking first. */
const SESSION_SQL = `, 1 / (select count(*) from auth.sessions where id = $${SETTINGS.length + 1}::uuid and user_id = $${SETTINGS.length + 2}::uuid)`;

/** The connections of /rest/v1. Each request is one transaction with the caller's role, sent in one trip where nothing has to be decided in between. */
export class RestDatabase {
  readonly #callers: pg.Pool;
  readonly #agent: pg.Pool;
  readonly #limits: RequestLimits;

  constructor(address: Address, limits: RequestLimits) {
    this.#limits = limits;
    const options = poolOptions(address);
    this.#callers = new pg.Pool({ ...options, max: CALLER_CONNECTIONS, connectionTimeoutMillis: limits.turnMs });
    this.#agent = new pg.Pool({ ...options, max: AGENT_CONNECTIONS });
    for (const pool of [this.#callers, this.#agent]) {
      // What runs on a connection fails when it is lost; the event besides would end the process.
      pool.on('error', () => undefined);
      pool.on('connect', (client) => client.on('error', () => undefined));
    }
  }

  /**
   * Runs `steps` in a transaction of the caller's and gives the rows of each. `check` may refuse them, by throwing, before they are kept.
   * RestRefusal 401 when the caller's session was signed out, 503 when the database cannot be reached.
   */
  async run(context: Context, steps: readonly Step[], check: ((rows: Rows[]) => boolean) | null): Promise<Rows[]> {
    const client = await this.#connect(context);
    let error: unknown;
    try {
      const before = [context.isReadOnly ? BEGIN_READ_ONLY : BEGIN, settingsOf(context, this.#limits)];
      const all = await runSteps(client, [...before, ...steps, ...(check ? [] : [COMMIT])]);
      const rows = all.slice(STEPS_BEFORE, STEPS_BEFORE + steps.length);
      if (check) await runSteps(client, [check(rows) ? COMMIT : ROLLBACK]);
      return rows;
    } catch (thrown) {
      error = thrown;
      await runSteps(client, [ROLLBACK]).catch(() => undefined);
      throw translated(thrown);
    } finally {
      // One that is lost is thrown away.
      client.release(error !== undefined && isLoss(error));
    }
  }

  /** Runs one statement as the backend itself. */
  async query(text: string): Promise<Rows> {
    const client = await this.#agent.connect();
    try {
      const [rows = []] = await runSteps(client, [{ text, values: [] }]);
      return rows;
    } finally {
      client.release();
    }
  }

  /** Ends all connections, after the statements under way. */
  async close(): Promise<void> {
    await Promise.all([this.#callers.end(), this.#agent.end()]);
  }

  async #connect({ caller }: Context): Promise<pg.PoolClient> {
    try {
      return await (caller.role === 'service_role' ? this.#agent : this.#callers).connect();
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('timeout exceeded')) throw tooBusy();
      throw translated(error);
    }
  }
}

function settingsOf({ caller, method, path, headers }: Context, limits: RequestLimits): Step {
  const timeouts = limitSettings(caller.role, limits).map(([, value]) => value);
  const values = [
    caller.claims,
    caller.userId,
    caller.role,
    caller.email,
    method,
    path,
    headers,
    '',
    '',
    ...(timeouts.length > 0 ? timeouts : ['0', '0', '0']),
    caller.role,
  ];
  if (caller.sessionId === null) return { text: SETTINGS_SQL, values };
  return { text: SETTINGS_SQL + SESSION_SQL, values: [...values, caller.sessionId, caller.userId] };
}

/** An error as the answer that says it, or a database error as it is. */
function translated(error: unknown): unknown {
  if (error instanceof RestRefusal) return error;
  if (isDatabaseError(error)) {
    const { step, code } = error as unknown as StepError & { code: string };
    const isOfSession = step === 1 && (code === DIVISION_BY_ZERO || code === '22P02');
    return isOfSession ? badToken() : error;
  }
  return isLoss(error) ? unreachable(error) : error;
}

/** Errors of Node and of `pg` about the connection; those of Postgres have a code of five characters. */
function isLoss(error: unknown): boolean {
  return error instanceof Error && !(error instanceof RestRefusal) && !isDatabaseError(error);
}

function unreachable(cause: unknown): RestRefusal {
  return new RestRefusal(503, '08006', 'The connection to the database was lost.', { cause });
}

/** As PostgREST says it. */
function tooBusy(): RestRefusal {
  return new RestRefusal(504, 'PGRST003', 'Timed out acquiring connection from connection pool.');
}
