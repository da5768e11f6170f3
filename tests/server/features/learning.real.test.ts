import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Learning } from '../../../shared/learning/learning-api.ts';
import { accountsTable } from '../../helpers/accounts-table.ts';
import { runHere } from '../../helpers/cli.ts';
import { addHistory } from '../../helpers/history.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { workerAgent } from '../../helpers/worker-agent.ts';

const DAY_MS = 24 * 3_600_000;
const agent = ofFile(workerAgent);
const ids: { [name: string]: string } = {};

const ask = async (query = '', body?: object) => {
  const answer = await agent.call(`/api/learning${query}`, body ? { method: 'PUT', body } : {});
  return { status: answer.status, json: await answer.json() };
};
const learned = async (query = '') => (await ask(query)).json as Learning;
const run = (...args: string[]) => runHere(['learning', ...args, '--data-dir', agent.dataDir]);

/** Adds a post published `days` ago at an hour in UTC. */
async function publish(days: number, hour: number, likes: number, template: string) {
  const day = new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
  const at = `${day}T${String(hour).padStart(2, '0')}:00:00Z`;
  await addHistory(agent.admin, { id: String(ids.bakery), platform: 'mastodon' }, [{ at, likes, template }]);
}

beforeAll(async () => {
  ids.bakery = (await accountsTable(agent.admin).insert({ platform: 'mastodon', account_label: 'bakery' })).id;
});

it.each([
  ['', { mode: 'on' }, 409, 'no settings yet'],
  ['', { mode: 'always' }, 400, 'mode'],
  [`?account=${randomUUID()}`, undefined, 404, 'no such account'],
  ['?account=bakery', undefined, 400, 'id of an account'],
])('refuses %s with %o', async (query, body, status, says) => {
  const answer = await ask(query, body);
  expect([answer.status, JSON.stringify(answer.json)]).toEqual([status, expect.stringContaining(says)]);
});

it('says with few posts that it is too few to say, and with more what did best, by API and terminal', async () => {
  await agent.admin.from('app_settings').insert({ timezone: 'UTC' }).throwOnError();
  const templates = (await agent.admin.from('content_style_templates').select('id, name').limit(2).throwOnError()).data;
  const [good, other] = templates as [{ id: string; name: string }, { id: string }];
  for (let days = 4; days < 8; days++) await publish(days, 18, 40, good.id);
  expect(await learned()).toMatchObject({ mode: 'suggest', timezone: 'UTC', posts: 0, needed: 5, next: null });
  expect((await run()).stderr + (await run()).stdout).toContain('Learning needs 5');

  for (let days = 8; days < 30; days++)
    await publish(days, days % 2 ? 18 : 9, days % 2 ? 40 : 5, days % 2 ? good.id : other.id);
  const { posts, times, templates: known } = await learned(`?account=${ids.bakery}`);
  expect(posts).toBe(26);
  expect(times[0]?.hour).toBe(18);
  expect(known[0]?.id).toBe(good.id);
  const [best, worst] = [times[0], times.at(-1)];
  expect(best?.times).toBeGreaterThan(Number(worst?.times));
  for (const { low, times: middle, high } of times) expect(low <= middle && middle <= high).toBe(true);

  const shown = await run('bakery');
  expect(shown.stdout).toMatch(/Posts .* x usual/);
  expect(shown.stdout).toContain(`Template ${good.name}`);
  expect((await run('nobody')).code).not.toBe(0);
});

it('keeps what is chosen, and proposes nothing where it is off', async () => {
  expect(await ask('', { mode: 'on' })).toEqual({ status: 200, json: { mode: 'on' } });
  expect((await learned()).mode).toBe('on');
  expect(JSON.parse((await run('--mode', 'off', '--json')).stdout)).toMatchObject({ mode: 'off', next: null });
  expect((await learned()).mode).toBe('off');
  expect((await run('--mode', 'always')).code).not.toBe(0);
});
