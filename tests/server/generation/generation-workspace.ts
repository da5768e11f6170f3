import { readFile } from 'node:fs/promises';
import type { Temporal } from 'temporal-polyfill';
import { createHandler, type HandlerEnv } from '../../../server/generation/handler.ts';
import type { WriteRequest, Writer } from '../../../server/generation/post.ts';
import type { Client } from '../../../server/supabase/connection.ts';
import { type GenerationResult, generationResultSchema } from '../../../shared/posts/generation.ts';
import type { ContentProjectsRow, GeneratedContentRow, ScheduledPostsRow } from '../../../shared/workspace/database.ts';
import type { TestBackend } from '../../helpers/embedded.ts';
import { type SourceServer, startSourceServer } from '../../helpers/source-server.ts';
import { workerBackend } from '../../helpers/worker-agent.ts';

const EVERYTHING = '00000000-0000-0000-0000-000000000000';

/** A member's workspace on a real embedded backend, with sources on loopback. */
export type GenerationWorkspace = {
  backend: TestBackend;
  sources: SourceServer;
  member: Client;
  /** Empties the workspace, including its settings. */
  reset(): Promise<void>;
  addProject(fields?: Partial<ContentProjectsRow>): Promise<ContentProjectsRow>;
  /** The function with another clock, writer or network. A small picture replaces cards, which take a second each. */
  handlerWith(env: Partial<HandlerEnv>): (request: Request) => Promise<Response>;
  /** Posts to the function as the member; throws if it returns an error. */
  generate(env?: Partial<HandlerEnv>, body?: unknown): Promise<GenerationResult>;
  request(init?: { body?: string; headers?: Record<string, string>; method?: string }): Promise<Request>;
  posts(): Promise<GeneratedContentRow[]>;
  /** Earliest first. */
  slots(): Promise<ScheduledPostsRow[]>;
  /** Names of all pictures in the bucket. */
  pictures(): Promise<string[]>;
  close(): Promise<void>;
};

export async function openGenerationWorkspace(): Promise<GenerationWorkspace> {
  const [backend, sources] = await Promise.all([workerBackend(), startSourceServer()]);
  const { connection } = backend;
  const member = await backend.memberClient();
  const token = await backend.memberToken();
  const card = new Uint8Array(await readFile('tests/fixtures/pictures/small.png'));

  const workspace: GenerationWorkspace = {
    backend,
    sources,
    member,
    async reset() {
      for (const table of [
        ...['generated_content', 'content_projects', 'content_style_templates', 'social_accounts', 'app_settings'],
      ] as const) {
        check(await member.from(table).delete().neq('id', EVERYTHING));
      }
      const names = await workspace.pictures();
      if (names.length > 0) check(await member.storage.from('media-assets').remove(names));
    },
    async addProject(fields = {}) {
      const project = {
        niche_name: 'Home baking',
        source_url_1: `${sources.origin}/sourdough.html`,
        source_url_2: `${sources.origin}/strength.html`,
        platforms: ['facebook' as const],
        ...fields,
      };
      return check(await member.from('content_projects').insert(project).select().single()).data as ContentProjectsRow;
    },
    handlerWith: (env) =>
      createHandler({
        supabaseUrl: connection.inProcessUrl,
        publishableKey: connection.publishableKey,
        fetch: connection.fetch,
        drawCard: async () => card,
        ...env,
      }),
    async request({ body, headers, method = 'POST' } = {}) {
      const sent = { apikey: connection.publishableKey, Authorization: `Bearer ${token}`, ...headers };
      return new Request('http://localhost/functions/v1/auto-generate-content', { method, headers: sent, body });
    },
    async generate(env = {}, body) {
      const request = await workspace.request(body === undefined ? {} : { body: JSON.stringify(body) });
      const response = await workspace.handlerWith(env)(request);
      const answer = await response.json();
      if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
      return generationResultSchema.parse(answer);
    },
    async posts() {
      return check(await member.from('generated_content').select('*').order('created_at')).data ?? [];
    },
    async slots() {
      return check(await member.from('scheduled_posts').select('*').order('scheduled_time')).data ?? [];
    },
    async pictures() {
      const files = check(await member.from('media_files').select('path').like('path', 'posts/%')).data ?? [];
      return files.map((file) => file.path);
    },
    async close() {
      await sources.close();
      await backend.close();
    },
  };
  return workspace;
}

/** A writer of short posts, all different, with the given number of slides; it records its requests. */
export function plainWriter(slides = 1): Writer & { requests: WriteRequest[] } {
  const requests: WriteRequest[] = [];
  return {
    name: 'test:plain',
    requests,
    async write(request) {
      requests.push(request);
      return Array.from({ length: request.count }, (_, index) => ({
        contentType: slides === 0 ? 'text' : slides === 1 ? 'image' : 'carousel',
        caption: Array.from({ length: 12 }, () => crypto.randomUUID().slice(0, 8)).join(' '),
        hashtags: ['#bread'],
        alternatives: {},
        slides: Array.from({ length: slides }, (_, slide) => ({ title: `Slide ${slide + 1} of post ${index + 1}` })),
        sources: [],
      }));
    },
  };
}

/** A clock that is stopped at an instant. */
export function clockAt(instant: Temporal.Instant): () => Temporal.Instant {
  return () => instant;
}

function check<T extends { error: { message: string } | null }>(answer: T): T {
  if (answer.error) throw new Error(answer.error.message);
  return answer;
}
