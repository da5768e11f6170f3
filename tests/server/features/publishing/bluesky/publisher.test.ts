import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answered } from '../../../../../server/features/publishing/answers/session.ts';
import { platformCalls } from '../../../../../server/features/publishing/platform-calls.ts';
import { createBlueskyPublisher } from '../../../../../server/features/publishing/platforms/bluesky/publisher.ts';
import { recordKey } from '../../../../../server/features/publishing/platforms/bluesky/record-key.ts';
import type {
  OutgoingMedia,
  OutgoingPost,
  PublishedPart,
  Session,
} from '../../../../../server/features/publishing/publisher.ts';
import { type PdsImitation, refusing, send, startPds } from '../../../../helpers/pds.ts';
import {
  mediaOf,
  PICTURE,
  postOf,
  type SteppedCalls,
  steppedCalls,
} from '../../../../helpers/publishing/platform-sessions.ts';

const PUT = 'com.atproto.repo.putRecord';
const UPLOAD = 'com.atproto.repo.uploadBlob';

let pds: PdsImitation;
let stepped: SteppedCalls;
let kept: unknown[];
let secret: unknown;
let session: Session;

beforeEach(async () => {
  pds = await startPds();
  stepped = steppedCalls();
  kept = [];
  secret = await connect();
  session = open(secret);
});
afterEach(() => pds.close());

const publisher = () => createBlueskyPublisher({ appView: pds.origin });
const entry = (changes: object = {}) => ({
  platform: 'bluesky' as const,
  identifier: '@ada.test',
  appPassword: pds.account.appPassword,
  server: pds.origin,
  ...changes,
});
const connect = async () => (await publisher().connect(entry(), stepped.calls)).secret;
const open = (secret: unknown, calls = stepped.calls) =>
  publisher().open(secret, calls, async (renewed) => void kept.push(renewed));
const publish = async (by: Session, post: OutgoingPost) => {
  const parts: PublishedPart[] = [];
  const prepared = await by.prepare(post);
  await prepared.publish([], async (part) => void parts.push(part));
  return parts;
};
const picture = (changes: Partial<OutgoingMedia> = {}): OutgoingMedia => ({
  ...mediaOf(PICTURE, 'image/jpeg', 'A loaf'),
  width: 40,
  height: 30,
  ...changes,
});
const problem = (errorClass: string, message: RegExp | string) =>
  expect.objectContaining({ name: 'PublishError', errorClass, message: expect.stringMatching(message) });
const values = () => [...pds.posts.values()].map(({ value }) => value);

describe('connecting', () => {
  it('asks for an app password where the account needs a code as well', async () => {
    pds.fault('com.atproto.server.createSession', refusing(401, 'AuthFactorTokenRequired'));
    await expect(connect()).rejects.toEqual(problem('auth', /in words Use an app password/));
  });

  it('asks the account’s own server, which its document names, in the public internet alone', async () => {
    const service = {
      id: '#atproto_pds',
      type: 'AtprotoPersonalDataServer',
      serviceEndpoint: 'https://pds.example.com',
    };
    const entryway = await startPds({ didDoc: () => ({ id: 'did:plc:x', service: [service] }) });
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return ['192.168.1.1'];
    };
    try {
      const own = (await publisher().connect(entry({ server: entryway.origin }), stepped.calls)).secret;
      expect(own).toMatchObject({ pds: 'https://pds.example.com' });
      const { signal } = new AbortController();
      const opened = open(own, platformCalls({ signal, resolve }));
      const why = expect.stringContaining('private network');
      await expect(opened.find(postOf(['Hello']))).resolves.toEqual({ found: 'unclear', why });
      expect(asked).toEqual(['pds.example.com']);
    } finally {
      await entryway.close();
    }
  });

  it.each([
    'https://10.0.0.1',
    // Another port of this machine.
    'http://127.0.0.1:9',
    'https://pds.example/path',
    7,
  ])('stays with the server where the document names %s', async (serviceEndpoint) => {
    const service = { id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint };
    const entryway = await startPds({ didDoc: () => ({ service: [service] }) });
    try {
      const connected = await publisher().connect(entry({ server: entryway.origin }), stepped.calls);
      expect(connected.secret).toMatchObject({ pds: entryway.origin });
    } finally {
      await entryway.close();
    }
  });
});

