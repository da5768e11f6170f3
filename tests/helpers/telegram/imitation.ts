import { randomBytes } from 'node:crypto';
import { FOLLOWERS } from '../publishing/followers.ts';
import {
  type Imitation,
  type Incoming,
  Refusal,
  type Reply,
  startImitation,
  type UploadedFile,
} from '../publishing/imitation.ts';

type Bot = { id: number; username: string; token: string };
type Channel = {
  id: number;
  title: string;
  username: string | null;
  type: 'channel' | 'supergroup';
  /** The permissions of bots there, by their ids. */
  admins: Map<number, { can_post_messages: boolean; can_delete_messages: boolean }>;
};
type Message = {
  id: number;
  chatId: number;
  text: string;
  kind: 'text' | 'photo' | 'video';
  sha256: string | null;
  album: number | null;
  isSilent: boolean;
  isProtected: boolean;
  /** All other parameters, as sent. */
  told: Record<string, unknown>;
  createdAt: number;
};

function newWorld(now: () => number) {
  return {
    origin: '',
    now,
    bots: [] as Bot[],
    channels: [] as Channel[],
    messages: [] as Message[],
    lastId: 40,
  };
}
export type World = ReturnType<typeof newWorld>;

export type TelegramServer = Imitation & {
  world: World;
  addBot(username: string): Bot;
  /** Adds a channel in which a bot may post. */
  addChannel(title: string, bot: Bot, more?: Partial<Channel>): Channel;
};

const TEXT_MAX = 4096;
const CAPTION_MAX = 1024;
const PHOTO_BYTES = 10_000_000;
const VIDEO_BYTES = 50_000_000;
const ALBUM = { min: 2, max: 10 };
const DELETABLE_MS = 48 * 3_600_000;

const OF_ALL = ['chat_id', 'disable_notification', 'protect_content'];
const OF_CAPTION = ['caption', 'show_caption_above_media'];
const OF_VIDEO = ['width', 'height', 'duration', 'supports_streaming'];
/** The parameters of each method, among those in https://core.telegram.org/bots/api. */
const METHODS: Record<string, { known: string[]; perform: (call: Call) => unknown }> = {
  getMe: { known: [], perform: ({ bot }) => ({ id: bot.id, is_bot: true, first_name: 'Bot', username: bot.username }) },
  getChat: { known: ['chat_id'], perform: ({ channel }) => chatOf(channel) },
  getChatMemberCount: { known: ['chat_id'], perform: () => FOLLOWERS },
  getChatMember: { known: ['chat_id', 'user_id'], perform: showMember },
  sendMessage: { known: [...OF_ALL, 'text', 'link_preview_options'], perform: sendMessage },
  sendPhoto: { known: [...OF_ALL, ...OF_CAPTION, 'photo'], perform: (call) => sendFile(call, 'photo') },
  sendVideo: { known: [...OF_ALL, ...OF_CAPTION, ...OF_VIDEO, 'video'], perform: (call) => sendFile(call, 'video') },
  sendMediaGroup: { known: [...OF_ALL, 'media'], perform: sendAlbum },
  deleteMessages: { known: ['chat_id', 'message_ids'], perform: deleteMessages },
};

type Call = { world: World; bot: Bot; channel: Channel; params: Record<string, unknown>; files: UploadedFile[] };

function refused(error_code: number, description: string, parameters?: object): Refusal {
  return new Refusal({ status: error_code, body: { ok: false, error_code, description, parameters } }, description);
}
const bad = (words: string) => refused(400, `Bad Request: ${words}`);

/** api.telegram.org on loopback, as far as posting to channels needs it. https://core.telegram.org/bots/api */
export async function startTelegramServer({ now = Date.now }: { now?: () => number } = {}): Promise<TelegramServer> {
  const world = newWorld(now);

  function perform({ url, fields, files }: Incoming): Reply {
    const [, token = '', name = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(url.pathname) ?? [];
    const bot = world.bots.find((one) => one.token === token);
    if (!bot) throw refused(401, 'Unauthorized');
    const method = METHODS[name];
    if (!method) throw refused(404, 'Not Found: method not found');
    const params = parsed(fields);
    for (const given of [...Object.keys(params), ...files.map(({ field }) => field)])
      if (!method.known.includes(given) && !given.startsWith('file')) throw bad(`there is no parameter ${given}`);
    const channel = method.known.includes('chat_id') ? channelOf(world, params.chat_id) : ({} as Channel);
    return { status: 200, body: { ok: true, result: method.perform({ world, bot, channel, params, files }) } };
  }

  const server = await startImitation({
    world,
    now: () => world.now(),
    nameOf: (method, { pathname }) => `${method} ${pathname.replace(/^\/bot[^/]+/, '')}`,
    perform,
    trouble: { ok: false, error_code: 500, description: 'Internal Server Error' },
  });
  return {
    ...server,
    world,
    addBot(username) {
      const id = 7_000_000_000 + world.bots.length;
      const bot = { id, username, token: `${id}:AA${randomBytes(24).toString('base64url')}` };
      world.bots.push(bot);
      return bot;
    },
    addChannel(title, bot, more) {
      const channel: Channel = {
        id: -1_001_000_000_000 - world.channels.length,
        title,
        username: title.toLowerCase().replaceAll(' ', '_'),
        type: 'channel',
        admins: new Map([[bot.id, { can_post_messages: true, can_delete_messages: true }]]),
        ...more,
      };
      world.channels.push(channel);
      return channel;
    },
  };
}

/** Parses the values of a form that are JSON. */
function parsed(fields: Record<string, unknown>): Record<string, unknown> {
  const read = (name: string, value: unknown) => {
    if (typeof value !== 'string' || ['text', 'caption', 'chat_id'].includes(name)) return value;
    try {
      return JSON.parse(value);
    } catch {
      throw bad(`can't parse ${name}`);
    }
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, read(name, value)]));
}

