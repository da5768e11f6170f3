import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { moment } from '../../../server/cli/posts/post-fields.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { ComposedPost } from '../../../shared/posts/posts-api.ts';
import type { TestAgent } from '../../helpers/agent.ts';
import { type CliResult, runHere } from '../../helpers/cli.ts';
import { failsWith, succeedsWith } from '../../helpers/cli-ends.ts';
import { addPost } from '../../helpers/history.ts';
import { ofFile } from '../../helpers/of-file.ts';
import type { PdsImitation } from '../../helpers/pds.ts';
import { startPostingAgent } from '../../helpers/posting-agent.ts';

/** The user's own posts from the terminal, with a running agent. The tests build on one another. */
let agent: TestAgent;
let pds: PdsImitation;
const its = ofFile(() => startPostingAgent());
beforeAll(() => {
  ({ agent, pds } = its);
});

const run = (args: string[], input?: string): Promise<CliResult> =>
  runHere(['posts', ...args, '--data-dir', agent.dataDir], input);
const json = async (args: string[], input?: string): Promise<ComposedPost> => {
  const { code, stdout, stderr } = await run([...args, '--json'], input);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return JSON.parse(stdout);
};

const count = async () =>
  (await agent.admin.from('generated_content').select('id', { count: 'exact', head: true }).throwOnError()).count;

let draft: ComposedPost;

it('writes a draft with a text from standard input, and says where it would go', async () => {
  const fields = ['--hashtags', 'bread #Rye', '--first-comment', 'The recipe', '--document', '--no-link-card'];
  const places = ['--account', 'sky', '--platform', 'twitter', '--option', 'bluesky.languages=en, de'];
  draft = await json(['new', '--text', '-', ...fields, ...places], 'A loaf\n');
  const destinations = [
    { platform: 'twitter', account: null, isDirect: false },
    { platform: 'bluesky', account: 'Sky', isDirect: true },
  ];
  expect(draft).toMatchObject({ status: 'draft', post: null, destinations, problems: [] });
  const { data } = await agent.admin.from('generated_content').select('*').eq('id', draft.id).single().throwOnError();
  expect(data).toMatchObject({
    caption: 'A loaf',
    hashtags: ['#bread', '#Rye'],
    first_comment: 'The recipe',
    as_document: true,
    link_card: { off: true },
    options: { bluesky: { languages: ['en', 'de'] } },
    writer: 'by-hand',
  });
  expect((await run(['list', '--drafts'])).stdout).toMatch(
    new RegExp(`^${draft.id.slice(0, 8)} .*twitter bluesky +A loaf$`, 'm'),
  );
});

it('changes what is named, for all or for one platform, and says what would not be accepted', async () => {
  const change = ['--for', 'twitter', '--text', 'x'.repeat(7001), '--hashtags', ''];
  expect(await run(['edit', draft.id.slice(0, 8), ...change])).toMatchObject({
    code: 0,
    stdout: `${draft.id}  draft\nGoes to Bluesky (Sky). By hand: X/Twitter.\nProblem: X/Twitter: It is too long, even for a thread of 25 posts.\n`,
  });
  const again = await run(['edit', draft.id, '--text', 'Two loaves', '--part', 'Still warm']);
  expect(again).toMatchObject({ code: 0, stderr: 'Versions for X/Twitter were replaced by this text.\n' });
  expect(again.stdout).not.toContain('Problem');
  expect(await run(['edit', draft.id])).toMatchObject(failsWith('Specify what to change', 2));
  const option = await run(['edit', draft.id, '--option', 'bluesky.nope=1', '--json']);
  expect(option).toMatchObject(failsWith('Bluesky has no option "nope"', 2));
});

