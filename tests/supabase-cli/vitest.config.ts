import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests of claims, run as members and with the secret key. */
const CLAIMS = ['supabase/run-claims', 'supabase/take-over', 'supabase/delivery-claims', 'supabase/publishing-races'];

/** The suites that `npm test` runs on the embedded backend, and this configuration on the pushed project. */
const SUITES = [
  ...CLAIMS,
  'supabase/answer-notices',
  'supabase/composing',
  'supabase/delivery-decisions',
  'supabase/due-posts',
  'supabase/figures',
  'supabase/insights',
  'supabase/kept-drafts',
  'supabase/media-library',
  'supabase/media-usage',
  'supabase/removed-account',
  'supabase/schema',
  'supabase/functions/cloud-writing',
  'server/features/cleanup',
  'server/features/publishing/engine/claims',
  'server/features/publishing/engine/hand-over',
  'server/features/publishing/paid-reads',
  'server/features/webhooks/sending',
  'server/generation/run/claims',
  'server/generation/run/dry-run',
  'server/generation/run/learning',
  'server/jobs/engine',
];
/** A suite that has moved must be updated here: vitest would silently skip a missing file. */
const filesOf = (suites: string[]) =>
  suites.map((suite) => {
    const file = `tests/${suite}.real.test.ts`;
    if (!existsSync(file)) throw new Error(`${file} is not there: name the suite where it is now.`);
    return file;
  });

const pushedBackend = fileURLToPath(new URL('pushed-backend.ts', import.meta.url));
const onPushed = { alias: [{ find: /^.*\/helpers\/embedded\.ts$/, replacement: pushedBackend }] };

/**
 * `npm run test:supabase`: the Supabase CLI, installed from npm's registry (142 MB), pushes supabase/ to a bare
 * PostgreSQL. Not part of `npm test`, which needs no network.
 */
export default defineConfig({
  test: {
    testTimeout: 10 * 60_000,
    hookTimeout: 10 * 60_000,
    reporters: 'verbose',
    maxWorkers: 2,
    globalSetup: 'tests/supabase-cli/pushed-template.ts',
    projects: [
      { extends: true, test: { name: 'both', include: ['tests/supabase-cli/*.cli.ts'] } },
      {
        extends: true,
        resolve: onPushed,
        test: { name: 'pushed', include: ['tests/supabase-cli/pushed.check.ts', ...filesOf(SUITES)] },
      },
      {
        extends: true,
        resolve: onPushed,
        test: { name: 'pushed, as service', include: filesOf(CLAIMS), env: { TEST_CALLER: 'service' } },
      },
    ],
  },
});