function channelOf({ channels }: World, chat: unknown): Channel {
  const found = channels.find(({ id, username }) => String(id) === String(chat) || `@${username}` === chat);
  if (!found) throw bad('chat not found');
  return found;
}

function chatOf({ id, title, type, username }: Channel): object {
  return { id, title, type, ...(username !== null && { username }) };
}

function showMember({ bot, channel, params }: Call): object {
  if (params.user_id !== bot.id) throw bad('user not found');
  const rights = channel.admins.get(bot.id);
  const user = { id: bot.id, is_bot: true, first_name: 'Bot', username: bot.username };
  return rights ? { status: 'administrator', user, ...rights } : { status: 'left', user };
}

function needPosting({ bot, channel }: Call): void {
  const rights = channel.admins.get(bot.id);
  if (!rights) throw refused(403, 'Forbidden: bot is not a member of the channel chat');
  if (!rights.can_post_messages) throw bad('need administrator rights in the channel chat');
}

function sendMessage(call: Call): object {
  needPosting(call);
  const text = String(call.params.text ?? '');
  if (text.trim() === '') throw bad('message text is empty');
  if (text.length > TEXT_MAX) throw bad('message is too long');
  return messageOf(call, add(call, { text }));
}

function sendFile(call: Call, kind: 'photo' | 'video'): object {
  needPosting(call);
  const file = call.files.find(({ field }) => field === kind);
  return messageOf(call, add(call, { kind, text: captionOf(call.params), ...stored(file, kind) }));
}

type Item = Record<string, unknown> & { type: 'photo' | 'video'; media: string };

function sendAlbum(call: Call): object {
  needPosting(call);
  const items = call.params.media as Item[];
  if (!Array.isArray(items) || items.length < ALBUM.min || items.length > ALBUM.max)
    throw bad('wrong number of items in the album');
  const files = items.map(({ type, media }) => {
    const file = call.files.find(({ field }) => `attach://${field}` === media);
    return stored(file, type);
  });
  const album = call.world.lastId + 1;
  return items.map((item, index) =>
    messageOf(call, add(call, { kind: item.type, text: captionOf(item), ...files[index], album, told: item })),
  );
}

function captionOf({ caption = '' }: Record<string, unknown>): string {
  if (String(caption).length > CAPTION_MAX) throw bad('message caption is too long');
  return String(caption);
}

function stored(file: UploadedFile | undefined, kind: 'photo' | 'video'): Pick<Message, 'sha256'> {
  if (!file) throw bad(`there is no ${kind} in the request`);
  if (file.size > (kind === 'photo' ? PHOTO_BYTES : VIDEO_BYTES)) throw refused(413, 'Request Entity Too Large');
  return { sha256: file.sha256 };
}

function add({ world, channel, params }: Call, more: Partial<Message>): Message {
  world.lastId += 1;
  const message: Message = {
    id: world.lastId,
    chatId: channel.id,
    text: '',
    kind: 'text',
    sha256: null,
    album: null,
    isSilent: params.disable_notification === true,
    isProtected: params.protect_content === true,
    told: params,
    createdAt: world.now(),
    ...more,
  };
  world.messages.push(message);
  return message;
}

function messageOf({ channel }: Call, { id, text, kind, createdAt }: Message): object {
  const date = Math.floor(createdAt / 1000);
  return { message_id: id, chat: chatOf(channel), date, ...(kind === 'text' ? { text } : { caption: text }) };
}

function deleteMessages({ world, channel, bot, params }: Call): true {
  const ids = params.message_ids;
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > 100) throw bad('message identifiers are not specified');
  const gone = world.messages.filter(({ id, chatId }) => ids.includes(id) && chatId === channel.id);
  const mayDelete = channel.admins.get(bot.id)?.can_delete_messages;
  if (gone.some(({ createdAt }) => !mayDelete && createdAt < world.now() - DELETABLE_MS))
    throw bad("message can't be deleted for everyone");
  world.messages = world.messages.filter((message) => !gone.includes(message));
  return true;
}
