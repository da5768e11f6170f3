import { availableParallelism, totalmem } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isFull } from './tests/helpers/depth.ts';

/**
 * The slowest test files, slowest first, so that the last file to start is a short one. Listed here because a fresh
 * clone has no durations of earlier runs.
 */
const LONGEST = [
  'server/features/warmup/stop-signals',
  'server/supabase/embedded/postgres/surroundings',
  'server/features/ai/local/engine',
  'server/features/ai/local/writing',
  'package/checkout',
  'soak/soak',
  'server/features/backup/backup',
  'e2e/compose',
  'chaos/chaos',
  'server/features/scripts/runs',
  'server/features/video',
  'e2e/scheduler',
  'server/mcp/mcp',
  'e2e/main-job',
  'server/features/warmup/warmup',
  'e2e/scripts',
  'fuzz/hostile-requests',
  'server/features/move/move',
  'e2e/shell-looks',
  'server/features/accounts/sessions',
  'server/browser/account-browser',
  'server/cli/commands',
  'server/cli/start',
  'e2e/settings',
  'e2e/shell',
  'e2e/media',
  'server/cli/accounts',
  'e2e/hosted',
  'server/features/scripts/hostile',
  'server/features/members',
  'server/cli/posts',
  'server/generation/handler',
  'server/cli/scripts',
  'server/features/publishing/channels/shared-logins',
  'server/supabase/embedded/rest/postgrest',
  'server/features/publishing/fill-in',
  'server/features/publishing/engine/never-twice',
  'server/features/workspace/linked-start',
  'server/features/ai/ai',
  'server/features/generation-workers',
  'server/features/publishing/engine/claims',
  'server/cli/doctor',
  'server/http/strangers',
  'supabase/functions/deno',
  'components/compose/text',
  'components/faults',
  'components/scripts/running',
  'components/accounts/warmup',
  'components/accounts/channels',
  'components/compose/going-out',
  'components/video/making',
  'components/insights/insights',
  'components/scheduler/lists',
  'components/compose/media',
  'components/settings/form',
  'components/create/projects',
].map((name) => new RegExp(`/tests/${name}(\\.real)?\\.test\\.tsx?$`));

/**
 * Runs the components last, after the files that start agents and browsers: a worker exits, with all its loaded
 * modules, when the next file belongs to another project.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const listed = LONGEST.findIndex((name) => name.test(moduleId));
      return (project.name === 'components' ? 1000 : 0) + (listed < 0 ? LONGEST.length : listed);
    };
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

/**
 * Only run by `npm run test:full`, because they keep both cores busy for minutes: an agent, its database or its
 * browsers being killed, frozen, starved or flooded; runs that simulate weeks; a real model; the built program, whose
 * parts have tests of their own; and installing a checkout. `npm test` includes a short form of the chaos tests.
 */
const FAULTS = [
  'chaos/hosted/hosted',
  'chaos/kills/kills',
  'faults/disk',
  'faults/rounds',
  'faults/videos',
  'package/checkout',
  'server/features/ai/local/engine',
  'server/features/ai/local/writing',
  'server/features/publishing/engine/years',
  'server/features/scripts/lifecycle',
  'server/features/warmup/stop-signals',
  'server/supabase/embedded/postgres/guardian',
  'server/supabase/embedded/postgres/surroundings',
  'server/supabase/embedded/storage/crash',
  'server/openapi/examples',
  'soak/soak',
].map((name) => `tests/${name}.real.test.ts`);

/** Checks each screen's layout shift, frame by frame, while its answers arrive late and one by one. */
const SHIFTS = 'tests/e2e/layout-shift.test.ts';

const GIGABYTE = 1024 ** 3;

/**
 * Settings of `components` and `real`, which run together after `unit`, the project that starts no server. They start
 * Postgres, agents and browsers, and look only at their own workspace's processes. Such a file sometimes waits for
 * timers and frames: two files per core keep the cores busy, and a third makes no difference. A file and its browser
 * take at most a gigabyte. Modules are loaded once per worker, not once per file.
 */
const BESIDE_EACH_OTHER = {
  maxWorkers: Math.max(2, Math.min(availableParallelism() * 2, 8, Math.floor(totalmem() / GIGABYTE) - 1)),
  sequence: { groupOrder: 1 },
  globalSetup: 'tests/helpers/templates-folder.ts',
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  resolve: { alias: { '@': new URL('./ui', import.meta.url).pathname } },
  // React's production build takes an eighth less CPU time; test:full uses the development build, which has warnings.
  oxc: { jsx: { development: isFull } },
  test: {
    isolate: false,
    // A worker's young objects rarely outlive a test: with more space for them, GC takes 7 % of its time, not 10 %.
    execArgv: ['--max-semi-space-size=64'],
    // Transformed modules are cached on disk for the other projects and later runs, separately for each build of React.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: `node_modules/.cache/vitest-${isFull ? 'developers-react' : 'peoples-react'}`,
    },
    // On a busy machine, vitest's default of one second is too short.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'tests/**/*.real.test.ts', 'tests/e2e/**', 'tests/components/**'],
          maxWorkers: availableParallelism(),
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['tests/components/**/*.test.tsx'],
          env: isFull ? {} : { NODE_ENV: 'production' },
          environment: './tests/helpers/component/environment.ts',
          ...BESIDE_EACH_OTHER,
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['tests/**/*.real.test.ts', 'tests/e2e/**/*.test.ts'],
          exclude: isFull ? [] : [...FAULTS, SHIFTS],
          ...BESIDE_EACH_OTHER,
        },
      },
    ],
    sequence: { sequencer: LongestFirst },
  },
});
