import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readEventStream } from '../../../../shared/agent/event-stream.ts';
import {
  SCRIPT_MAX_BYTES,
  SCRIPT_RUN_EVENTS,
  type ScriptRun,
  scriptRunDetailsSchema,
  scriptRunListSchema,
} from '../../../../shared/scripts/script-run.ts';
import type { CallOptions } from '../../../helpers/agent.ts';
import { everyNth, isFull } from '../../../helpers/depth.ts';
import { serve } from '../../../helpers/loopback.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { writeSession } from '../../../helpers/saved-sessions.ts';
import { workerAgent } from '../../../helpers/worker-agent.ts';

/** Runs until it is stopped, then exits at once. */
const WAITS = 'process.on("SIGTERM", () => process.exit(1)); log("waiting"); await sleep(3_600_000);';

let member: string;
const agent = ofFile(workerAgent);
beforeAll(async () => {
  member = await agent.memberToken();
});

const post = (body: unknown, options: CallOptions = {}) => agent.call('/api/scripts/run', { body, ...options });
const runs = async (query = '') =>
  scriptRunListSchema.parse(await (await agent.call(`/api/scripts/runs${query}`)).json());
const details = async (id: string) =>
  scriptRunDetailsSchema.parse(await (await agent.call(`/api/scripts/runs/${id}`)).json());
const cancel = (id: string) => agent.call(`/api/scripts/runs/${id}/cancel`, { method: 'POST' });

/** Starts a run as an event stream. Returns its id and readers for its events. */
async function stream(body: unknown, signal?: AbortSignal) {
  const answer = await post(body, { headers: { accept: 'text/event-stream' }, ...(signal && { signal }) });
  if (!answer.ok) throw new Error(await answer.text());
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
  if (!answer.body) throw new Error('The stream has no body.');
  const events = readEventStream(answer.body);
  const next = async () => {
    const { value } = await events.next();
    return value ? { event: value.event, data: JSON.parse(value.data) } : null;
  };
  const until = async (isIt: (event: { event: string; data: { text?: string; status?: string } }) => boolean) => {
    for (let event = await next(); event; event = await next()) if (isIt(event)) return event.data;
    throw new Error('The stream ended before.');
  };
  const first = await next();
  return { id: String(first?.data.id), first, next, until };
}

describe('POST /api/scripts/run', () => {
  // All other tests use the agent token.
  it('answers the log (§7) to members', async () => {
    const answer = await post({ script: 'log("one"); log("two")' }, { token: member });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ logs: ['one', 'two'], run: { status: 'success', error: null } });
  });

  it('answers 422 with the lines so far when the script fails', async () => {
    const answer = await post({ script: 'log("one");\nthrow new Error("two")' });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      error: 'Error: two (line 2)',
      code: 'script_error',
      logs: ['one', expect.stringContaining('script.js:2:7')],
      run: { status: 'error' },
    });
  });

  it('streams the same run line by line', async () => {
    const { first, next } = await stream({
      script: 'log("one"); await sleep(20); console.warn("two")',
      name: 'Streamed',
    });
    expect(first).toMatchObject({ event: SCRIPT_RUN_EVENTS.run, data: { name: 'Streamed' } });
    const events = [];
    for (let event = await next(); event; event = await next()) events.push(event);
    expect(events.filter(({ event }) => event === 'line').map(({ data }) => [data.kind, data.text])).toEqual([
      ['script', 'one'],
      ['warning', 'two'],
    ]);
    expect(events.at(-1)).toMatchObject({ event: SCRIPT_RUN_EVENTS.result, data: { status: 'success' } });
  });

  it('goes on when its client leaves, and is in the history', async () => {
    const client = new AbortController();
    const { id } = await stream({ script: 'await sleep(300); log("still there")' }, client.signal);
    client.abort();
    await vi.waitUntil(async () => (await details(id)).status === 'success', { timeout: 30_000, interval: 50 });
    expect((await details(id)).log.map(({ text }) => text)).toEqual(['still there']);
    expect((await runs()).find((run) => run.id === id)).toMatchObject({ status: 'success' });
  });

  it('refuses what makes no sense, and runs nothing', async () => {
    const before = (await runs()).length;
    const row = { name: 'Nothing', code: ' ' };
    const empty = await agent.admin.from('puppeteer_scripts').insert(row).select('id').single().throwOnError();
    const big = `//${'x'.repeat(SCRIPT_MAX_BYTES)}`;
    const refusals: [unknown, number, RegExp][] = [
      [{}, 400, /^script: send the code/],
      [{ script: ' \n\t\ufeff' }, 400, /^The script is empty/],
      [{ scriptId: empty.data.id }, 400, /empty/],
      [{ script: '1', timeoutMs: 1 }, 400, /^timeoutMs: expected at least/],
      [{ scriptId: crypto.randomUUID() }, 404, /no such script/],
      [{ script: '1', account: 'nobody' }, 404, /no account "nobody"/],
      [{ script: big }, 413, /at most 1 MB/],
    ];
    for (const [body, status, message] of refusals) {
      const answer = await post(body);
      expect([answer.status, (await answer.json()).error]).toEqual([status, expect.stringMatching(message)]);
    }
    expect((await runs()).length).toBe(before);
  });

  it.runIf(isFull)('takes a script of 1 MB, however much of it JSON must escape', async () => {
    const code = `log("big")\n//${'\u0001'.repeat(SCRIPT_MAX_BYTES - 20)}`;
    expect((await post({ script: code })).status).toBe(200);
  });

  it('runs a saved script by its id and keeps which it was', async () => {
    const saved = await agent.call('/api/scripts', { body: { name: 'Saved', code: 'log("saved")' } });
    const { id: scriptId } = (await saved.json()) as { id: string };
    const answer = await (await post({ scriptId })).json();
    expect(answer).toMatchObject({ logs: ['saved'], run: { name: 'Saved', scriptId } });
    expect(await runs(`?scriptId=${scriptId}`)).toMatchObject([{ id: answer.run.id, scriptId }]);
  });
});

