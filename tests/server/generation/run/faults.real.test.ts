import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Writer } from '../../../../server/generation/post.ts';
import { ofFile } from '../../../helpers/of-file.ts';
import { clockAt, openGenerationWorkspace, plainWriter } from '../generation-workspace.ts';

const workspace = ofFile(() => openGenerationWorkspace());
beforeEach(async () => {
  await workspace.reset();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

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
  it.each([
    [
      'while a picture is stored',
      (url: string, n: number) => url.includes('/storage/v1/object/media-assets/') && n === 2,
    ],
    ['while the posts are saved', (url: string) => url.endsWith('/rpc/commit_generation')],
  ])('%s leaves nothing behind, and the next one goes on at once', async (_, breaks) => {
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

/** The backend's network with something in between. */
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
