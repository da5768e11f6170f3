import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { openHosted } from '../../../../server/supabase/hosted.ts';
import { workspaceSchema } from '../../../../shared/workspace/link.ts';
import { type FoundAgent, startFoundAgent } from '../../../helpers/agent.ts';
import { JOBS_PATH } from '../../../helpers/agent-paths.ts';
import { runHere } from '../../../helpers/cli.ts';
import { succeedsWith } from '../../../helpers/cli-ends.ts';
import { isFull } from '../../../helpers/depth.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { type Fault, startProjectProxy } from '../../../helpers/project-proxy.ts';
import { workerAgent } from '../../../helpers/worker-agent.ts';
import { emptyWorkspace } from '../../../helpers/workspace.ts';

/** The start of an agent whose data directory is linked to a project, over a poor network. */

const PASSWORD = 'correct horse';

const world = ofFile(async () => {
  const project = await workerAgent();
  const [proxy, dataDir] = await Promise.all([startProjectProxy(project.url), emptyWorkspace()]);
  const { email } = await project.addMember('me@example.com', PASSWORD);
  const { publishableKey: key } = project.agent.connection;
  const link = ['link', proxy.url, '--key', key, '--email', email, '--password-stdin', '--data-dir', dataDir];
  expect(await runHere(link, PASSWORD)).toMatchObject(succeedsWith('local-agent unlink'));
  return { project, proxy, dataDir, close: () => Promise.all([project.close(), proxy.close()]) };
});

const said: string[] = [];
const start = () =>
  startFoundAgent(
    { dataDir: world.dataDir },
    { pausesMs: [0, 0], onProgress: (sentence) => said.push(sentence), watchMs: 0 },
  );
const problem = async (agent: FoundAgent) =>
  workspaceSchema.parse(await (await agent.call('/api/workspace')).json()).problem;

/** Starts the agent with `fault` injected into its nth request, counted from 0. Returns how many requests it made. */
async function startWith(fault: Fault, nth: number): Promise<number> {
  let asked = 0;
  world.proxy.fail(() => (asked++ === nth ? fault : null));
  const agent = await start();
  const made = asked;
  try {
    expect(await problem(agent)).toBeNull();
    expect(await (await agent.call(JOBS_PATH)).json()).toMatchObject({ problem: null });
  } finally {
    await agent.stop();
  }
  return made;
}

/** Injected in turn into every fourth request of a start, and into each in `npm run test:full`. */
const FAULTS = ['cut', 'lost', 'torn'] as const;

it('comes up whichever of its requests is cut, lost or torn', async () => {
  const made = await startWith('cut', Number.POSITIVE_INFINITY);
  expect(made).toBeGreaterThan(4);
  for (let nth = 0; nth < made; nth += isFull ? 1 : 4)
    expect(await startWith(FAULTS[nth % 3] ?? 'cut', nth)).toBeGreaterThanOrEqual(made);
  expect(said).toEqual([]);
});

it('opens while the project is away, says so, and works once it is back', async () => {
  world.proxy.fail(() => 'cut');
  const agent = await start();
  try {
    expect(said).toEqual([expect.stringMatching(/cannot be reached .*Trying again…$/)]);
    expect(await problem(agent)).toContain('cannot be reached');
    expect(await (await agent.call(JOBS_PATH)).text()).toContain('cannot be reached');
    agent.agent.startJobs();
    world.proxy.fail(() => null);
    await vi.waitFor(async () => {
      expect(await (await agent.call(JOBS_PATH)).json()).toMatchObject({ problem: null });
      expect(await problem(agent)).toBeNull();
    }, 60_000);
  } finally {
    await agent.stop();
  }
});

it('is refused at once where the project answers that something is wrong', async () => {
  world.proxy.fail(() => null);
  const before = world.proxy.asked.length;
  const wrong = { url: world.proxy.url, publishableKey: 'sb_publishable_x', secretKey: null, pausesMs: [0, 0] };
  const opening = openHosted({ ...wrong, log: pino({ level: 'silent' }) });
  await expect(opening).rejects.toMatchObject({ code: 'bad_input' });
  expect(world.proxy.asked.length - before).toBe(1);
});
