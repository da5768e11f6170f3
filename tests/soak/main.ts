import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { printTable } from '../../bench/table.ts';
import { optionsOf, printCounts } from '../helpers/long-run.ts';
import { runSoak, type SoakReport } from './soak.ts';

/**
 * `npm run test:soak [-- --minutes 30 --seed N --tabs 50 --posts 100000]`: exits with code 1 if a limit is exceeded.
 */
const values = optionsOf({ minutes: '30', tabs: '50', posts: '100000' });
/** Database connections and spare processes are closed a minute after they were last needed. */
const CALM_MS = 150_000;
const SAMPLE_SECONDS = 5;
const ROUTES_SHOWN = 15;

const say = (line: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
const [cpu] = cpus();
say(`${cpus().length} x ${cpu?.model}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}`);
// In a checkout, the launcher builds what is out of date.
execFileSync(process.execPath, ['bin/local-agent.js', '--version'], { stdio: ['ignore', 'ignore', 'inherit'] });
const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
const report = await runSoak({
  seed: Number(values.seed),
  seconds: Number(values.minutes) * 60,
  tabs: Number(values.tabs),
  posts: Number(values.posts),
  sampleSeconds: SAMPLE_SECONDS,
  work: ['scripts', 'generation', 'publishing', 'warmups'],
  calmMs: CALM_MS,
  idleConnections: 2,
  ending: ending.signal,
  say,
});
const broken = brokenBounds(report);
printReport(report);
printTable('Bounds that are broken', broken.length > 0 ? broken.map((what) => ({ what })) : [{ what: 'none' }]);
process.exit(broken.length > 0 ? 1 : 0);

function brokenBounds(result: SoakReport): string[] {
  return [
    ...result.flatness.filter(([, { isFlat }]) => !isFlat).map(([figure]) => `not flat: ${figure}`),
    ...result.leftOver.map((what) => `left over: ${what}`),
    ...[...result.failures].map(([what, count]) => `failed ${count} times: ${what}`),
    ...result.lost.map((caption) => `not published once: ${caption}`),
    ...result.orphans.map((one) => `outlived the agent: ${one}`),
    ...(result.exitCode === 0 ? [] : [`the agent ended with ${result.exitCode}`]),
  ];
}

function printReport({ flatness, before, after, routes, slow, done }: SoakReport): void {
  const short = (value: number | undefined) => (value === undefined ? '-' : value.toFixed(1));
  printTable(
    'Figures: medians of the quarters after the first fifth of the time',
    flatness.map(([figure, { quarters, rise, trend, allowed, isFlat }]) => ({
      figure,
      before: short(before[figure]),
      ...Object.fromEntries(quarters.map((value, index) => [`Q${index + 1}`, short(value)])),
      after: short(after[figure]),
      rise: short(rise),
      trend: short(trend),
      allowed: short(allowed),
      flat: isFlat ? 'yes' : 'NO',
    })),
  );
  const all = routes.reduce((sum, { count }) => sum + count, 0);
  printTable(
    `The slowest of ${routes.length} kinds of requests, ${all} requests in all, ${slow} over a second (ms)`,
    routes.slice(0, ROUTES_SHOWN).map(({ route, count, p50, p99, max }) => ({
      route,
      count: String(count),
      p50: p50.toFixed(0),
      p99: p99.toFixed(0),
      max: max.toFixed(0),
    })),
  );
  printCounts('Work', Object.fromEntries(done));
}
