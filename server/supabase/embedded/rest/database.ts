import type pg from 'pg';
import { type Rows, runSteps, type Step, type StepError } from '../../sql/pipeline.ts';
import { isDatabaseError, NoneFree, Pool } from '../../sql/pool.ts';
import type { Address } from '../postgres/postmaster.ts';
import { limitSettings, type RequestLimits } from '../request-limits.ts';
import { badToken, type RestCaller } from './caller.ts';
import { RestRefusal } from './error.ts';

/** Connections for callers without the secret key, and connections reserved for the agent itself. */
const CALLER_CONNECTIONS = 5;
const AGENT_CONNECTIONS = 3;
/** The settings of a transaction. */
export type Context = { caller: RestCaller; isReadOnly: boolean; method: string; path: string; headers: string };

const BEGIN: Step = { text: 'begin', values: [] };
const COMMIT: Step = { text: 'commit', values: [] };
const ROLLBACK: Step = { text: 'rollback', values: [] };
/** Raised by SESSION_SQL for a signed-out session. */
const DIVISION_BY_ZERO = '22012';

const SETTINGS = [
  'transaction_read_only',
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
/** Fails if the session is gone, and so aborts the transaction. Saves the round trip of a separate check. */
const SESSION_SQL = `, 1 / (select count(*) from auth.sessions where id = $${SETTINGS.length + 1}::uuid and user_id = $${SETTINGS.length + 2}::uuid)`;

/**
 * The connections of /rest/v1. Each request is one transaction with the caller's role, sent in one round trip: Postgres
 * treats all messages up to a Sync as one transaction. Explicit BEGIN and COMMIT statements are sent only if the rows
 * must be checked before the commit.
 */
export class RestDatabase {
  readonly #callers: Pool;
  readonly #agent: Pool;
  readonly #limits: RequestLimits;

  constructor(address: Address, limits: RequestLimits) {
    this.#limits = limits;
    this.#callers = new Pool(address, { max: CALLER_CONNECTIONS, connectionTimeoutMillis: limits.turnMs });
    this.#agent = new Pool(address, { max: AGENT_CONNECTIONS });
  }

  /**
   * Runs `steps` in a transaction with the caller's role, and returns the rows of each. `check` runs before the commit;
   * it returns false, or throws, to roll back. RestRefusal 401 when the caller's session was signed out, 504 when all
   * connections are in use.
   */
  async run(context: Context, steps: readonly Step[], check: ((rows: Rows[]) => boolean) | null): Promise<Rows[]> {
    const pool = context.caller.role === 'service_role' ? this.#agent : this.#callers;
    const settings = settingsOf(context, this.#limits);
    const before = check ? [BEGIN, settings] : [settings];
    try {
      return await pool
        .lend(async (client) => {
          if (check) return checked(client, [...before, ...steps], (rows) => check(rows.slice(before.length)));
          return runSteps(client, [...before, ...steps]);
        })
        .then((rows) => rows.slice(before.length));
    } catch (error) {
      throw translated(error, before.length - 1);
    }
  }

  /** Runs one statement as the backend itself. */
  async query(text: string): Promise<Rows> {
    const [rows = []] = await this.#agent.lend((client) => runSteps(client, [{ text, values: [] }]));
    return rows;
  }

  /** Closes all connections, after the statements in progress; see Pool. */
  async close(): Promise<void> {
    await Promise.all([this.#callers.end(), this.#agent.end()]);
  }
}

async function checked(
  client: pg.PoolClient,
  steps: readonly Step[],
  check: (rows: Rows[]) => boolean,
): Promise<Rows[]> {
  try {
    const rows = await runSteps(client, steps);
    await runSteps(client, [check(rows) ? COMMIT : ROLLBACK]);
    return rows;
  } catch (error) {
    await runSteps(client, [ROLLBACK]).catch(() => undefined);
    throw error;
  }
}

function settingsOf({ caller, isReadOnly, method, path, headers }: Context, limits: RequestLimits): Step {
  const timeouts = limitSettings(caller.role, limits).map(([, value]) => value);
  const values = [
    isReadOnly ? 'on' : 'off',
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

/** Translates an error to a RestRefusal if there is one for it. `settingsStep`: the step that checks the session. */
function translated(error: unknown, settingsStep: number): unknown {
  if (error instanceof NoneFree) return tooBusy(error);
  if (!isDatabaseError(error)) return error;
  const { step, code } = error as unknown as StepError & { code: string };
  return step === settingsStep && (code === DIVISION_BY_ZERO || code === '22P02') ? badToken() : error;
}

/** The error that PostgREST gives for this. */
function tooBusy(cause: unknown): RestRefusal {
  return new RestRefusal(504, 'PGRST003', 'Timed out acquiring connection from connection pool.', { cause });
}
