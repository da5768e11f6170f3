import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent, request } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { RouteAccess } from '../../server/http/authentication.ts';
import { startTestAgent, type TestAgent } from '../helpers/agent.ts';
import { PNG } from '../helpers/png.ts';
import type { Known } from './json-schema.ts';
import { resolveNoNames } from './no-names.ts';
import type { ApiDocument, FuzzedRequest } from './requests.ts';

/** A request that is not answered in this time hangs. */
const HANGS_MS = 60_000;
const SLOW_CHECK_MS = 100;
/** Only the beginning of an answer is looked at. */
const ANSWER_MAX_CHARS = 200_000;

export type Answer = { status: number; type: string; text: string };

/** A route as Fastify has it, with `:name` and `*` for its parameters. */
export type FoundRoute = { method: string; url: string; access: RouteAccess | 'member' };

export type FuzzedAgent = Awaited<ReturnType<typeof openFuzzedAgent>>;

/** Routes that open a browser or run code get ids of nothing: their requests go as far as the checks before that. */
const RUNS_SOMETHING =
  /^POST .*\/(login|check|cookies|composer|instagram|run)$|^POST \/api\/channels|^PUT \/api\/scripts\/schedules|^tool (run_script|schedule_script)$/;
/** Automatic jobs that start no browser. */
const JOBS = ['autopilot', 'cleanup', 'repeats', 'videos', 'reconcile'];

/**
 * An agent with one of each thing, for requests that nobody would send. Nothing of it leaves the machine: names have no
 * address in this process, there is no npm, no keychain and no desktop.
 */
export async function openFuzzedAgent() {
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
      /** Every route of the agent, but the HEAD that Fastify adds to each GET. */
      routes: routes as readonly FoundRoute[],
      document: (await (await agent.call('/api/openapi.json')).json()) as ApiDocument,
      /** Ids and names of things that are there, for a route. */
      known:
        (route: string): Known =>
        (field) =>
          knownFor(things, route, field),
      member: await agent.signIn(email, password),
      stranger: await agent.signIn(other.email, other.password),
      /** Sends a request as it is and answers what came. An endless answer ends with its first bytes. Rejects where none came. */
      send: (one: FuzzedRequest) => send(agent.port, connections, one),
      /** What no answer may hold. */
      secrets: [agent.agentToken, agent.dataDir, process.cwd()],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function noteRoutes(app: FastifyInstance, routes: FoundRoute[]): void {
  // How often connections that are too slow are looked for; how slow that is stays as it is.
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
          // One event is enough of a stream, once the whole of it is there.
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
