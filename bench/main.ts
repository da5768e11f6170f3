import { execFileSync } from 'node:child_process';
import { benchAgents } from './agents.ts';
import { benchComposer } from './composer.ts';
import { SHORT } from './depth.ts';
import { benchFirstLoad } from './first-load.ts';
import { benchGeneration } from './generation.ts';
import { benchImport } from './import.ts';
import { benchInsights } from './insights.ts';
import { benchJobTick } from './job-tick.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchLocalAi } from './local-ai.ts';
import { benchMediaLibrary } from './media-library.ts';
import { benchMemory } from './memory.ts';
import { benchPictures } from './pictures.ts';
import { benchPublishing } from './publishing.ts';
import { benchRest } from './rest.ts';
import { benchScheduler } from './scheduler.ts';
import { benchScripts } from './scripts.ts';
import { benchStartUp } from './start-up.ts';
import { printTable } from './table.ts';
import { benchVideo } from './video.ts';

/**
 * `npm run bench -- [--short] [start rest memory ui lighthouse scheduler composer import media scripts generation local-ai pictures video jobs publishing agents insights]`: measures
 * the built agent on this machine and prints the results next to their targets. When one fails, the others still run,
 * and the exit code is 1.
 */
const benchmarks: Record<string, { heading: string; run: () => Promise<Record<string, string>[]> }> = {
  start: { heading: 'From spawning the process to 200 on / and /api/health, or to its end', run: benchStartUp },
  rest: { heading: 'An authenticated request, beside plain PostgREST on the same Postgres', run: benchRest },
  memory: { heading: 'Memory of an idle agent', run: benchMemory },
  ui: { heading: "The UI's JavaScript", run: benchFirstLoad },
  lighthouse: { heading: "Lighthouse's marks, with an empty cache", run: benchLighthouse },
  scheduler: { heading: 'The Scheduler with 10,000 generated and 10,000 scheduled rows', run: benchScheduler },
  composer: { heading: 'The composer with 10,000 generated and 10,000 scheduled rows', run: benchComposer },
  import: { heading: 'A file of 1,000 posts imported', run: benchImport },
  media: { heading: 'The Media Library with 10,000 pictures', run: benchMediaLibrary },
  scripts: {
    heading: 'A script that opens a page and prints its title, beside node with the same Chrome',
    run: benchScripts,
  },
  generation: { heading: 'Posts of the built-in writer, with their pictures', run: benchGeneration },
  'local-ai': { heading: 'Posts of a model on this machine', run: benchLocalAi },
  pictures: { heading: 'A picture of 1080 x 1350 pixels', run: benchPictures },
  video: { heading: 'A vertical video of a post, from its words to the file', run: benchVideo },
  jobs: { heading: 'Automatic jobs, in the database, with 100,000 scheduled posts', run: benchJobTick },
  publishing: { heading: 'Posts going out to a platform that answers at once', run: benchPublishing },
  agents: { heading: 'Agents that claim due posts, beside 100,000 scheduled ones', run: benchAgents },
  insights: { heading: 'Insights with 100,000 published posts and 2,000,000 figures', run: benchInsights },
};

const wanted = process.argv.slice(2).filter((argument) => argument !== SHORT);
const unknown = wanted.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`);
  process.exit(2);
}

// In a checkout the launcher rebuilds what is outdated, which must not count as start-up time.
execFileSync(process.execPath, ['bin/local-agent.js', '--version'], { stdio: ['ignore', 'ignore', 'inherit'] });

const failed: string[] = [];
for (const [name, { heading, run }] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    printTable(heading, await run());
  } catch (error) {
    failed.push(name);
    console.error(`\n${heading}\nThe benchmark ${name} could not be run:`, error);
  }
}
if (failed.length > 0) {
  console.error(`\nNot measured: ${failed.join(', ')}.`);
  process.exitCode = 1;
}
