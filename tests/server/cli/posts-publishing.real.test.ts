import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { TestAgent } from '../../helpers/agent.ts';
import { type CliResult, runHere } from '../../helpers/cli.ts';
import type { PdsImitation } from '../../helpers/pds.ts';
import { type PostingAgent, startPostingAgent } from '../../helpers/posting-agent.ts';

/** Publishing from the terminal, by a running agent. The tests build on one another. */
let its: PostingAgent;
let agent: TestAgent;
let pds: PdsImitation;

beforeAll(async () => {
  its = await startPostingAgent();
  ({ agent, pds } = its);
});
afterAll(() => its?.close());

const run = (...args: string[]): Promise<CliResult> => runHere(['posts', ...args, '--data-dir', agent.dataDir]);
const says = (text: string) => expect.stringContaining(text);

async function addPost(platforms: Platform[], caption = 'Bread of the day'): Promise<string> {
  const content = await agent.admin
    .from('generated_content')
    .insert({ content_type: 'text', status: 'scheduled', caption, platforms })
    .select('id')
    .single()
    .throwOnError();
  const scheduled_time = new Date(Date.now() + 86_400_000).toISOString();
  const post = await agent.admin
    .from('scheduled_posts')
    .insert({ content_id: content.data.id, scheduled_time })
    .select('id')
    .single()
    .throwOnError();
  return post.data.id;
}

it('publishes a post at once, waits until it stands there, and says where', async () => {
  const id = await addPost(['bluesky', 'linkedin']);
  const published = await run('publish', id.slice(0, 8));
  expect(published).toMatchObject({ code: 0, stdout: says('https://bsky.app/profile/') });
  expect(published.stdout).toMatch(/Bluesky +Sky +published .*\nLinkedIn +- +waiting \(by_hand\) .*posts mark/);
  expect(pds.posts.size).toBe(1);
  expect(await run('publish', id)).toMatchObject({ code: 1, stderr: says('That cannot be done now.') });

  const url = 'https://www.linkedin.com/feed/update/1';
  const marked = await run('mark', id, '--account', 'linkedin', '--url', url, '--json');
  expect([marked.code, JSON.parse(marked.stdout)]).toMatchObject([
    0,
    [{ platform: 'bluesky' }, { platform: 'linkedin', state: 'published', byHand: true, url }],
  ]);
  expect(await run('mark', id)).toMatchObject({ code: 1, stderr: says('nothing to mark') });
});

it('retries what failed, and cancels', async () => {
  const id = await addPost(['bluesky'], 'Refused at first');
  pds.fault('com.atproto.repo.putRecord', (_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: 'InvalidRequest', message: 'Not today' }));
  });
  expect(await run('publish', id)).toMatchObject({ code: 1, stdout: expect.stringMatching(/failed .*Not today/) });
  expect(await run('retry', id)).toMatchObject({ code: 0, stdout: says('https://bsky.app/profile/') });
  expect(await run('retry', id)).toMatchObject({ code: 1, stderr: says('nothing to send again') });
  expect(await run('retry', 'zz')).toMatchObject({ code: 1, stderr: says('at least 4 characters') });
  expect(await run('cancel', id)).toMatchObject({ code: 1, stderr: says('published already') });
  expect(await run('cancel', await addPost(['bluesky']))).toMatchObject({ code: 0 });
  expect(pds.posts.size).toBe(2);
});
