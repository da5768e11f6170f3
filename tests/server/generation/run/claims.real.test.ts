import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Claim, type FinishedPost, runStore } from '../../../../server/generation/stores/run-store.ts';
import { localDay } from '../../../../shared/posts/scheduling.ts';
import { GENERAL_TEMPLATE } from '../../../../shared/posts/templates.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { workerBackend } from '../../../helpers/worker-agent.ts';

const day = localDay(Temporal.Now.instant(), 'UTC');

const backend = ofFile(workerBackend);
const member = ofFile(() => backend.memberClient());
beforeEach(async () => {
  await member.from('generated_content').delete().not('id', 'is', null);
  await member.from('content_projects').delete().not('id', 'is', null);
});

describe('claim_generation', () => {
  it('says that there is no project', async () =>
    expect(await runStore(member).claim(day)).toEqual({ state: 'no_project', paused: 0 }));

  it('gives a project to one of many callers at once', async () => {
    await addProject('Bread');
    const claims = await Promise.all(Array.from({ length: 8 }, () => runStore(member).claim(day)));
    expect(claims.map((claim) => claim.state).sort()).toEqual([...Array(7).fill('busy'), 'claimed']);
  });

  it('takes the newest project that still lacks posts, else the newest', async () => {
    await addProject('Older', { posts_per_day: 2 });
    await addProject('Newer', { posts_per_day: 1 });
    const first = await claimed();
    expect(first.project.niche_name).toBe('Newer');
    await commit(first.run, [post(1)]);
    const second = await claimed();
    expect([second.project.niche_name, second.posts_today, second.projects]).toEqual(['Older', 0, 2]);
    await commit(second.run, [post(3), post(5)]);
    const third = await claimed();
    expect([third.project.niche_name, third.posts_today]).toEqual(['Newer', 1]);
  });

  it('passes to the next caller once the lease has run out, and the late one can no longer renew or commit', async () => {
    await addProject('Bread');
    const killed = await claimed();
    await member.from('generation_runs').update({ lease_until: '2020-01-01T00:00:00Z' }).eq('id', killed.run);
    expect(await runStore(member).renew(killed.run), 'nor before anybody takes over').toBe(false);
    const next = await claimed();
    expect(next.run).not.toBe(killed.run);
    expect([await runStore(member).renew(killed.run), await runStore(member).renew(next.run)]).toEqual([false, true]);
    await expect(commit(killed.run, [post(1)])).rejects.toMatchObject({ code: 'conflict' });
    expect([await commit(next.run, [post(1)]), await count('generated_content')]).toEqual([true, 1]);
  });
});

it('choose_project counts the planned posts of the day and those whose time is on it, and claims nothing', async () => {
  await addProject('Older');
  await addProject('Newer', { posts_per_day: 2 });
  const ids = await idsByNiche();
  const planned = (niche: string, hoursAhead: number, on = day.date) => ({
    project: ids.get(niche) ?? '',
    day: on.toString(),
    time: day.start.add({ hours: hoursAhead }).toString(),
  });
  const chosen = async (...posts: ReturnType<typeof planned>[]) => {
    const choice = await runStore(member).choose(day, posts);
    return [choice?.project.niche_name, choice?.posts_today];
  };
  const yesterday = day.date.subtract({ days: 1 });
  expect([await chosen(), await chosen(planned('Newer', 30))]).toEqual([
    ['Newer', 0],
    ['Newer', 1],
  ]);
  expect(await chosen(planned('Newer', 30), planned('Newer', 1, yesterday))).toEqual(['Older', 0]);
  expect(await chosen(planned('Newer', -1, yesterday), planned('Newer', 30, yesterday))).toEqual(['Newer', 0]);
  const full = [planned('Newer', 1), planned('Newer', 2), planned('Older', 3)];
  expect(await chosen(...full)).toEqual(['Newer', 2]);
  expect((await member.from('generation_runs').select('id', { count: 'exact', head: true })).count).toBe(0);
});