it('schedules it, sends a copy at once, with its first comment, and says which platforms refuse the same text', async () => {
  const moved = await json(['move', draft.id, '--to', '2027-05-01T09:00:00Z']);
  expect(moved.status).toBe('scheduled');
  expect(new Date(String(moved.post?.scheduled_time)).toISOString()).toBe('2027-05-01T09:00:00.000Z');
  const copied = await run(['duplicate', String(moved.post?.id)]);
  expect(copied).toMatchObject({
    code: 0,
    stderr: 'X/Twitter refuses a text that you posted recently. Change a few words for it.\n',
  });
  const [copy = ''] = copied.stdout.split(' ');
  await json(['edit', copy, '--account', 'Sky']);
  expect((await json(['move', copy, '--to', 'now'])).post?.status).toBe('published');
  const posts = [...pds.posts.values()].map(({ value }) => value.text);
  expect(posts).toEqual(['Two loaves', 'Still warm\n\n#bread #Rye', 'The recipe']);
});

it('refuses a time for a draft', async () =>
  expect(await run(['new', '--text', 'A loaf', '--at', 'next', '--draft'])).toMatchObject(
    failsWith('Give either --at or --draft.', 2),
  ));

describe('files of this machine', () => {
  const PICTURE = 'tests/fixtures/pictures/small.jpg';
  const VIDEO = 'tests/fixtures/videos/portrait.mp4';
  const paths = async () =>
    (await agent.admin.from('media_files').select('path, name, alt').order('name').throwOnError()).data;

  it('go into the library and the post, in order, with their alt texts', async () => {
    const files = ['--media', PICTURE, '--media', VIDEO, '--alt', 'A loaf'];
    const made = await json(['new', '--text', 'With files', ...files, '--platform', 'mastodon']);
    const { data } = await agent.admin.from('generated_content').select('media').eq('id', made.id).single();
    const [picture, video] = await paths().then((all) => [all[1], all[0]]);
    expect([picture, video]).toMatchObject([{ name: 'small.jpg', alt: 'A loaf' }, { name: 'portrait.mp4' }]);
    expect(data?.media).toMatchObject([
      { path: picture?.path, kind: 'image', alt: 'A loaf' },
      { path: video?.path, kind: 'video' },
    ]);
    await json(['edit', made.id, '--media', PICTURE, '--fit', 'crop']);
    const after = await agent.admin.from('generated_content').select('media').eq('id', made.id).single();
    expect(after.data?.media).toMatchObject([{ kind: 'image', fit: 'crop' }]);
  });

  it('are refused with the reason; no post is written and no file kept', async () => {
    const file = join(agent.dataDir, 'text.png');
    await writeFile(file, 'Bread, butter, and a new camera.');
    const before = [await paths(), await count()];
    const said = await run(['new', '--text', 'With a file', '--media', PICTURE, '--media', file]);
    expect(said).toMatchObject(failsWith('text.png. Not a picture or video, whatever its name says.'));
    expect([await paths(), await count()]).toEqual(before);
  });
});

it('deletes a post', async () => {
  expect(await run(['delete', draft.id])).toMatchObject(succeedsWith('restored for 24 hours'));
  expect(await run(['delete', draft.id])).toMatchObject(failsWith('There is no post'));
});

/** Adds a scheduled post, due in 24 hours by default. Returns its id. */
async function addWaiting(platforms: Platform[], caption = 'Bread of the day', hours = 24): Promise<string> {
  const at = new Date(Date.now() + hours * 3_600_000).toISOString();
  return (await addPost(agent.admin, { at, isOut: false, content: { caption, platforms } })).place;
}

it('calls a post overdue that still waits although its time has passed', async () => {
  const id = await addWaiting(['facebook'], 'Left behind', -1);
  expect((await run(['list'])).stdout).toMatch(/ overdue +text +facebook +Left behind/);
  expect((await run(['show', id])).stdout).toMatch(/^Status +overdue$/m);
  expect(JSON.parse((await run(['show', id, '--json'])).stdout)).toMatchObject({ status: 'scheduled' });
});

