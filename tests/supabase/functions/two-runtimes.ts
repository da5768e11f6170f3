import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { sql } from '../../../server/supabase/sql/template.ts';
import { readEventStream } from '../../../shared/agent/event-stream.ts';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import type { ContentProjectsRow, MediaItem } from '../../../shared/workspace/database.ts';
import { startTestAgent, type TestAgent } from '../../helpers/agent.ts';
import { databaseOf } from '../../helpers/database.ts';
import { startDenoFunction } from '../../helpers/deno-function.ts';
import { startSourceServer } from '../../helpers/source-server.ts';

/** `token` defaults to the member's; null sends none. */
export type Call = { method?: string; body?: string; headers?: Record<string, string>; token?: string | null };

export type TwoRuntimes = Awaited<ReturnType<typeof openTwoRuntimes>>;

const POST_FIELDS =
  'content_type, status, platforms, caption, hashtags, alternatives, sources, writer, template_name, media' as const;

/**
 * auto-generate-content in both of its environments, on one database: in an agent (`node`) and as hosted Supabase runs
 * it (`deno`).
 */
export async function openTwoRuntimes() {
  const [agent, sources] = await Promise.all([startTestAgent(), startSourceServer()]);
  const member = await agent.memberToken();
  const backend = { SUPABASE_URL: agent.url, SUPABASE_ANON_KEY: agent.agent.connection.publishableKey };
  await giveRunsOneSeed(agent);
  const deno = await startDenoFunction(backend).catch(async (error: unknown) => {
    await Promise.all([agent.close(), sources.close()]);
    throw error;
  });

  const send = (url: string, { method = 'POST', body, headers, token = member }: Call) => {
    const sent = { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers };
    return fetch(url, { method, headers: sent, ...(body !== undefined && { body }) });
  };
  const empty = async (...tables: (typeof EMPTIED)[number][]) => {
    for (const table of tables) await agent.admin.from(table).delete().not('id', 'is', null).throwOnError();
  };
  const withDigest = async ({ path, url: _url, ...item }: MediaItem) => {
    const { data, error } = await agent.admin.storage.from(MEDIA_BUCKET).download(path);
    if (error) throw error;
    const bytes = Buffer.from(await data.arrayBuffer());
    return { ...item, digest: createHash('sha256').update(pixelsOf(bytes)).digest('hex') };
  };

  return {
    agent,
    sources,
    node: `${agent.url}/functions/v1/auto-generate-content`,
    deno: deno.url,
    /** Starts another function under Deno, with secrets. */
    startDeno: (secrets: Record<string, string>) => startDenoFunction({ ...backend, ...secrets }),
    /** Empties the workspace. At about noon, the date does not change between runs, and the day has room for posts. */
    async reset() {
      await empty(...EMPTIED);
      await agent.admin.from('app_settings').insert({ timezone: zoneOfNoon() }).throwOnError();
    },
    /** Adds a project with two posts a day about home baking from two source pages, changed by `fields`. */
    async addProject(fields: Partial<ContentProjectsRow> = {}) {
      const project = {
        niche_name: 'Home baking',
        source_url_1: `${sources.origin}/sourdough.html`,
        source_url_2: `${sources.origin}/strength.html`,
        platforms: ['instagram' as const, 'twitter' as const],
        posts_per_day: 2,
        ...fields,
      };
      return (await agent.admin.from('content_projects').insert(project).select().single().throwOnError()).data;
    },
    async call(url: string, init: Call = {}) {
      const answer = await send(url, init);
      return {
        status: answer.status,
        type: answer.headers.get('content-type'),
        body: (await answer.json()) as Record<string, unknown>,
      };
    },
    /** Makes posts in a workspace without any. Returns the events, and the posts without what differs between runs. */
    async generate(url: string) {
      await empty('generated_content', 'content_bin', 'generation_runs');
      const { body } = await send(url, { headers: { accept: 'text/event-stream' } });
      const events: unknown[] = [];
      for await (const { event, data } of readEventStream(body as ReadableStream<Uint8Array>)) {
        events.push({ event, ...JSON.parse(data) });
      }
      const slots = agent.admin.from('scheduled_posts').select(`generated_content(${POST_FIELDS})`);
      const { data } = await slots.order('scheduled_time').throwOnError();
      const posts = data.map(async ({ generated_content: { media, ...post } }) => ({
        ...post,
        pictures: await Promise.all(media.map(withDigest)),
      }));
      return { events, posts: await Promise.all(posts) };
    },
    async close() {
      await Promise.all([deno.stop(), sources.close()]);
      await agent.close();
    },
  };
}

const EMPTIED = [
  ...['generated_content', 'content_bin', 'content_projects', 'content_style_templates', 'generation_runs'],
  'app_settings',
] as const;

/** A PNG's decompressed pixel data, because runtimes compress differently. */
function pixelsOf(png: Buffer): Buffer {
  const start = png.indexOf('IDAT') + 'IDAT'.length;
  return inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
}

/** Gives all runs the same id, which is the seed of their posts, so that the posts can be compared. */
async function giveRunsOneSeed({ dataDir }: TestAgent): Promise<void> {
  const database = databaseOf(dataDir);
  await database.rows(
    sql`alter table public.generation_runs alter column id set default '6f0c7f4e-3a1d-4c57-9d2b-5f1f1c2a9e01'`,
  );
  await database.close();
}

/** A time zone in which it is about noon. */
export function zoneOfNoon(): string {
  const offset = 12 - new Date().getUTCHours();
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}
