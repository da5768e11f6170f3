import { prepareBinaries } from '../../server/supabase/embedded/postgres/binaries.ts';

/**
 * A process of another user that makes Postgres runnable: the folder to copy to and the package's folder are its
 * arguments; it prints the result.
 */
const [stageDir = '', source = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await prepareBinaries(stageDir, null, source)));
