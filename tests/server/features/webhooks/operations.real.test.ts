import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { smallFiles } from '../../../../server/features/backup/contents.ts';
import { NEEDS_HTTPS } from '../../../../server/features/webhooks/messages.ts';
import { EVENT_TYPES } from '../../../../shared/webhooks/events.ts';
import { WEBHOOKS_MAX } from '../../../../shared/webhooks/webhooks.ts';
import { serve } from '../../../helpers/loopback.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { workerAgent } from '../../../helpers/worker-agent.ts';

const its = ofFile(workerAgent);

async function receive() {
  const got: { body: string; headers: Record<string, string> }[] = [];
  let status = 200;
  const { origin, close } = await serve(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    got.push({ body, headers: request.headers as Record<string, string> });
    response.writeHead(status).end('thanks');
  });
  onTestFinished(close);
  return { got, url: `${origin}/hook`, answer: (next: number) => (status = next) };
}

const ask = async (path: string, method = 'GET', body?: object, token?: string) => {
  const answer = await its.call(path, { method, ...(body && { body }), ...(token && { token }) });
  return { status: answer.status, json: answer.status === 204 ? null : await answer.json() };
};
const add = (url: string, more: object = {}) =>
  ask('/api/webhooks', 'POST', { name: 'Node-RED', url, events: ['post.published'], ...more });

it('a webhook is added with a secret that is shown once, tested, changed and removed', async () => {
  const { got, url, answer } = await receive();
  const { status, json: made } = await add(url, { name: ' Node-RED ', events: ['generation.done', 'post.published'] });
  expect(status).toBe(201);
  expect(made).toMatchObject({
    name: 'Node-RED',
    url,
    events: ['post.published', 'generation.done'],
    isOn: true,
    offReason: null,
    isHere: true,
    failingSince: null,
    secret: expect.stringMatching(/^whsec_/),
  });
  const path = `/api/webhooks/${made.id}`;
  const { secret, ...listed } = made;
  expect((await ask('/api/webhooks')).json).toEqual([listed]);

  const tested = await ask(`${path}/test`, 'POST');
  expect(tested.json).toMatchObject({ type: 'test', state: 'delivered', status: 200, answer: 'thanks', attempts: 1 });
  const verified = new Webhook(secret).verify(got[0]?.body ?? '', got[0]?.headers ?? {});
  expect(verified).toEqual(tested.json.body);
  expect(verified).toMatchObject({ type: 'test', data: { message: expect.stringContaining('test event') } });

  const { json: renewed } = await ask(`${path}/secret`, 'POST');
  expect(renewed.secret).not.toBe(secret);
  answer(500);
  const changed = await ask(path, 'PUT', { name: 'Home', events: ['post.failed'], isOn: false });
  expect(changed.json).toMatchObject({ name: 'Home', url, events: ['post.failed'], isOn: false });
  // A test is sent even while the webhook is off, and is not retried, because the user sees its result.
  const failed = await ask(`${path}/test`, 'POST');
  expect(failed.json).toMatchObject({ state: 'failed', status: 500, nextAt: null });
  expect(() => new Webhook(secret).verify(got[1]?.body ?? '', got[1]?.headers ?? {})).toThrow();
  new Webhook(renewed.secret).verify(got[1]?.body ?? '', got[1]?.headers ?? {});

  const { json: log } = await ask(`${path}/deliveries`);
  expect(log.map(({ id }: { id: string }) => id)).toEqual([failed.json.id, tested.json.id]);
  answer(204);
  const again = await ask(`/api/webhook-deliveries/${failed.json.id}/resend`, 'POST');
  expect(again.json).toMatchObject({ state: 'delivered', status: 204, eventId: failed.json.eventId });

  expect((await ask(path, 'DELETE')).status).toBe(204);
  for (const gone of [
    () => ask(`${path}/deliveries`),
    () => ask(path, 'DELETE'),
    () => ask(path, 'PUT', { name: 'x' }),
  ])
    expect((await gone()).status).toBe(404);
  expect(await readdir(join(its.dataDir, 'webhooks'))).toEqual([]);
});

