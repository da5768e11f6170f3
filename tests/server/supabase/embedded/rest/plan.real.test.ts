import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../../../server/supabase/connection.ts';
import { type Plan, planOf } from '../../../../../server/supabase/embedded/rest/plan.ts';
import { shapeOf } from '../../../../../server/supabase/embedded/rest/request/shape.ts';
import { openTestBackend } from '../../../../helpers/embedded.ts';
import { ofFile } from '../../../../helpers/of-file.ts';

const backend = ofFile(() => openTestBackend());
const member = ofFile(() => backend.memberClient());

const NAMES = ['apple', 'apricot', 'banana', 'blueberry'];
const scripts = () => member.from('puppeteer_scripts');
const namesOf = ({ data }: { data: { name: string }[] | null }) => data?.map(({ name }) => name);

describe('requests of one shape', () => {
  beforeEach(async () => {
    await scripts().delete().neq('name', '');
    for (const name of NAMES) await scripts().insert({ name, code: '' });
  });

  test('are answered by their own values', async () => {
    for (const name of NAMES) {
      expect(namesOf(await scripts().select('name').eq('name', name))).toEqual([name]);
      const others = await scripts().select('name').not('name', 'eq', name).order('name');
      expect(namesOf(others)).toEqual(NAMES.filter((other) => other !== name));
    }
    for (const first of ['a', 'b']) {
      const like = await scripts().select('name').like('name', `${first}*`).order('name');
      expect(namesOf(like)).toEqual(NAMES.filter((name) => name.startsWith(first)));
    }
    for (const list of [NAMES.slice(0, 1), NAMES.slice(1)]) {
      expect(namesOf(await scripts().select('name').in('name', list).order('name'))).toEqual(list);
    }
  });

  test('have pages of their own', async () => {
    for (const [from, to] of [
      [0, 0],
      [1, 1],
      [2, 3],
    ] as const) {
      const page = await scripts().select('name', { count: 'exact' }).order('name').range(from, to);
      expect(namesOf(page)).toEqual(NAMES.slice(from, to + 1));
      expect(page.count).toBe(NAMES.length);
    }
    const beyond = await scripts().select('name', { count: 'exact' }).order('name').range(9, 10);
    expect(beyond.error).toMatchObject({ code: 'PGRST103' });
  });

  test('write what each of them brings, where each of them means', async () => {
    for (const name of NAMES)
      await scripts()
        .update({ code: `// ${name}` })
        .eq('name', name);
    const { data } = await scripts().select('name, code').order('name');
    expect(data).toEqual(NAMES.map((name) => ({ name, code: `// ${name}` })));
    await scripts().delete().eq('name', 'apple');
    await scripts().delete().eq('name', 'banana');
    expect(namesOf(await scripts().select('name').order('name'))).toEqual(['apricot', 'blueberry']);
  });

  test('have the rights of their own callers', async () => {
    const ask = (client: Client) => client.from('puppeteer_scripts').select('name').eq('name', 'apple');
    const stranger = await backend.strangerClient();
    expect([namesOf(await ask(member)), namesOf(await ask(stranger))]).toEqual([['apple'], []]);
    expect((await ask(backend.anonClient())).data ?? []).toEqual([]);
    expect(namesOf(await ask(backend.connection.admin))).toEqual(['apple']);
    expect(namesOf(await ask(member))).toEqual(['apple']);
  });
});

test('a shape tells apart what is another statement', () => {
  const keys = [
    ...['a=eq.1', 'a=neq.1', 'a=not.eq.1', 'b=eq.1', 'a=eq.1&b=eq.1', 'a=is.null', 'a=is.true', 'offset=0'],
    ...['offset=1', 'limit=1', 'order=a', 'order=eq.1', 'order=eq.2', 'select=eq.1', 'a=eq(any).{1}'],
  ].map((query) => shapeOf(query, 1).key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(shapeOf('a=eq.1&limit=5', 1).key).toBe(shapeOf('a=eq.a%2Cb&limit=6', 1).key);
  expect(shapeOf('a=like.x*&limit=5', 1).values).toEqual(['x%', '5']);
});

test('plans are remembered by schema, and those used longest ago forgotten', () => {
  const schema = () => ({ tables: new Map(), relationships: new Map(), functions: new Map() });
  const [one, other] = [schema(), schema()];
  let made = 0;
  const make = () => ({ made: ++made }) as unknown as Plan;
  const first = planOf(one, 'first', make);
  expect(planOf(one, 'first', make)).toBe(first);
  expect(planOf(other, 'first', make)).not.toBe(first);
  for (let at = 0; at < 600; at++) planOf(one, `request ${at}`, make);
  expect(planOf(one, 'first', make)).not.toBe(first);
  const long = 'x'.repeat(10_000);
  expect(planOf(one, long, make)).not.toBe(planOf(one, long, make));
});
