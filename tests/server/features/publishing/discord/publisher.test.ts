import { expect, it } from 'vitest';
import { discordPublisher } from '../../../../../server/features/publishing/platforms/discord/publisher.ts';
import { platformApi } from '../../../../../shared/publishing/platform-apis.ts';
import { startDiscordServer } from '../../../../helpers/discord/imitation.ts';
import {
  failure,
  mediaOf,
  PICTURE,
  postOf,
  publish,
  sha256,
  steppedCalls,
} from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach, problem } from '../../../../helpers/publishing/publisher-tests.ts';

const stepped = ofEach(async () => steppedCalls());
const server = ofEach(() => startDiscordServer({ now: () => stepped.clock.now }));

const publisher = () => discordPublisher({ ...platformApi('discord'), origin: server.origin });
const connect = (webhook: string) => publisher().connect({ platform: 'discord', webhook }, stepped.calls);
const open = (secret: unknown) =>
  publisher().open(JSON.parse(JSON.stringify(secret)), stepped.calls, async () => undefined);

it('takes the address of a webhook as Discord writes it, and no other', async () => {
  const { id, token, channelId } = server.addWebhook('Ada Bakes');
  for (const host of ['discord.com/api', 'discordapp.com/api', 'ptb.discord.com/api/v10'])
    expect(await connect(` https://${host}/webhooks/${id}/${token}/ `)).toMatchObject({ remoteId: channelId });
  for (const other of ['ada', `https://evil.example/api/webhooks/${id}/${token}`, 'https://discord.com/channels/1/2'])
    expect(await failure(connect(other))).toEqual(
      problem('rejected', /^This is not the address of a webhook\. Press "Copy Webhook URL"/),
    );
});

it('makes one message of several files, with names that Discord shows them by', async () => {
  const { id, token } = server.addWebhook('Ada Bakes');
  const { secret } = await connect(`https://discord.com/api/webhooks/${id}/${token}`);
  const media = [mediaOf(PICTURE, 'image/jpeg', 'A loaf'), mediaOf(Buffer.from('film'), 'video/mp4')];
  expect((await publish(open(secret), postOf(['Bread'], media))).error).toBeNull();
  expect(server.world.messages).toMatchObject([
    {
      content: 'Bread',
      files: [
        { alt: 'A loaf', name: 'media.jpg', sha256: sha256(PICTURE) },
        { alt: '', name: 'media.mp4', sha256: sha256(Buffer.from('film')) },
      ],
    },
  ]);
});

it('begins a post in a forum, finds it there, and deletes it', async () => {
  const { id, token, guildId } = server.addWebhook('Ada Bakes', true);
  const { secret } = await connect(`https://discord.com/api/webhooks/${id}/${token}`);
  const session = open(secret);
  const post = postOf(['Bread']);
  expect((await publish(session, post)).error).toMatchObject({ errorClass: 'rejected' });
  const { parts } = await publish(session, { ...post, options: { forumTitle: 'Loaf of the week' } });
  const [message] = server.world.messages;
  expect(parts[0]?.url).toBe(`https://discord.com/channels/${guildId}/${message?.channelId}/${message?.id}`);
  expect(await session.find({ ...post, known: parts })).toMatchObject({ found: 'all' });
  await session.remove(parts);
  expect(server.world.messages).toEqual([]);
  expect(await session.find({ ...post, known: parts })).toEqual({ found: 'gone' });
});
