import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Writer } from '../../../../server/generation/post.ts';
import { RUN_SECONDS } from '../../../../server/generation/run/dry-run.ts';
import { type DayPlan, type DryRun, dryRunSchema } from '../../../../shared/posts/dry-run.ts';
import type { PostReasons } from '../../../../shared/posts/post-reasons.ts';
import type { AppSettingsRow, ContentProjectsRow, JobRunsRow } from '../../../../shared/workspace/database.ts';
import { everyNth, isFull } from '../../../helpers/depth.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { seeded } from '../../../helpers/seeded.ts';
import { clockAt, openGenerationWorkspace, plainWriter } from '../generation-workspace.ts';
import { readable } from '../writing.ts';

const workspace = ofFile(() => openGenerationWorkspace());
beforeEach(async () => {
  await workspace.reset();
  await workspace.member.from('job_runs').delete().neq('job', '').throwOnError();
});

const at = (text: string) => Temporal.Instant.from(text);

async function dryRun(now: Temporal.Instant, days?: number): Promise<DryRun> {
  const request = await workspace.request({ body: JSON.stringify({ dryRun: true, days }) });
  const response = await workspace.handlerWith({ now: clockAt(now) })(request);
  const answer = await response.json();
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return dryRunSchema.parse(answer);
}

async function save(settings: Partial<AppSettingsRow>): Promise<void> {
  await workspace.member.from('app_settings').insert(settings).throwOnError();
}

describe('a dry run is what real runs then do', () => {
  /** Days around changes of the clocks, the new year and 29 February. */
  const STARTS: [zone: string, from: string][] = [
    ['America/New_York', '2031-03-07T00:00:00Z'],
    ['Europe/Berlin', '2031-10-23T00:00:00Z'],
    ['Australia/Lord_Howe', '2031-10-02T00:00:00Z'],
    ['Pacific/Apia', '2031-12-29T00:00:00Z'],
    ['Asia/Kolkata', '2032-02-26T00:00:00Z'],
  ];

  it.each(Array.from({ length: isFull ? 12 : 1 }, (_, n) => n + 1))('in random workspace %i', async (seed) => {
    const random = seeded(seed);
    const below = (bound: number) => Math.floor(random() * bound);
    const [timezone, from] = STARTS[seed % STARTS.length] ?? ['UTC', '2031-01-01T00:00:00Z'];
    const now = at(from).add({ minutes: below(3 * 24 * 60) });
    await fillAtRandom(now, timezone, below);

    const before = await workspace.slots();
    const { days } = await dryRun(now, 6);
    expect(await workspace.slots()).toEqual(before);
    expect(days).toHaveLength(6);
    for (const day of days) await expectRealRun(day);
  });

  /** Runs as the autopilot does on that day, and compares the result with the plan. */
  async function expectRealRun(day: DayPlan): Promise<void> {
    if (day.outcome !== 'post') throw new Error(`Expected a post on ${day.date}: ${day.outcome}`);
    const known = new Set((await workspace.slots()).map(({ id }) => id));
    let looks = 0;
    const now = () => at(day.runsAt).add({ seconds: looks++ === 0 ? 0 : RUN_SECONDS });
    const readSource = async () => readable('Bread.');
    const result = await workspace.generate(
      { writer: plainWriter(0), now, readSource },
      { reason: 'autopilot', count: 1 },
    );
    expect(result).toMatchObject({ success: true, created: 1, template: day.reasons.template.name });
    const [slot] = (await workspace.slots()).filter(({ id }) => !known.has(id));
    const { data } = await workspace.member
      .from('generated_content')
      .select('reasons')
      .eq('id', slot?.content_id ?? '')
      .single()
      .throwOnError();
    expect(at(slot?.scheduled_time ?? '').toString()).toBe(day.reasons.time.at);
    expect(withoutLastUse(data.reasons)).toEqual(withoutLastUse(day.reasons));
  }

  /** The database records a template's last use by its own clock, which tests cannot set. */
  function withoutLastUse(reasons: PostReasons | null): object {
    const { template, ...rest } = reasons ?? {};
    return { ...rest, template: template && { ...template, lastUsedAt: undefined } };
  }

  async function fillAtRandom(now: Temporal.Instant, timezone: string, below: (bound: number) => number) {
    const { member } = workspace;
    await save({
      timezone,
      posting_hours_start: below(24),
      posting_hours_end: below(24),
      rotation_enabled: below(2) === 0,
      auto_generate_daily: below(2) === 0,
    });
    const week = () => Array.from({ length: 12 }, () => below(7 * 24 * 60));
    const accounts = Array.from({ length: below(3) }, (_, n) => ({
      platform: 'facebook' as const,
      account_label: `Account ${n}`,
      posting_times: below(2) === 0 ? null : week(),
    }));
    await member.from('social_accounts').insert(accounts).throwOnError();
    const projects: ContentProjectsRow[] = [];
    for (let n = 0; n <= below(4); n++) {
      projects.push(await workspace.addProject({ niche_name: `Niche ${n}`, posts_per_day: 1 + below(3) }));
    }
    const templates = Array.from({ length: below(6) }, (_, n) => ({
      name: `Template ${n}`,
      prompt_template: '{niche}',
      day_of_week: below(2) === 0 ? null : below(7),
      is_active: below(4) > 0,
      last_used_at: below(2) === 0 ? null : new Date(Date.UTC(2025, below(12), 1 + below(28))).toISOString(),
    }));
    await member.from('content_style_templates').insert(templates).throwOnError();
    const content = Array.from({ length: below(16) }, () => ({
      id: crypto.randomUUID(),
      content_type: 'text' as const,
      status: 'scheduled' as const,
      caption: crypto.randomUUID(),
      project_id: projects[below(projects.length)]?.id ?? null,
    }));
    await member.from('generated_content').insert(content).throwOnError();
    const posts = content.map(({ id }) => ({
      content_id: id,
      scheduled_time: now.add({ minutes: below(6 * 24 * 60) }).toString(),
      status: below(5) === 0 ? ('cancelled' as const) : ('scheduled' as const),
    }));
    await member.from('scheduled_posts').insert(posts).throwOnError();
  }
});