describe('publishing', () => {
  it('makes the record with links, mentions and tags', async () => {
    await publish(session, postOf(['Grüß @grace.test, @nobody.test: a.com #brot']));
    expect(values()).toEqual([
      {
        $type: 'app.bsky.feed.post',
        text: 'Grüß @grace.test, @nobody.test: a.com #brot',
        createdAt: '2026-11-22T09:00:00.000Z',
        facets: [
          {
            index: { byteStart: 7, byteEnd: 18 },
            features: [{ $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:grace' }],
          },
          {
            index: { byteStart: 34, byteEnd: 39 },
            features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://a.com' }],
          },
          { index: { byteStart: 40, byteEnd: 45 }, features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'brot' }] },
        ],
      },
    ]);
  });

  it('shows pictures with the first part, and a shape where it is known', async () => {
    await publish(session, postOf(['', 'Two'], [picture(), picture({ width: null })]));
    const image = { $type: 'blob', mimeType: 'image/jpeg', size: PICTURE.length };
    const images = [{ alt: 'A loaf', aspectRatio: { width: 40, height: 30 }, image: expect.objectContaining(image) }];
    expect(values().map(({ embed }) => embed)).toEqual([
      { $type: 'app.bsky.embed.images', images: [...images, { alt: 'A loaf', image: expect.anything() }] },
      undefined,
    ]);
    expect(stepped.exchanges.map(({ step }) => step)).toContain('upload image 2');
  });

  it('puts more than four pictures into a gallery, each with a shape', async () => {
    const media = [picture(), picture({ width: null }), ...Array.from({ length: 8 }, () => picture({ alt: '' }))];
    await publish(session, postOf([''], media));
    const shape = { width: 40, height: 30 };
    const item = { $type: 'app.bsky.embed.gallery#image', image: { $type: 'blob' }, aspectRatio: shape };
    expect(values()[0]?.embed).toMatchObject({
      $type: 'app.bsky.embed.gallery',
      items: [
        { ...item, alt: 'A loaf' },
        { ...item, alt: 'A loaf', aspectRatio: { width: 1, height: 1 } },
        ...Array.from({ length: 8 }, () => ({ ...item, alt: '' })),
      ],
    });
  });

  it('names the language where the words of all parts prove it', async () => {
    await publish(session, postOf(['Der Teig ruht über Nacht', 'und kommt dann in den Ofen.']));
    await publish(session, postOf(['Brot @grace.test #brot']));
    expect(values().map(({ langs }) => langs)).toEqual([['de'], ['de'], undefined]);
  });

  it('is made together with who may reply and quote, once, and is deleted with it', async () => {
    const options = { replies: 'some', followedReply: true, quotes: false };
    const post = { ...postOf(['One', 'Two']), options };
    pds.fault('com.atproto.repo.applyWrites', { when: 'after', answer: 'cut' });
    await expect(publish(session, post)).rejects.toEqual(problem('unknown', /./));
    // Sent again without having been read back.
    const parts = await publish(session, post);
    const [one, two] = [recordKey(post, 0), recordKey(post, 1)];
    expect([...pds.posts.keys()]).toEqual([one, two]);
    expect([...pds.gates.keys()]).toEqual([
      `app.bsky.feed.threadgate/${one}`,
      `app.bsky.feed.postgate/${one}`,
      `app.bsky.feed.postgate/${two}`,
    ]);
    const allow = [{ $type: 'app.bsky.feed.threadgate#followingRule' }];
    expect([...pds.gates.values()][0]).toMatchObject({ allow, post: parts[0]?.remoteId.split(' ')[0] });
    await session.remove(parts);
    expect([pds.posts.size, pds.gates.size]).toEqual([0, 0]);
  });

  it('says that it was made when it was first sent, under the key of the hour when it was due', async () => {
    const post = postOf(['One', 'Two']);
    const sentAt = '2026-11-22T13:30:00.000Z';
    const send = async (one: OutgoingPost, at?: string) =>
      (await session.prepare(one)).publish([], async () => undefined, at);
    const parts = await send(post, sentAt);
    expect(values().map(({ createdAt }) => createdAt)).toEqual([sentAt, '2026-11-22T13:30:00.001Z']);
    expect([...pds.posts.keys()][0]).toBe(recordKey(post, 0));
    const known = { ...post, sentAt };
    await expect(session.find(known)).resolves.toEqual({ found: 'all', parts });
    await expect(send(known)).resolves.toEqual(parts);
    expect(pds.posts.size).toBe(2);
  });

  it('shows a video with its description, and refuses pictures beside it', async () => {
    await publish(session, postOf(['Look'], [picture({ kind: 'video', mimeType: 'video/mp4' })]));
    expect(values()[0]?.embed).toMatchObject({ $type: 'app.bsky.embed.video', alt: 'A loaf' });
    const preparing = session.prepare(postOf([''], [picture(), picture({ kind: 'video' })]));
    await expect(preparing).rejects.toEqual(problem('rejected', 'not both'));
  });

  it('replaces half a sign, which UTF-8 cannot carry', async () => {
    await publish(session, postOf(['Half \ud83d #tag']));
    expect(values()[0]?.text).toBe('Half \ufffd #tag');
  });
});

