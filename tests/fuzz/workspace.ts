import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent, request } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { RouteAccess } from '../../server/http/authentication.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { PNG } from '../helpers/png.ts';
import type { Known } from './json-schema.ts';
import { resolveNoNames } from './no-names.ts';
import type { ApiDocument, FuzzedRequest } from './requests.ts';

/** A request without a response in this time hangs. */
const HANGS_MS = 60_000;
const SLOW_CHECK_MS = 100;
/** Only the beginning of a response is checked. */
const ANSWER_MAX_CHARS = 200_000;

export type Answer = { status: number; type: string; text: string };

/** A route as Fastify has it, with `:name` and `*` for its parameters. */
export type FoundRoute = { method: string; url: string; access: RouteAccess | 'member' };

export type FuzzedAgent = {
  agent: TestAgent;
  /** Every route of the agent, except the HEAD that Fastify adds to each GET. */
  routes: readonly FoundRoute[];
  document: ApiDocument;
  /** Ids and names of existing things, for a route. */
  known(route: string): Known;
  member: string;
  stranger: string;
  /**
   * Sends a request as it is and resolves to its response. An endless response ends with its first bytes. Rejects
   * without a response.
   */
  send(request: FuzzedRequest): Promise<Answer>;
  /** Texts that no response may contain. */
  secrets: readonly string[];
  close(): Promise<void>;
};

/**
 * Routes that open a browser or run code get ids that do not exist: their requests only reach the checks before that.
 */
const RUNS_SOMETHING =
  /^POST .*\/(login|check|cookies|composer|instagram|run)$|^POST \/api\/channels|^PUT \/api\/scripts\/schedules|^tool (run_script|schedule_script)$/;
/** Automatic jobs that do not start a browser. */
const JOBS = ['autopilot', 'cleanup', 'repeats', 'videos', 'reconcile'];

/**
 * An agent with one of each thing, for requests that no client would send. Nothing leaves the machine: names do not
 * resolve in this process, and there is no npm, keychain or desktop.
 */
export async function openFuzzedAgent(): Promise<FuzzedAgent> {
  const resolveNames = resolveNoNames();
  const routes: FoundRoute[] = [];
  const note = (message: unknown) => noteRoutes((message as { fastify: FastifyInstance }).fastify, routes);
  subscribe('fastify.initialization', note);
  const agent = await startTestAgent({}, { localAi: { npm: null } })
    .catch((error: unknown) => {
      resolveNames();
      throw error;
    })
    .finally(() => unsubscribe('fastify.initialization', note));
  const connections = new Agent({ keepAlive: true });
  const close = async () => {
    connections.destroy();
    await agent.close().finally(resolveNames);
  };
  try {
    const things = await makeThings(agent);
    const { email, password } = await agent.addMember();
    const other = await agent.addStranger();
    return {
      agent,
      routes,
      document: (await (await agent.call('/api/openapi.json')).json()) as ApiDocument,
      known: (route) => (field) => knownFor(things, route, field),
      member: await agent.signIn(email, password),
      stranger: await agent.signIn(other.email, other.password),
      send: (one) => send(agent.port, connections, one),
      secrets: [agent.agentToken, agent.dataDir, process.cwd()],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function noteRoutes(app: FastifyInstance, routes: FoundRoute[]): void {
  // How often slow connections are looked for; the limits themselves are unchanged.
  Object.assign(app.server, { connectionsCheckingInterval: SLOW_CHECK_MS });
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat())
      if (one !== 'HEAD') routes.push({ method: one, url, access: config?.access ?? 'member' });
  });
}

type Things = Awaited<ReturnType<typeof makeThings>>;

async function makeThings({ call, url, agentToken, admin }: TestAgent) {
  const made = async (answer: Response): Promise<{ id: string; path: string; post: { id: string } | null }> => {
    if (!answer.ok) throw new Error(`${answer.url}: ${await answer.text()}`);
    return (await answer.json()) as { id: string; path: string; post: { id: string } | null };
  };
  const make = async (path: string, body: object) => (await made(await call(path, { body }))).id;
  const several = async (count: number, one: (index: number) => Promise<string>) => {
    const all: string[] = [];
    for (let index = 0; index < count; index += 1) all.push(await one(index));
    return all;
  };
  const project = { source_url_1: 'https://a.invalid/1', source_url_2: 'https://a.invalid/2', posts_per_day: 1 };
  const platforms = ['bluesky', 'instagram'];
  const picture = async (index: number) => {
    const headers = { authorization: `Bearer ${agentToken}`, 'content-type': 'application/octet-stream' };
    const added = await fetch(`${url}/api/media?name=${index}.png`, { method: 'POST', headers, body: PNG });
    return (await made(added)).path;
  };
  const posted = async (index: number) => {
    const body = { fields: { caption: `Fresh ${index}`, platforms }, at: 'next' };
    return (await made(await call('/api/posts', { body }))).post?.id ?? '';
  };
  const posts = await several(4, posted);
  const rows = posts.slice(0, 2).map((scheduled_post_id) => ({ scheduled_post_id, platform: 'bluesky' as const }));
  const { data: deliveries } = await admin.from('post_deliveries').insert(rows).select('id').throwOnError();
  return {
    accounts: await several(4, (index) =>
      make('/api/accounts', {
        platform: ['bluesky', 'mastodon', 'instagram', 'twitter'][index],
        label: `Mine ${index}`,
      }),
    ),
    projects: await several(2, (index) =>
      make('/api/projects', { ...project, niche_name: `Bread ${index}`, platforms }),
    ),
    posts,
    deliveries: deliveries.map(({ id }) => id),
    drafts: await several(4, (index) => make('/api/posts', { fields: { caption: `Draft ${index}`, platforms } })),
    scripts: await several(2, (index) => make('/api/scripts', { name: `Script ${index}`, code: 'log(1)' })),
    files: await several(2, picture),
  };
}

function knownFor(things: Things, route: string, field: string): readonly unknown[] {
  if (/\/jobs\//.test(route)) return field === 'name' ? JOBS : [];
  if (RUNS_SOMETHING.test(route)) return [];
  switch (field) {
    case 'accountId':
    case 'account_ids':
      return things.accounts;
    case 'contentId':
      return things.drafts;
    case 'scriptId':
      return things.scripts;
    case 'file':
    case 'files':
    case 'path':
      return things.files;
    case 'id':
      if (route.includes('/accounts')) return things.accounts;
      if (route.includes('/projects/')) return things.projects;
      if (route.includes('/scripts/')) return things.scripts;
      if (route.includes('/deliveries/')) return things.deliveries;
      return route.includes('/posts/') ? [...things.posts, ...things.drafts] : [];
    default:
      return [];
  }
}

function send(port: number, agent: Agent, { method, path, headers, body }: FuzzedRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, 'content-length': body.length } },
      (answer) => {
        const type = answer.headers['content-type'] ?? '';
        let text = '';
        const done = () => resolve({ status: answer.statusCode ?? 0, type, text });
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          if (text.length < ANSWER_MAX_CHARS) text += chunk;
          // One complete event of a stream is enough.
          if (type.startsWith('text/event-stream') && answer.statusCode === 200 && /\n\r?\n/.test(text)) {
            done();
            sent.destroy();
          }
        });
        answer.once('end', done);
        answer.once('error', reject);
      },
    );
    sent.setTimeout(HANGS_MS, () => sent.destroy(new Error(`${method} ${path.slice(0, 200)} hangs`)));
    sent.once('error', reject);
    sent.end(body);
  });
}