describe('the coming week', () => {
  it('says where each post would go as things stand, and goes where a choice of the project says', async () => {
    const labels = ['Connected', 'Other', 'Alone'];
    const rows = labels.map((account_label, i) => ({
      platform: i < 2 ? ('bluesky' as const) : ('instagram' as const),
      account_label,
    }));
    const { data } = await workspace.member.from('social_accounts').insert(rows).select('id').throwOnError();
    const [connected, other] = data.map(({ id }) => id);
    const named = { platform: 'bluesky' as const, handle: 'ada', remote_id: 'did:1', server: 'https://pds' };
    const channel = { account_id: String(connected), agent_id: crypto.randomUUID(), ...named };
    await workspace.member.from('channels').insert(channel).throwOnError();
    const platforms = ['bluesky' as const, 'instagram' as const, 'linkedin' as const];
    const project = await workspace.addProject({ niche_name: 'Rye', platforms });
    const destinations = async () => {
      const [day] = (await dryRun(at('2031-05-05T09:00:00Z'), 1)).days;
      return day?.outcome === 'post' ? day.destinations : null;
    };
    expect(await destinations()).toEqual([
      { platform: 'bluesky', account: 'Connected', isDirect: true },
      { platform: 'instagram', account: 'Alone', isDirect: false },
      { platform: 'linkedin', account: null, isDirect: false },
    ]);
    const choice = { account_ids: [String(other)] };
    await workspace.member.from('content_projects').update(choice).eq('id', project.id).throwOnError();
    expect(await destinations()).toEqual([
      { platform: 'bluesky', account: 'Other', isDirect: false },
      { platform: 'linkedin', account: null, isDirect: false },
    ]);
    await workspace.member.from('social_accounts').delete().in('account_label', labels).throwOnError();
  });

  it('leaves out a date that the zone skips', async () => {
    await save({ timezone: 'Pacific/Apia' });
    await workspace.addProject();
    const { days } = await dryRun(at('2011-12-28T20:00:00Z'), 3);
    expect(days.map(({ date }) => date)).toEqual(['2011-12-28', '2011-12-29', '2011-12-31']);
  });

  it('needs no posts, no settings and no project to answer, and says what is missing', async () => {
    const { autopilot, timezone, days } = await dryRun(at('2031-05-05T06:00:00Z'));
    expect([autopilot, timezone, days.length]).toEqual(['off', 'UTC', 7]);
    const runsAt = '2031-05-05T08:00:00Z';
    expect(days[0]).toEqual({ outcome: 'no_project', date: '2031-05-05', runsAt, isLate: false });
  });

  it('tells that all is paused', async () => {
    await save({ automation_paused: true, auto_generate_daily: true });
    expect((await dryRun(at('2031-05-05T06:00:00Z'), 1)).autopilot).toBe('paused');
  });

  it('plans for the other projects before one without the video that all its platforms need', async () => {
    const platforms = ['tiktok' as const, 'youtube_shorts' as const];
    await workspace.addProject({ niche_name: 'Clips', platforms, videos: 'never' });
    const now = at('2031-05-05T06:00:00Z');
    const needs = { outcome: 'needs_video', project: 'Clips', platforms };
    expect((await dryRun(now, 1)).days).toMatchObject([needs]);
    await workspace.addProject({ niche_name: 'Rye', posts_per_day: 1, created_at: '2020-01-01T00:00:00Z' });
    expect((await dryRun(now, 3)).days.map((day) => day.outcome === 'post' && day.reasons.project.name)).toEqual(
      Array(3).fill('Rye'),
    );
  });
});

