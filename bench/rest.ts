import { Bench } from 'tinybench';
import { startAgentProcess } from './agent-process.ts';
import { byDepth } from './depth.ts';
import { startPostgrest } from './postgrest.ts';
import { addBenchAccount, signInBench, withDataDir } from './workspace.ts';

const CLIENTS = [1, 8];
const TASK_MS = byDepth(4000, 200);
const ROWS = 10;
const PATH = 'puppeteer_scripts';
/** No seeded row has this name, so that earlier inserts do not slow the updates down. */
const UPDATED = 'Updated';

type Backend = { name: string; url: string; headers: Record<string, string> };

/**
 * p50 and p99 of an authenticated select of 10 rows, an insert and an update, through /rest/v1 and through plain
 * PostgREST on the same Postgres.
 */
export async function benchRest(): Promise<Record<string, string>[]> {
  return withDataDir(async (dataDir) => {
    await addBenchAccount(dataDir);
    const agent = await startAgentProcess(dataDir);
    const postgrest = await startPostgrest(dataDir);
    try {
      const { token, key } = await signInBench(agent.url);
      const headers = { authorization: `Bearer ${token}`, apikey: key };
      const backends: Backend[] = [
        { name: 'local-agent', url: `${agent.url}/rest/v1`, headers },
        { name: 'PostgREST', url: postgrest.url, headers },
      ];
      await fill(backends[0] as Backend);
      const rows: Record<string, string>[] = [];
      for (const clients of CLIENTS) {
        rows.push(...(await compare('select 10 rows', clients, backends, select)));
        rows.push(...(await compare('insert', clients, backends, insert)));
        rows.push(...(await compare('update', clients, backends, update)));
      }
      return rows;
    } finally {
      await postgrest.stop();
      await agent.stop();
    }
  });
}

async function compare(
  what: string,
  clients: number,
  backends: Backend[],
  request: (backend: Backend) => Promise<void>,
): Promise<Record<string, string>[]> {
  const bench = new Bench({ time: TASK_MS, warmupTime: 500, concurrency: 'task', threshold: clients });
  for (const backend of backends) bench.add(backend.name, () => request(backend));
  const tasks = await bench.run();
  const latencies = tasks.map(({ name, result }) => {
    if (!('latency' in result)) throw new Error(`${what} through ${name} failed: ${JSON.stringify(result)}`);
    return { name, p50: result.latency.p50, p99: result.latency.p99 };
  });
  const peer = latencies.at(-1)?.p50 ?? Number.NaN;
  return latencies.map(({ name, p50, p99 }) => ({
    request: what,
    clients: String(clients),
    through: name,
    'p50 (ms)': p50.toFixed(2),
    'p99 (ms)': (p99 ?? Number.NaN).toFixed(2),
    'p50 to PostgREST': `${(p50 / peer).toFixed(2)}x`,
  }));
}

async function select({ url, headers }: Backend): Promise<void> {
  const response = await fetch(`${url}/${PATH}?select=*&order=created_at.desc&limit=${ROWS}`, { headers });
  const rows: unknown[] = await response.json();
  if (rows.length !== ROWS) throw new Error(`Expected ${ROWS} rows, got ${JSON.stringify(rows)}`);
}

async function insert({ url, headers }: Backend): Promise<void> {
  const response = await fetch(`${url}/${PATH}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', prefer: 'return=minimal' },
    body: JSON.stringify({ name: 'Benchmark', code: 'log(await page.title())' }),
  });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`The insert answered ${response.status}.`);
}

async function update({ url, headers }: Backend): Promise<void> {
  const response = await fetch(`${url}/${PATH}?name=eq.${UPDATED}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json', prefer: 'return=minimal' },
    body: JSON.stringify({ code: 'log(await page.title())' }),
  });
  await response.arrayBuffer();
  if (response.status !== 204) throw new Error(`The update answered ${response.status}.`);
}

async function fill(backend: Backend): Promise<void> {
  for (let row = 0; row < ROWS; row++) await insert(backend);
}
