import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFoundAgent } from '../../helpers/agent.ts';
import { type PostingAgent, startPostingAgent } from '../../helpers/posting-agent.ts';
import { type SourceServer, startSourceServer } from '../../helpers/source-server.ts';

/** The examples of docs/reference/api.md, run verbatim one after another in a single shell, against an agent. */
const PAGE = new URL('../../../docs/reference/api.md', import.meta.url);
const PROGRAM = fileURLToPath(new URL('../../../bin/local-agent.js', import.meta.url));
const PICTURE = fileURLToPath(new URL('../../fixtures/pictures/small.png', import.meta.url));
const END = '\n----- end of an example -----\n';

let its: PostingAgent;
let sources: SourceServer;
let folder: string;
/** The output of the examples, by the heading above them. */
const printed = new Map<string, string[]>();

beforeAll(async () => {
  [its, sources, folder] = await Promise.all([
    startPostingAgent(startFoundAgent),
    startSourceServer(),
    mkdtemp(join(tmpdir(), 'la-examples-')),
  ]);
});
afterAll(async () => {
  await its?.close();
  await sources?.close();
  await rm(folder, { recursive: true, force: true });
});

async function readExamples(): Promise<{ heading: string; code: string }[]> {
  const page = await readFile(PAGE, 'utf8');
  let heading = '';
  return [...page.matchAll(/^## (.+)$|^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, title, code]) => {
    heading = title ?? heading;
    return code === undefined ? [] : [{ heading, code }];
  });
}

/** `local-agent` on the path, for the agent of this test. */
async function installProgram(): Promise<void> {
  const file = join(folder, 'local-agent');
  await writeFile(file, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@" --data-dir "${its.agent.dataDir}"\n`);
  await chmod(file, 0o755);
}

// Windows has no POSIX shell by default.
describe.skipIf(process.platform === 'win32')('the examples of docs/reference/api.md', () => {
  it('run', async () => {
    const examples = await readExamples();
    expect(examples.length).toBeGreaterThan(10);
    await installProgram();
    await writeFile(join(folder, 'loaf.png'), await readFile(PICTURE));
    const script = examples
      .map(({ code }) => `${code}\nprintf '%s' '${END}'\n`)
      .join('')
      .replaceAll('http://127.0.0.1:3001', its.agent.url)
      .replaceAll('https://example.com', sources.origin);
    const path = [folder, process.env.PATH].join(delimiter);
    const run = await promisify(execFile)('sh', ['-eu', '-c', script], {
      cwd: folder,
      env: { ...process.env, PATH: path },
    });
    const outputs = run.stdout.split(END);
    for (const [index, { heading }] of examples.entries())
      printed.set(heading, [...(printed.get(heading) ?? []), outputs[index] ?? '']);
  });

  it('make a project, and generate its posts', () => {
    expect(JSON.parse(printed.get('Address and token')?.[0] ?? '')).toEqual([]);
    expect(JSON.parse(printed.get('Generate posts')?.[0] ?? '')).toMatchObject({ success: true, created: 1 });
    const stream = printed.get('Follow an event stream')?.[0] ?? '';
    expect(stream).toMatch(/^event: progress\ndata: \{"step":"sources"/m);
    expect(stream).toMatch(/^event: result\ndata: \{"success":true.*"created":1/m);
    expect(JSON.parse(printed.get('See the coming week')?.[0] ?? '').days).toHaveLength(7);
  });

  it('upload a picture, write a post with it, move it, and publish it once', () => {
    const moved = JSON.parse(printed.get('Move a post')?.[0] ?? '');
    expect(Date.parse(moved.post.scheduled_time)).toBe(Date.parse('2035-05-04T07:30:00Z'));
    const [began = '', over = ''] = printed.get('Publish now') ?? [];
    expect(Array.isArray(JSON.parse(began))).toBe(true);
    expect(JSON.parse(over)).toMatchObject([{ platform: 'bluesky', account: 'Sky', state: 'published' }]);
    expect(its.pds.posts.size).toBe(1);
  });
});