describe('today', () => {
  const now = at('2031-05-05T09:00:00Z');
  const OWNER = '00000000-0000-4000-8000-000000000000';

  async function today(run?: Pick<JobRunsRow, 'status' | 'result' | 'retry_at'>): Promise<DayPlan | undefined> {
    await workspace.addProject();
    if (run) {
      const lease_until = '2031-05-05T08:01:00Z';
      const row = { job: 'autopilot', run_key: '2031-05-05', owner: OWNER, lease_until, ...run };
      await workspace.member.from('job_runs').insert(row).throwOnError();
    }
    return (await dryRun(now, 1)).days[0];
  }

  it('is late when its hour has passed without a run', async () =>
    expect(await today()).toMatchObject({ outcome: 'post', isLate: true, runsAt: now.toString() }));

  it.each([
    ['made', { status: 'success', result: 'Made 1 post with the template Tips.', retry_at: null }],
    ['failed', { status: 'failed', result: 'No luck.', retry_at: null }],
  ] as const)('is over once its run is: %s', async (outcome, run) =>
    expect(await today(run)).toEqual({ outcome, date: '2031-05-05', result: run.result }),
  );

  it('comes again when its run is tried again before the day is over, and only then', async () => {
    const run = { status: 'failed', result: 'Offline.', retry_at: '2031-05-05T09:15:00Z' } as const;
    expect(await today(run)).toMatchObject({ outcome: 'post', isLate: true, runsAt: '2031-05-05T09:15:00Z' });
    await workspace.member.from('job_runs').update({ retry_at: '2031-05-06T00:10:00Z' }).neq('job', '').throwOnError();
    expect((await dryRun(now, 1)).days[0]).toMatchObject({ outcome: 'failed' });
  });
});

it('says what to do about a time zone that is not one', async () => {
  await save({ timezone: 'PST' });
  const response = await workspace.handlerWith({})(await workspace.request({ body: '{"dryRun": true}' }));
  expect([response.status, (await response.json()).error]).toEqual([409, expect.stringContaining('Settings')]);
});