describe('commit_generation', () => {
  it('writes posts, slots and the last use of the template together', async () => {
    await addProject('Bread');
    const { data: template } = await member
      .from('content_style_templates')
      .insert({ name: 'Tips', prompt_template: 'Tips on {niche}' })
      .select()
      .single();
    const { run } = await claimed();
    const style = { id: template?.id ?? null, name: 'Tips', prompt: '' };
    expect(await runStore(member).commit(run, style, [post(1), post(2)])).toBe(true);
    const { data } = await member
      .from('scheduled_posts')
      .select('status, scheduled_time, generated_content(status, template_name, run_id, project_id)')
      .order('scheduled_time');
    expect(data).toHaveLength(2);
    expect(data?.[0]).toMatchObject({
      status: 'scheduled',
      generated_content: { status: 'scheduled', template_name: 'Tips', run_id: run },
    });
    const used = await member
      .from('content_style_templates')
      .select('last_used_at')
      .eq('id', style.id ?? '')
      .single();
    expect(used.data?.last_used_at).not.toBeNull();
  });

  it.each([
    ['in the past', () => [post(-1)]],
    ['too close to each other', () => [post(4), post(4.4)]],
    ['too close to a post that stands', () => [post(6), post(1.4)]],
  ])('refuses slots that are %s and writes nothing', async (_, posts) => {
    await addProject('Bread', { posts_per_day: 3 });
    await commit((await claimed()).run, [post(1)]);
    const { run } = await claimed();
    expect([await commit(run, posts()), await count('generated_content')]).toEqual([false, 1]);
    expect(await commit(run, [post(8)])).toBe(true);
  });

  it('gives a time to one of two runs that come to it together, whose projects differ', async () => {
    for (const niche of ['Bread', 'Tea']) await addProject(niche, { posts_per_day: 3 });
    for (let hour = 1; hour <= 3; hour++) {
      const first = await claimed();
      await member.from('content_projects').update({ is_paused: true }).eq('id', first.project.id).throwOnError();
      const second = await claimed();
      await member.from('content_projects').update({ is_paused: false }).eq('id', first.project.id).throwOnError();
      const both = await Promise.all([commit(first.run, [post(hour)]), commit(second.run, [post(hour + 0.2)])]);
      expect(both.sort()).toEqual([false, true]);
      for (const { run } of [first, second]) await runStore(member).fail(run, 'Taken.');
    }
    expect(await count('scheduled_posts')).toBe(3);
  });

  it('refuses a slot among the own times of an account only where a post for it stands', async () => {
    await addProject('Bread', { posts_per_day: 3 });
    const label = { platform: 'instagram', account_label: 'bakery' } as const;
    const { data: account } = await member.from('social_accounts').insert(label).select('id').single().throwOnError();
    await commit((await claimed()).run, [{ ...post(1), platforms: ['facebook'] }]);
    const own = async () => runStore(member).commit((await claimed()).run, GENERAL_TEMPLATE, [post(1.2)], [account]);
    expect([await own(), await own()]).toEqual([true, false]);
    await member.from('social_accounts').delete().eq('id', account.id).throwOnError();
  });

  it('takes exactly 30 minutes, and a slot beside a cancelled post', async () => {
    await addProject('Bread', { posts_per_day: 3 });
    await commit((await claimed()).run, [post(1), post(3)]);
    await member.from('scheduled_posts').update({ status: 'cancelled' }).gte('scheduled_time', inHours(2));
    expect(await commit((await claimed()).run, [post(1.5), post(3.1)])).toBe(true);
  });

  it('writes nothing when one of the posts is not valid', async () => {
    await addProject('Bread');
    const { run } = await claimed();
    const bad = { ...post(2), content_type: 'hologram' as 'image' };
    await expect(commit(run, [post(1), bad])).rejects.toMatchObject({ code: 'unavailable' });
    expect([await count('generated_content'), await count('scheduled_posts')]).toEqual([0, 0]);
  });
});

async function addProject(niche: string, fields: { posts_per_day?: number } = {}): Promise<void> {
  const { error } = await member.from('content_projects').insert({
    niche_name: niche,
    source_url_1: 'http://127.0.0.1/a',
    source_url_2: 'http://127.0.0.1/b',
    platforms: ['instagram'],
    posts_per_day: 1,
    ...fields,
  });
  if (error) throw error;
}

async function idsByNiche(): Promise<Map<string, string>> {
  const { data } = await member.from('content_projects').select('id, niche_name').throwOnError();
  return new Map(data.map(({ id, niche_name }) => [niche_name, id]));
}

async function claimed(): Promise<Extract<Claim, { state: 'claimed' }>> {
  const claim = await runStore(member).claim(day);
  if (claim.state !== 'claimed') throw new Error(`The project is ${claim.state}.`);
  return claim;
}

function commit(run: string, posts: FinishedPost[]): Promise<boolean> {
  return runStore(member).commit(run, GENERAL_TEMPLATE, posts);
}

function post(hoursAhead: number): FinishedPost {
  return {
    id: crypto.randomUUID(),
    content_type: 'text',
    platforms: ['instagram'],
    caption: `In ${hoursAhead} hours`,
    hashtags: ['#bread'],
    media_url: null,
    media: [],
    alternatives: {},
    sources: [],
    writer: 'built-in',
    reasons: null,
    scheduled_time: inHours(hoursAhead),
  };
}

function inHours(hours: number): string {
  return Temporal.Instant.fromEpochMilliseconds(startedAt + hours * 3_600_000).toString();
}

const startedAt = Date.now();

async function count(table: 'generated_content' | 'scheduled_posts'): Promise<number> {
  const { count } = await member.from(table).select('id', { count: 'exact', head: true });
  return count ?? -1;
}