it('publishes a post at once, waits until it stands there, and says where', async () => {
  const before = pds.posts.size;
  const id = await addWaiting(['bluesky', 'linkedin']);
  const published = await run(['publish', id.slice(0, 8)]);
  expect(published).toMatchObject(succeedsWith('https://bsky.app/profile/'));
  expect(published.stdout).toMatch(/Bluesky +Sky +published .*\nLinkedIn +- +waiting \(by_hand\) .*posts mark/);
  expect(pds.posts.size).toBe(before + 1);
  expect(await run(['publish', id])).toMatchObject(failsWith('That cannot be done now.'));

  const prepared = await run(['prepare', id, '--account', 'linkedin']);
  expect(prepared).toMatchObject(succeedsWith('LinkedIn: https://www.linkedin.com/feed/?shareActive=true&text='));

  const url = 'https://www.linkedin.com/feed/update/1';
  const marked = await run(['mark', id, '--account', 'linkedin', '--url', url, '--json']);
  expect([marked.code, JSON.parse(marked.stdout)]).toMatchObject([
    0,
    [{ platform: 'bluesky' }, { platform: 'linkedin', state: 'published', byHand: true, url }],
  ]);
  expect((await run(['unmark', id, '--json'])).stdout).toContain('"undoneAt":"');
  expect(await run(['unmark', id])).toMatchObject(failsWith('nothing to take back'));
});

it('retries what failed, and cancels', async () => {
  const before = pds.posts.size;
  const id = await addWaiting(['bluesky'], 'Refused at first');
  pds.fault('com.atproto.repo.putRecord', (_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: 'InvalidRequest', message: 'Not today' }));
  });
  expect(await run(['publish', id])).toMatchObject({ code: 1, stdout: expect.stringMatching(/failed .*Not today/) });
  expect(await run(['retry', id])).toMatchObject(succeedsWith('https://bsky.app/profile/'));
  expect(await run(['cancel', id])).toMatchObject(failsWith('already published'));
  expect(await run(['cancel', await addWaiting(['bluesky'])])).toMatchObject({ code: 0 });
  expect(pds.posts.size).toBe(before + 1);
});

describe('a file of posts', () => {
  const fileOf = async (name: string, text: string) => {
    const file = join(agent.dataDir, name);
    await writeFile(file, text);
    return file;
  };

  it('with errors is not imported, and each is named by its line', async () => {
    const file = await fileOf('wrong.csv', 'date,time,text,platforms\n2031-01-16,25:00,Rye,facebook\n,,Oats,myspace\n');
    const before = await count();
    const { code, stdout, stderr } = await run(['import', file]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Line 2, time: .*\nLine 3, platforms: .*\nNothing was imported\.\n$/);
    expect(await count()).toBe(before);
  });

  it('is checked, then imported; the example is one', async () => {
    const { stdout: example } = await run(['import', '--example']);
    const file = await fileOf('example.csv', example);
    const before = Number(await count());
    expect(await run(['import', file, '--dry-run'])).toMatchObject({ code: 0 });
    expect(await count()).toBe(before);
    expect(await run(['import', file])).toMatchObject(succeedsWith('Imported 3 posts: '));
    expect(Number(await count())).toBe(before + 3);
    expect(await run(['import', join(agent.dataDir, 'none.csv')])).toMatchObject(failsWith('none.csv cannot be read'));
    await agent.admin.from('social_accounts').insert({ platform: 'facebook', account_label: 'Bakery' }).throwOnError();
    const one = await fileOf('one.csv', 'date,time,text,platforms\n2031-01-16,9:30,To the bakery,\n');
    expect(await run(['import', one, '--account', 'bakery'])).toMatchObject({ code: 0 });
    const posts = agent.admin.from('generated_content').select('platforms, account_ids');
    const chosen = await posts.eq('caption', 'To the bakery').single().throwOnError();
    expect(chosen.data).toMatchObject({ platforms: ['facebook'], account_ids: [expect.any(String)] });
    expect(await run(['import'])).toMatchObject(failsWith('Name the file', 2));
  });
});

it.each([
  ['NEXT', 'next'],
  ['2026-12-24T09:00:00Z', '2026-12-24T09:00:00Z'],
  ['2026-12-24T09:00+01:00', '2026-12-24T08:00:00Z'],
  ['2026-12-24 09:00', new Date(2026, 11, 24, 9).toISOString().replace('.000Z', 'Z')],
])('a time on the command line %s is %s', async (given, time) => expect(await moment(given)).toBe(time));

it.each(['tomorrow', '2026-13-01 09:00'])('a time on the command line %j is none', (given) =>
  expect(moment(given)).rejects.toThrow('Give now, next, or a time such as "2026-12-24 09:00".'),
);