it.runIf(isFull)('looks past more than a thousand times that are taken', async () => {
  const now = at('2026-05-01T00:00:00Z');
  await save({ timezone: 'UTC', posting_hours_start: 0, posting_hours_end: 0, auto_generate_daily: true });
  const { id: project_id } = await workspace.addProject({ posts_per_day: 1 });
  const contents = Array.from({ length: 1100 }, () => ({
    project_id,
    content_type: 'text' as const,
    platforms: ['twitter' as const],
  }));
  const { data } = await workspace.member.from('generated_content').insert(contents).select('id').throwOnError();
  const times = data.map((_, n) => now.add({ minutes: 30 * n }));
  await workspace.member
    .from('scheduled_posts')
    .insert(data.map(({ id }, n) => ({ content_id: id, scheduled_time: `${times[n]}` })))
    .throwOnError();
  const { days } = await dryRun(now, 1);
  const [day] = days;
  if (day?.outcome !== 'post') throw new Error(`Expected a post: ${day?.outcome}`);
  expect(at(day.reasons.time.at).epochMilliseconds).toBeGreaterThan(times.at(-1)?.epochMilliseconds ?? 0);
});

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

it('a call that may have been made already makes its posts only if none were made since then', async () => {
  await workspace.addProject({ posts_per_day: 3 });
  const unlessMadeSince = new Date(Date.now() - 60_000).toISOString();
  const env = { writer: plainWriter(0) };
  expect(await workspace.generate(env, { count: 1, unlessMadeSince })).toMatchObject({ success: true, created: 1 });
  expect(await workspace.generate(env, { count: 1, unlessMadeSince })).toEqual({
    success: true,
    created: 0,
    message: 'The post had already been made when the agent was interrupted.',
  });
  const later = new Date(Date.now() + 60_000).toISOString();
  expect(await workspace.generate(env, { count: 1, unlessMadeSince: later })).toMatchObject({ created: 1 });
  expect((await workspace.posts()).length).toBe(2);
});

it('a slot that is taken while the posts are made is planned again', async () => {
  const now = clockAt(Temporal.Instant.from('2031-05-05T10:00Z'));
  await workspace.addProject({ posts_per_day: 1 });
  let taken = false;
  const network = intercept(async (url, send) => {
    if (url.endsWith('/rpc/commit_generation') && !taken) {
      taken = true;
      await schedule('2031-05-05T10:10:00Z');
    }
    return send();
  });
  expect(await workspace.generate({ fetch: network, now, writer: plainWriter(0) })).toMatchObject({ created: 1 });
  const times = (await workspace.slots()).map((slot) => slot.scheduled_time);
  expect(times).toEqual(['2031-05-05T10:10:00+00:00', '2031-05-05T10:40:00+00:00']);
});

it('a slot that is taken while the posts are made ends the run after some attempts, with nothing left behind', async () => {
  const now = clockAt(Temporal.Instant.from('2031-05-05T10:00Z'));
  await workspace.addProject({ posts_per_day: 1 });
  const network = intercept(async (url, send) =>
    url.endsWith('/rpc/commit_generation') ? Response.json('slot_refused') : send(),
  );
  await expect(workspace.generate({ fetch: network, now, writer: plainWriter(0) })).rejects.toThrow(/409 .*free time/);
  await expectNothingLeft();
});

