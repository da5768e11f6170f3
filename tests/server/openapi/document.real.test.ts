import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATION_GROUPS } from '../../../server/openapi/groups.ts';
import { startTestAgent, type TestAgent } from '../../helpers/agent.ts';
import { everyNth } from '../../helpers/depth.ts';

type Operation = {
  operationId: string;
  summary: string;
  security: { [scheme: string]: string[] }[];
  requestBody?: unknown;
  responses: { [status: string]: { $ref?: string; content?: { [type: string]: { schema?: object } } } };
};
type Document = {
  servers: { url: string }[];
  paths: { [path: string]: { [method: string]: Operation } };
  components: { schemas: { [name: string]: object } };
};

let agent: TestAgent;
let text: string;
let document: Document;
const routes = new Set<string>();

/** Records every route of every Fastify instance, as Fastify itself reports it. */
function noteRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.add(`${one} ${url}`);
  });
}

beforeAll(async () => {
  subscribe('fastify.initialization', noteRoutes);
  agent = await startTestAgent();
  unsubscribe('fastify.initialization', noteRoutes);
  text = await (await agent.call('/api/openapi.json', { token: null })).text();
  document = JSON.parse(text);
});
afterAll(() => agent?.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );

describe('the description of the API', () => {
  it('has every route of the agent API, and no other', () => {
    const expected = [...routes]
      .filter((name) => /^(?!HEAD)\w+ \/(api\/|config\.json)/.test(name))
      // Always answers 404, so that "run" is not taken for a saved script's id.
      .filter((name) => name !== 'GET /api/scripts/run')
      .map((name) => name.replace(/:(\w+)/g, '{$1}').replace('*', '{path}'));
    expect(expected.length).toBeGreaterThan(80);
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(expected.sort());
  });

  it('has words for no route that is not there', () => {
    const named = OPERATION_GROUPS.flatMap(({ operations }) => Object.values(operations).map(({ route }) => route));
    expect(named.filter((name) => !routes.has(name))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it('refers to every named schema', () => {
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    );
    expect(unused).toEqual([]);
  });

  it('names the agent that answers, and the errors of every operation', () => {
    expect(document.servers).toEqual([{ url: agent.url }]);
    for (const { name, operation } of operations()) {
      expect(operation.summary, name).toMatch(/^[A-Z].*[^.]$/);
      expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(['403', '500', '503']));
      if (operation.requestBody) expect(operation.responses, name).toHaveProperty('413');
      if (operation.security.length > 0) expect(operation.responses, name).toHaveProperty('401');
    }
  });

  it('says who may call what, as the agent does', async () => {
    const open = operations().filter(({ operation }) => operation.security.length === 0);
    expect(open.map(({ name }) => name).sort()).toEqual([
      'GET /api/channels/return',
      'GET /api/health',
      'GET /api/openapi.json',
      'GET /api/setup',
      'GET /config.json',
      'POST /api/setup',
    ]);
    const token = await agent.memberToken();
    for (const { name, operation } of everyNth(operations(), 3)) {
      const [method = '', path = ''] = name.split(' ');
      if (method !== 'GET' || path.includes('{') || path === '/api/notifications') continue;
      const isForMembers = operation.security.length === 0 || operation.security.some((one) => 'memberToken' in one);
      if (path === '/api/channels/return') continue;
      expect((await agent.call(path, { token })).status === 403, name).toBe(!isForMembers);
      expect((await agent.call(path, { token: null })).status === 401, name).toBe(operation.security.length > 0);
    }
  });
});

const projectOf = (niche_name: string) => ({
  ...{ niche_name, source_url_1: 'https://example.com/1', source_url_2: 'https://example.com/2' },
  ...{ posts_per_day: 1, platforms: ['bluesky'] },
});

describe('answers of the agent', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  beforeAll(() => void ajv.addSchema(document, 'api'));
  const part = (...path: string[]) =>
    `api#/${path.map((name) => encodeURIComponent(name.replaceAll('/', '~1'))).join('/')}`;
  const complaints = async (path: string, options: Parameters<TestAgent['call']>[1] = {}, described = path) => {
    const answer = await agent.call(path, options);
    const method = (options.method ?? (options.body ? 'POST' : 'GET')).toLowerCase();
    const response = document.paths[described]?.[method]?.responses[answer.status];
    const at = [
      'paths',
      described,
      method,
      'responses',
      String(answer.status),
      'content',
      'application/json',
      'schema',
    ];
    const validate = ajv.getSchema(response?.$ref ? part('components', 'schemas', 'AgentError') : part(...at));
    validate?.(await answer.json());
    return { status: answer.status, errors: validate ? validate.errors : `${path} ${answer.status} is not described` };
  };

  it('are as described', async () => {
    const added = await complaints('/api/projects', { body: projectOf('Bread') });
    expect(added).toMatchObject({ status: 201, errors: null });
    const fields = { caption: 'Fresh bread.', platforms: ['bluesky'] };
    expect(await complaints('/api/posts', { body: { fields, at: 'next' } })).toMatchObject({
      status: 201,
      errors: null,
    });
    expect(await complaints('/api/generation', { body: { dryRun: true, days: 3 } })).toMatchObject({
      status: 200,
      errors: null,
    });
    for (const path of ['/api/posts', '/api/projects', '/api/jobs', '/api/ai', '/api/channels', '/api/health'])
      expect(await complaints(path), path).toMatchObject({ status: 200, errors: null });
  });

  it('are as described where they are errors', async () => {
    const none = { token: null };
    expect(await complaints('/api/posts', none)).toMatchObject({ status: 401, errors: null });
    expect(await complaints('/api/posts?limit=0', {}, '/api/posts')).toMatchObject({ status: 400, errors: null });
    expect(await complaints('/api/posts/abcd1234', {}, '/api/posts/{id}')).toMatchObject({ status: 404, errors: null });
    expect(await complaints('/api/projects', { body: { niche_name: '' } })).toMatchObject({
      status: 400,
      errors: null,
    });
  });
});

it('adding a project makes one of two requests with one id, and none that no platform takes', async () => {
  const project = { id: crypto.randomUUID(), ...projectOf('Tea') };
  const add = async (body: object) => agent.call('/api/projects', { body });
  const [first, second] = [await add(project), await add(project)];
  expect(await second.json()).toEqual(await first.json());
  const { data } = await agent.admin.from('content_projects').select('id').eq('niche_name', 'Tea').throwOnError();
  expect(data).toHaveLength(1);
  expect((await add({ ...project, id: undefined, platforms: ['tiktok'], videos: 'never' })).status).toBe(409);
});