describe('never twice', () => {
  it('takes the record that is there when it was made with other mentions', async () => {
    const post = postOf(['Hello @grace.test']);
    const first = await publish(session, post);
    pds.fault('com.atproto.identity.resolveHandle', refusing(502, 'UpstreamFailure'));
    await expect(publish(session, post)).resolves.toEqual(first);
    expect(pds.posts.size).toBe(1);
    expect(values()[0]?.facets).toHaveLength(1);
  });

  it('does not take another post for its own', async () => {
    const post = postOf(['Hello']);
    await publish(session, post);
    const other = { ...post, parts: ['Something else'] };
    await expect(session.find(other)).resolves.toMatchObject({ found: 'unclear' });
    await expect(publish(session, other)).rejects.toEqual(problem('unknown', 'Another post'));
    expect(values()[0]?.text).toBe('Hello');
  });
});

describe('the session', () => {
  it('is refreshed when its access token has ended, and kept before it is used', async () => {
    pds.expireAccess();
    pds.fault(PUT, async (_request, response, next) => {
      expect(kept).toHaveLength(0);
      send(response, await next());
    });
    pds.fault(PUT, async (_request, response, next) => {
      expect(kept).toHaveLength(1);
      send(response, await next());
    });
    await publish(session, postOf(['Hello']));
    expect(pds.called()).toEqual(['createSession', 'putRecord', 'refreshSession', 'putRecord']);
    expect(pds.posts.size).toBe(1);
    const again = open(kept[0]);
    await again.check();
    expect(pds.called().at(-1)).toBe('getSession');
  });

  it('is refreshed once for all that need it at the same time, and for those that come late with the old one', async () => {
    pds.expireAccess();
    await Promise.all(Array.from({ length: 5 }, () => publish(open(secret), postOf(['Hello']))));
    await open(secret).check();
    expect(pds.called().filter((method) => method === 'refreshSession')).toHaveLength(1);
    expect(pds.called().filter((method) => method === 'createSession')).toHaveLength(1);
    pds.expireAccess();
    await open(secret).check();
    expect(pds.called().filter((method) => method === 'refreshSession')).toHaveLength(2);
  });

  it('is made anew by the app password when its refresh token was revoked', async () => {
    pds.expireAccess();
    pds.revokeRefresh();
    await publish(session, postOf(['Hello'], [picture()]));
    expect(pds.called()).toEqual([
      'createSession',
      'uploadBlob',
      'refreshSession',
      'createSession',
      'uploadBlob',
      'putRecord',
    ]);
    expect(kept).toHaveLength(1);
  });

  it('does not become another account’s', async () => {
    pds.expireAccess();
    pds.account.did = 'did:plc:somebodyelse';
    await expect(session.check()).rejects.toEqual(problem('auth', 'another account'));
    expect(kept).toEqual([]);
  });

  it('is asked for once only where each new token is refused', async () => {
    pds.fault(PUT, refusing(400, 'ExpiredToken'));
    pds.fault(PUT, refusing(400, 'ExpiredToken'));
    await expect(publish(session, postOf(['Hello']))).rejects.toEqual(problem('auth', 'ExpiredToken'));
    expect(pds.called().filter((method) => method === 'refreshSession')).toHaveLength(1);
  });

  it('is refreshed by another call when the one that did so is stopped', async () => {
    pds.expireAccess();
    const stopped = new AbortController();
    pds.fault('com.atproto.server.refreshSession', () => stopped.abort(new Error('stopped')));
    const first = open(secret, platformCalls({ signal: stopped.signal })).check();
    const second = open(secret).check();
    await expect(first).rejects.toThrow('stopped');
    await expect(second).resolves.toMatchObject({ handle: 'ada.test' });
  });

  it('reports a new handle, and a deactivated account', async () => {
    pds.account.handle = 'ada.example';
    await expect(session.check()).resolves.toMatchObject({ handle: 'ada.example', secret: { handle: 'ada.example' } });
    pds.account.status = 'takendown';
    await expect(session.check()).rejects.toEqual(problem('auth', 'The account is takendown.'));
    await expect(publish(session, postOf(['Hello']))).rejects.toEqual(problem('auth', 'Account is deactivated'));
  });
});