describe('a run that fails', () => {
  const BREAKS: [when: string, breaks: (url: string, n: number) => boolean][] = [
    [
      'while a picture is stored',
      (url: string, n: number) => url.includes('/storage/v1/object/media-assets/') && n === 2,
    ],
    ['while the posts are saved', (url: string) => url.endsWith('/rpc/commit_generation')],
  ];
  it.each(everyNth(BREAKS, 2))('%s leaves nothing behind, and the next one goes on at once', async (_, breaks) => {
    await workspace.addProject({ posts_per_day: 2 });
    let uploads = 0;
    const network = intercept(async (url, send) => {
      if (url.includes('/storage/v1/object/media-assets/')) uploads++;
      return breaks(url, uploads) ? Response.json({ message: 'Out of order' }, { status: 500 }) : send();
    });
    await expect(workspace.generate({ fetch: network, writer: plainWriter() })).rejects.toThrow(/503 .*Try again/);
    await expectNothingLeft();
    expect(await workspace.generate({ writer: plainWriter() })).toMatchObject({ success: true, created: 2 });
    expect(await workspace.pictures()).toHaveLength(2);
  });

  it('says why when the writer fails, and frees the project', async () => {
    await workspace.addProject();
    const broken: Writer = { name: 'test:broken', write: () => Promise.reject(new Error('No ink.')) };
    await expect(workspace.generate({ writer: broken })).rejects.toThrow(/500 .*internal/);
    const { data } = await workspace.member.from('generation_runs').select('status, error');
    expect(data).toEqual([{ status: 'failed', error: 'No ink.' }]);
  });

  it('is none when only the answer to the commit was lost', async () => {
    await workspace.addProject({ posts_per_day: 1 });
    const network = intercept(async (url, send) => {
      const response = await send();
      return url.endsWith('/rpc/commit_generation') ? new Response('Bad gateway', { status: 502 }) : response;
    });
    expect(await workspace.generate({ fetch: network, writer: plainWriter() })).toMatchObject({ created: 1 });
    expect([(await workspace.posts()).length, (await workspace.pictures()).length]).toEqual([1, 1]);
  });

  it('makes no post when everything was said in the last 30 days', async () => {
    await workspace.addProject({ posts_per_day: 1 });
    const caption = 'Let the dough rest overnight in the fridge and it will taste of more than flour.';
    await workspace.member.from('generated_content').insert({ content_type: 'text', caption });
    const post = { contentType: 'text' as const, caption, hashtags: [], alternatives: {}, slides: [], sources: [] };
    const writer: Writer = { name: 'test:parrot', write: async () => [post] };
    const result = await workspace.generate({ writer });
    expect(result).toMatchObject({ success: false, created: 0 });
    expect(result.message).toContain('No new post');
    expect(await workspace.slots()).toEqual([]);
  });
});

it('a run whose agent was killed is taken over once its lease has run out, and its pictures are removed', async () => {
  const project = await workspace.addProject({ posts_per_day: 1 });
  const orphan = 'posts/killed/1.png';
  await workspace.member.storage.from('media-assets').upload(orphan, new Uint8Array([1]), { contentType: 'image/png' });
  const today = Temporal.Now.plainDateISO('UTC').toString();
  const run = { project_id: project.id, local_day: today, lease_until: inSeconds(30), files: [orphan] };
  const { data } = await workspace.member.from('generation_runs').insert(run).select('id').single();

  expect((await workspace.generate({ writer: plainWriter() })).message).toContain('already being made');
  expect(await workspace.pictures()).toEqual([orphan]);
  await workspace.member
    .from('generation_runs')
    .update({ lease_until: inSeconds(-1) })
    .eq('id', data?.id ?? '');
  expect(await workspace.generate({ writer: plainWriter() })).toMatchObject({ success: true, created: 1 });
  expect(await workspace.pictures()).not.toContain(orphan);
});

it('a client that goes away does not stop the run', async () => {
  await workspace.addProject({ posts_per_day: 1 });
  let run: Promise<unknown> | undefined;
  const keepAlive = (running: Promise<unknown>) => {
    run = running;
  };
  const leaving = new AbortController();
  const request = new Request(await workspace.request({ headers: { Accept: 'text/event-stream' } }), {
    signal: leaving.signal,
  });
  const response = await workspace.handlerWith({ writer: plainWriter(), keepAlive })(request);
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  leaving.abort();
  await run;
  expect(await workspace.slots()).toHaveLength(1);
});

async function expectNothingLeft(): Promise<void> {
  expect([await workspace.posts(), await workspace.slots(), await workspace.pictures()]).toEqual([[], [], []]);
}

/** The backend's network with an interceptor. */
function intercept(between: (url: string, send: () => Promise<Response>) => Promise<Response>): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init);
    return between(request.url, () => workspace.backend.connection.fetch(request));
  };
}

async function schedule(time: string): Promise<void> {
  const content = { content_type: 'text' as const, caption: 'By hand' };
  const { data } = await workspace.member.from('generated_content').insert(content).select('id').single();
  const { error } = await workspace.member
    .from('scheduled_posts')
    .insert({ content_id: data?.id ?? '', scheduled_time: time });
  if (error) throw error;
}

function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}