it('packages that the person installed for scripts can be required and imported', async () => {
  const folder = join(agent.dataDir, 'scripts', 'node_modules', '@mine', 'greeter');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"main":"index.js"}');
  await writeFile(join(folder, 'index.js'), "module.exports = (name) => 'Hello ' + name;");
  const scripts = [
    "import greet from '@mine/greeter'; import puppeteer from 'puppeteer'; log(greet('you'), typeof puppeteer.launch)",
    "log(require('@mine/greeter')('you'))",
  ];
  for (const script of everyNth(scripts, 2)) {
    expect((await (await post({ script })).json()).logs[0]).toMatch(/^Hello you/);
  }
});

describe('stopping', () => {
  it('lets a script tidy up, and keeps what it says then', async () => {
    const script = 'try { log("waiting"); await page.waitForSelector("#never") } finally { log("tidied") }';
    const { id, until } = await stream({ script });
    await until(({ data }) => data.text === 'waiting');
    await cancel(id);
    expect((await details(id)).log.map(({ text }) => text)).toEqual(['waiting', 'tidied', 'The run was cancelled.']);
  });

  it('knows what is over and what never was', async () => {
    const [last] = await runs('?limit=1');
    expect([(await cancel(String(last?.id))).status, (await cancel(crypto.randomUUID())).status]).toEqual([409, 404]);
    expect((await agent.call(`/api/scripts/runs/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await agent.call('/api/scripts/runs/..%2f..%2fx')).status).toBe(400);
  });
});

it('the queue runs two at once, lets twenty wait, and refuses the 23rd', async () => {
  const first = await Promise.all([stream({ script: WAITS }), stream({ script: WAITS })]);
  for (const { until } of first) await until(({ data }) => data.text === 'waiting');
  const waiting = await Promise.all(Array.from({ length: 20 }, () => stream({ script: 'log("my turn")' })));
  expect(waiting.map(({ first: event }) => event?.data.status)).toEqual(Array(20).fill('queued'));
  const refused = await post({ script: '1' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  expect(await refused.json()).toEqual({
    error: '2 scripts are running and 20 are waiting already. Try again when some have ended.',
    code: 'rate_limited',
  });
  for (const { id } of waiting.slice(1)) expect((await (await cancel(id)).json()).status).toBe('cancelled');
  for (const { id } of first) await cancel(id);
  await waiting[0]?.until(({ event, data }) => event === 'result' && data.status === 'success');
});

describe('artifacts', () => {
  let run: ScriptRun;
  beforeAll(async () => {
    const script = `await page.setContent('<h1>x'); await page.screenshot({ path: 'shot.png' });
      require('fs').writeFileSync(artifacts + '/page.html', '<script>alert(1)</script>');`;
    run = (await (await post({ script })).json()).run;
  });

  it('are listed and can be fetched by members', async () => {
    expect(run.artifacts).toMatchObject([
      { path: 'page.html', type: 'application/octet-stream' },
      { path: 'shot.png', type: 'image/png' },
    ]);
    const picture = await agent.call(`/api/scripts/runs/${run.id}/artifacts/shot.png`, { token: member });
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(await picture.text()).toMatch(/^.PNG/);
    const page = await agent.call(`/api/scripts/runs/${run.id}/artifacts/page.html`);
    expect(page.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(page.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('are the only files that can be fetched', async () => {
    for (const path of ['..%2f..%2fagent-token', '../../agent-token', '%2fetc%2fpasswd', 'shot.png%00', 'none.png']) {
      const answer = await agent.call(`/api/scripts/runs/${run.id}/artifacts/${path}`);
      expect([path, answer.status]).toEqual([path, expect.toSatisfy((status) => status === 404 || status === 400)]);
    }
  });
});

describe('sessions', () => {
  const site = ofFile(() =>
    serve((request, response) => void response.end(`<title>${request.headers.cookie ?? 'nobody'}</title>`)),
  );

  const add = async (account_label: string) => {
    const row = { platform: 'instagram' as const, account_label };
    return (await agent.admin.from('social_accounts').insert(row).select('id').single().throwOnError()).data.id;
  };

  it('are for a script that names the account, and for no other', async () => {
    const id = await add('Mine');
    const cookie = { name: 'sessionid', value: 'abc', domain: '127.0.0.1', path: '/', expires: -1 };
    await writeSession(agent.dataDir, id, [{ ...cookie, secure: false, httpOnly: true }]);
    const script = `if (account) await account.useSession(); await page.goto('${site.origin}'); return page.title()`;
    expect(await (await post({ script, account: 'mine' })).json()).toMatchObject({
      logs: ['Using the saved session of Mine (instagram).', 'sessionid=abc'],
      run: { accountId: id },
    });
    expect((await (await post({ script })).json()).logs).toEqual(['nobody']);
  });

  it('say so when nothing is saved', async () => {
    await add('Without');
    const answer = await post({ script: 'await account.useSession()', account: 'Without' });
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('no saved session of Without') });
  });
});