describe('a hostile server', () => {
  it.each<[string, string, string | Buffer]>([
    ['too much', 'application/json', Buffer.alloc(5 * 1024 * 1024, 'x')],
    ['no JSON', 'text/html', '<h1>Welcome to our hotel</h1>'],
    ['other JSON', 'application/json', '{"blob":{"ref":7}}'],
    ['deep JSON', 'application/json', '['.repeat(100_000)],
  ])('that answers %s makes no post and breaks nothing', async (_, type, body) => {
    const answer = (method: string) =>
      pds.fault(method, async (request, response) => {
        for await (const _piece of request);
        response.writeHead(200, { 'content-type': type }).end(body);
      });
    answer(UPLOAD);
    await expect(session.prepare(postOf([''], [picture()]))).rejects.toEqual(problem('transient', /./));
    answer(PUT);
    await expect(publish(session, postOf(['Hello']))).rejects.toEqual(problem('unknown', /./));
    answer('com.atproto.repo.getRecord');
    await expect(session.find(postOf(['Hello']))).resolves.toMatchObject({ found: 'unclear' });
    answer('com.atproto.server.createSession');
    await expect(connect()).rejects.toEqual(problem('transient', /./));
  });

  it('that redirects is not followed', async () => {
    pds.fault('com.atproto.server.getSession', refusing(307, 'Moved', { location: 'http://127.0.0.1:9/' }));
    await expect(session.check()).rejects.toEqual(problem('transient', 'Moved'));
  });
});

it('hides an answer in the gate of its thread, without losing what another client changes there, and shows it again', async () => {
  const { answers } = session;
  const parts = await publish(session, postOf(['A loaf']));
  const uri = parts[0]?.remoteId.split(' ')[0] ?? '';
  const gate = `app.bsky.feed.threadgate/${uri.split('/').at(-1)}`;
  const remoteId = pds.answers.write('Which flour?', uri);
  const author = { id: 'did:plc:grace', handle: 'grace.test' };
  const to: Answered = { remoteId, parentId: uri, kind: 'comment', author, likeRef: null, post: parts };
  const other = { $type: 'app.bsky.feed.threadgate', post: uri, allow: [], createdAt: '2026-11-22T09:00:00.000Z' };
  pds.fault(PUT, async (_request, response, next) => {
    pds.gates.set(gate, other);
    send(response, await next());
  });
  for (const isHidden of [true, true, false]) {
    await answers?.hide?.(to, isHidden);
    expect(pds.gates.get(gate)).toEqual({ ...other, hiddenReplies: isHidden ? [remoteId] : [] });
    expect(await answers?.below?.(parts)).toMatchObject({ comments: [{ remoteId, hidden: isHidden }] });
  }
  const elsewhere = pds.answers.write('Seen this?', null);
  await expect(answers?.hide?.({ ...to, remoteId: elsewhere }, true)).rejects.toEqual(problem('rejected', 'own posts'));
});

describe('removing and counting', () => {
  it('deletes nothing of another account, nor what is no post', async () => {
    const other = { remoteId: 'at://did:plc:other/app.bsky.feed.post/3kabc bafyreiabcdef', url: '' };
    await expect(session.remove([other])).rejects.toEqual(problem('rejected', 'another account'));
    await expect(session.remove([{ remoteId: '109', url: '' }])).rejects.toEqual(problem('rejected', 'not a post'));
    expect(pds.called()).toEqual(['createSession']);
  });

  it('counts likes, comments, shares and saves, and knows nothing that cannot be', async () => {
    const parts = await publish(session, postOf(['One', 'Two']));
    await expect(session.figures(parts)).resolves.toEqual({});
    const uri = parts[0]?.remoteId.split(' ')[0] ?? '';
    pds.likes.set(uri, { likeCount: 3, repostCount: 1, replyCount: -7, quoteCount: 2, bookmarkCount: 4 });
    await expect(session.figures(parts)).resolves.toEqual({ likes: 3, shares: 3, saves: 4 });
    pds.fault('app.bsky.feed.getPosts', refusing(503, 'ServiceUnavailable'));
    await expect(session.figures(parts)).rejects.toEqual(problem('transient', /./));
  });
});