it.each([
  [{ url: 'http://93.184.216.34/hook' }, NEEDS_HTTPS],
  [{ events: [] }, 'Choose at least one event.'],
  [{ name: '  ' }, 'A webhook needs a name.'],
])('%j is refused with what to do', async (wrong, message) => {
  const { status, json } = await add('http://localhost:9/hook', wrong);
  expect([status, json.error]).toEqual([400, expect.stringContaining(message)]);
});

it('no more webhooks than a person has tools for', async () => {
  const rows = Array.from({ length: WEBHOOKS_MAX }, (_, n) => ({
    name: `${n}`,
    url: 'http://localhost:9/',
    events: ['test'],
    agent_id: crypto.randomUUID(),
  }));
  await its.admin.from('webhooks').insert(rows).throwOnError();
  expect((await add('http://localhost:9/hook')).status).toBe(409);
  // A webhook is sent by the agent that holds its secret, here one on another machine.
  const [other] = (await ask('/api/webhooks')).json;
  expect(other.isHere).toBe(false);
  expect((await ask(`/api/webhooks/${other.id}/test`, 'POST')).status).toBe(409);
  expect((await ask(`/api/webhooks/${other.id}/secret`, 'POST')).json.isHere).toBe(true);
  await its.admin.from('webhooks').delete().not('id', 'is', null).throwOnError();
});

it('owners decide where events go, members see it, and nobody else does', async () => {
  const { url } = await receive();
  const owner = await its.memberToken('owner@example.com');
  const member = await its.memberToken('member@example.com');
  const stranger = await its.addStranger();
  const outside = await its.signIn(stranger.email, stranger.password);
  const { json: made } = await ask('/api/webhooks', 'POST', { name: 'Mine', url, events: EVENT_TYPES }, owner);
  const path = `/api/webhooks/${made.id}`;
  const { json: tested } = await ask(`${path}/test`, 'POST', undefined, owner);
  for (const [token, seen] of [
    [member, 200],
    [outside, 403],
  ] as const) {
    expect((await ask('/api/webhooks', 'GET', undefined, token)).status).toBe(seen);
    expect((await ask(`${path}/deliveries`, 'GET', undefined, token)).status).toBe(seen);
    for (const [method, at, body] of [
      ['POST', '/api/webhooks', { name: 'Theirs', url, events: EVENT_TYPES }],
      ['PUT', path, { url: 'https://elsewhere.example/' }],
      ['POST', `${path}/secret`, undefined],
      ['POST', `${path}/test`, undefined],
      ['POST', `/api/webhook-deliveries/${tested.id}/resend`, undefined],
      ['DELETE', path, undefined],
    ] as const)
      expect([method, at, (await ask(at, method, body, token)).status]).toEqual([method, at, 403]);
  }
  // The database enforces the same.
  const theirs = its.supabase(member);
  expect(
    (await theirs.from('webhooks').update({ url: 'https://elsewhere.example/' }).eq('id', made.id).select()).data,
  ).toEqual([]);
  const other = { name: 'x', url: 'https://elsewhere.example/', events: ['post.published'], agent_id: made.id };
  expect((await theirs.from('webhooks').insert(other)).error?.code).toBe('42501');
  const forged = { webhook_id: made.id, event_id: made.id, type: 'test', body: {} };
  expect((await theirs.from('webhook_deliveries').insert(forged)).error?.code).toBe('42501');
  for (const table of ['webhooks', 'webhook_deliveries'] as const) {
    expect((await theirs.from(table).select('id')).data?.length).toBe(1);
    expect((await its.supabase(outside).from(table).select('id')).data).toEqual([]);
  }
  await ask(path, 'DELETE');
});

it('the secret is in the vault alone: encrypted, and in backups with a passphrase only', async () => {
  const { url } = await receive();
  const { json: made } = await add(url);
  const file = join(its.dataDir, 'webhooks', `${made.id}.json`);
  const key = made.secret.slice('whsec_'.length);
  expect(await readFile(file, 'utf8')).not.toContain(key);
  const { data } = await its.admin.from('webhooks').select('*').throwOnError();
  expect(JSON.stringify(data)).not.toContain(key);
  const paths = async (secrets: Parameters<typeof smallFiles>[1]) =>
    (await smallFiles(its.dataDir, secrets)).map((part) => part.path);
  expect((await paths(null)).filter((path) => path.startsWith('webhooks'))).toEqual([]);
  expect(await paths({ channelKey: null })).toContain(`webhooks/${made.id}.json`);
});
