import { describe, expect, it } from 'vitest';
import { telegramPublisher } from '../../../../../server/features/publishing/platforms/telegram/publisher.ts';
import type { Session } from '../../../../../server/features/publishing/publisher.ts';
import { platformApi } from '../../../../../shared/publishing/platform-apis.ts';
import {
  failure,
  mediaOf,
  PICTURE,
  postOf,
  publish,
  sha256,
  steppedCalls,
  VIDEO_START,
} from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach } from '../../../../helpers/publishing/publisher-tests.ts';
import { startTelegramServer } from '../../../../helpers/telegram/imitation.ts';

const stepped = ofEach(async () => steppedCalls());
const server = ofEach(() => startTelegramServer({ now: () => stepped.clock.now }));
const bot = ofEach(async () => server.addBot('ada_bot'));

const publisher = () => telegramPublisher({ ...platformApi('telegram'), origin: server.origin });
const connect = (channel: string, botToken = bot.token) =>
  publisher().connect({ platform: 'telegram', botToken, channel }, stepped.calls);
async function session(channel = '@ada_bakes'): Promise<Session> {
  const { secret } = await connect(channel);
  return publisher().open(JSON.parse(JSON.stringify(secret)), stepped.calls, async () => undefined);
}

describe('connecting a Telegram channel', () => {
  it('takes its name, its address or its number', async () => {
    const { id } = server.addChannel('Ada Bakes', bot);
    for (const entered of ['@ada_bakes', 'ada_bakes', 'https://t.me/ada_bakes', 't.me/ada_bakes/', String(id)])
      expect(await connect(entered), entered).toMatchObject({ handle: '@ada_bakes', remoteId: String(id) });
    const hidden = server.addChannel('Only friends', bot, { username: null });
    expect(await connect(String(hidden.id))).toMatchObject({ handle: 'Only friends', profileUrl: null });
  });

  it('says what is wrong with a token, a channel and the rights of the bot', async () => {
    server.addChannel('A group', bot, { type: 'supergroup' });
    server.addChannel('Strangers', bot, { admins: new Map() });
    const rows: [string, string, string | undefined, RegExp][] = [
      ['rejected', '@ada_bakes', 'no token', /^This is not a bot token/],
      ['auth', '@ada_bakes', `${bot.id}:${'wrong'.repeat(6)}`, /^Unauthorized\. Ask BotFather/],
      ['rejected', 'two words', undefined, /^Enter the name of the channel/],
      ['auth', '@nowhere', undefined, /chat not found.*administrator/],
      ['rejected', '@a_group', undefined, /^@a_group is not a channel/],
      ['auth', '@strangers', undefined, /^The bot @ada_bot may not post to Strangers\./],
    ];
    for (const [errorClass, channel, token, words] of rows)
      expect(await failure(connect(channel, token)), channel).toMatchObject({
        errorClass,
        message: expect.stringMatching(words),
      });
  });
});

describe('posting to a Telegram channel', () => {
  it('makes one album of pictures and videos, with the text below the first, and deletes all of it', async () => {
    server.addChannel('Ada Bakes', bot);
    const film = Buffer.concat([VIDEO_START, Buffer.alloc(1000)]);
    const video = { ...mediaOf(film, 'video/mp4'), width: 1080, height: 1920, seconds: 7.4 };
    const ada = await session();
    const media = [mediaOf(PICTURE), video, mediaOf(PICTURE, 'image/png')];
    const { parts, error } = await publish(ada, postOf(['Bread "today" & more'], media));
    expect(error).toBeNull();
    expect(server.world.messages).toMatchObject([
      { kind: 'photo', text: 'Bread "today" & more', sha256: sha256(PICTURE), album: 41 },
      {
        kind: 'video',
        text: '',
        sha256: sha256(film),
        album: 41,
        told: { width: 1080, height: 1920, duration: 7, supports_streaming: true },
      },
      { kind: 'photo', sha256: sha256(PICTURE), album: 41 },
    ]);
    expect(parts).toEqual([{ remoteId: '41,42,43', url: 'https://t.me/ada_bakes/41' }]);
    await ada.remove(parts);
    expect(server.world.messages).toEqual([]);
  });

  it('has an address for members where the channel has no name', async () => {
    const { id } = server.addChannel('Only friends', bot, { username: null });
    const { parts } = await publish(await session(String(id)), postOf(['Bread']));
    expect(parts[0]?.url).toBe('https://t.me/c/1000000000/41');
  });
});
