import { randomBytes } from 'node:crypto';
import { type Imitation, type Incoming, Refusal, type Reply, startImitation } from '../publishing/imitation.ts';
import { judgeOf } from '../publishing/vendor-judge.ts';

type Webhook = { id: string; token: string; name: string; channelId: string; guildId: string; isForum: boolean };
type Message = {
  id: string;
  webhookId: string;
  channelId: string;
  content: string;
  flags: number;
  mentions: string[];
  files: { alt: string; name: string; sha256: string }[];
  reactions: number;
};

function newWorld(now: () => number) {
  return { origin: '', now, webhooks: [] as Webhook[], messages: [] as Message[], lastId: 1_300_000_000_000 };
}
export type World = ReturnType<typeof newWorld>;
export type DiscordServer = Imitation & { world: World; addWebhook(name: string, isForum?: boolean): Webhook };

const FILES_MAX = 10;
const FILE_BYTES = 10 * 1024 * 1024;
const FLAGS = 4 | 4096;
const JUDGE = judgeOf(`${import.meta.dirname}/openapi.json`);

type Call = Pick<Incoming, 'ids' | 'query' | 'fields' | 'files'> & { world: World; webhook: Webhook };

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
function refused(status: number, code: number, message: string): Refusal {
  return new Refusal({ status, body: { message, code } }, message);
}
const badForm = (words: string) => refused(400, 50_035, `Invalid Form Body: ${words}`);

const ROUTES: Record<string, (call: Call) => Reply> = {
  'GET /:id': ({ webhook: { id, name, channelId, guildId } }) => ({
    status: 200,
    body: { id, type: 1, name, channel_id: channelId, guild_id: guildId, application_id: null },
  }),
  'POST /:id': execute,
  'GET /:id/messages/:id': (call) => ({ status: 200, body: entityOf(messageOf(call)) }),
  'DELETE /:id/messages/:id': (call) => {
    const message = messageOf(call);
    call.world.messages = call.world.messages.filter((one) => one !== message);
    return { status: 204 };
  },
};

/**
 * Webhooks of discord.com on loopback. Calls are validated against Discord's own OpenAPI document.
 * https://docs.discord.com/developers/resources/webhook
 */
export async function startDiscordServer({ now = Date.now }: { now?: () => number } = {}): Promise<DiscordServer> {
  const world = newWorld(now);
  const server = await startImitation({
    world,
    now: () => world.now(),
    routes: Object.keys(ROUTES),
    // The token is not part of a call's name.
    nameOf: (method, { pathname }) => `${method} ${pathname.replace(/^\/api\/v10\/webhooks\/(\d+)\/[^/]+/, '/$1')}`,
    perform(call) {
      const [, id, token] = /\/webhooks\/(\d+)\/([^/]+)/.exec(call.url.pathname) ?? [];
      const webhook = world.webhooks.find((one) => one.id === id);
      if (!webhook) throw refused(404, 10_015, 'Unknown Webhook');
      if (webhook.token !== token) throw refused(401, 50_027, 'Invalid Webhook Token');
      const faults = JUDGE.query(call.name, call.query);
      if (faults.length > 0) throw badForm(faults.join('; '));
      const handle = ROUTES[call.name];
      if (!handle) throw refused(404, 0, '404: Not Found');
      return handle({ ...call, world, webhook });
    },
    trouble: { message: 'Internal Server Error', code: 0 },
  });
  return {
    ...server,
    world,
    addWebhook(name, isForum = false) {
      const id = nextId(world);
      const token = randomBytes(40).toString('base64url');
      const webhook = { id, token, name, channelId: nextId(world), guildId: nextId(world), isForum };
      world.webhooks.push(webhook);
      return webhook;
    },
  };
}

function nextId(world: World): string {
  world.lastId += 1;
  return String(world.lastId);
}

type Attachment = { id: string; description?: string };
type Payload = {
  content?: string;
  allowed_mentions?: { parse: string[] };
  flags?: number;
  thread_name?: string;
  attachments?: Attachment[];
};

function execute({ world, webhook, query, fields, files }: Call): Reply {
  const isForm = typeof fields.payload_json === 'string';
  const payload = (isForm ? JSON.parse(String(fields.payload_json)) : fields) as Payload;
  const faults = JUDGE.body('POST /:id', payload);
  if (faults.length > 0) throw badForm(faults.join('; '));
  const { content = '', flags = 0, thread_name, attachments = [], allowed_mentions } = payload;
  if (content === '' && files.length === 0) throw refused(400, 50_006, 'Cannot send an empty message');
  if ((flags & ~FLAGS) !== 0) throw badForm('flags: these cannot be set by webhooks');
  if (files.length > FILES_MAX) throw badForm('attachments: at most 10');
  if (files.some(({ size }) => size > FILE_BYTES)) throw refused(413, 40_005, 'Request entity too large');
  if (webhook.isForum !== (thread_name !== undefined))
    throw refused(400, 220_001, 'Webhooks posted to forum channels must have a thread_name or thread_id');
  const message: Message = {
    id: nextId(world),
    webhookId: webhook.id,
    channelId: webhook.isForum ? nextId(world) : webhook.channelId,
    content,
    flags,
    mentions: allowed_mentions?.parse ?? ['users', 'roles', 'everyone'],
    files: files.map(({ field, name = '', sha256 }, index) => {
      if (field !== `files[${index}]`) throw badForm(`${field} is no file`);
      const { description: alt = '' } = attachments.find(({ id }) => id === String(index)) ?? {};
      return { alt, name, sha256 };
    }),
    reactions: 0,
  };
  world.messages.push(message);
  return query.get('wait') === 'true' ? { status: 200, body: entityOf(message) } : { status: 204 };
}

function messageOf({ world, webhook, ids, query }: Call): Message {
  const message = world.messages.find(({ id, webhookId }) => id === ids[1] && webhookId === webhook.id);
  const isInThread = message && message.channelId !== webhook.channelId;
  if (!message || (isInThread && query.get('thread_id') !== message.channelId))
    throw refused(404, 10_008, 'Unknown Message');
  return message;
}

function entityOf({ id, channelId, content, flags, files, reactions }: Message): object {
  return {
    id,
    channel_id: channelId,
    content,
    flags,
    attachments: files.map(({ alt, name }, index) => ({ id: String(index), filename: name, description: alt })),
    ...(reactions > 0 && { reactions: [{ emoji: { id: null, name: '🍞' }, count: reactions, me: false }] }),
  };
}
