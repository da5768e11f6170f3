import { decodeJwt } from 'jose';
import { serve } from '../../helpers/loopback.ts';

type Json = Record<string, unknown>;
type Ref = { uri: string; cid: string };
type StoredRecord = Ref & { value: Json & { createdAt: string } };
type Repo = { did: string; handle: string };

const POSTS = 'app.bsky.feed.post';
const COLLECTIONS = [POSTS, 'app.bsky.feed.like', 'app.bsky.feed.repost', 'app.bsky.feed.threadgate'];

/**
 * The AppView's data, read from the repositories of a real server, because the development network has no AppView.
 * Nothing is cached, so that it is always up to date. `server` is called for each response.
 */
export async function startAppView(server: () => { url: string; accounts: readonly Repo[] }) {
  const read = async (): Promise<{ repo: Repo; collection: string; record: StoredRecord }[]> => {
    const { url, accounts } = server();
    const lists = accounts.flatMap((repo) =>
      COLLECTIONS.map(async (collection) => {
        const query = new URLSearchParams({ repo: repo.did, collection, limit: '100' });
        const answer = await fetch(`${url}/xrpc/com.atproto.repo.listRecords?${query}`);
        const { records } = (await answer.json()) as { records: StoredRecord[] };
        return records.map((record) => ({ repo, collection, record }));
      }),
    );
    return (await Promise.all(lists)).flat();
  };
  const { origin, close } = await serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback');
    const all = await read();
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const viewer = bearer ? String(decodeJwt(bearer).iss).split('#', 1)[0] : undefined;
    const of = (collection: string) => all.filter((one) => one.collection === collection);
    const about = (collection: string, uri: string) =>
      of(collection).filter(({ record }) => (record.value.subject as Ref).uri === uri);
    const repliesTo = (uri: string) =>
      of(POSTS).filter(({ record }) => (record.value.reply as { parent: Ref } | undefined)?.parent.uri === uri);
    const view = ({ repo, record: { uri, cid, value } }: (typeof all)[number]) => {
      const like = about('app.bsky.feed.like', uri).find((one) => one.repo.did === viewer)?.record.uri;
      const gate = of('app.bsky.feed.threadgate').find(({ record }) => record.value.post === uri);
      return {
        uri,
        cid,
        author: repo,
        record: value,
        indexedAt: value.createdAt,
        likeCount: about('app.bsky.feed.like', uri).length,
        repostCount: about('app.bsky.feed.repost', uri).length,
        replyCount: repliesTo(uri).length,
        viewer: like ? { like } : {},
        ...(gate && { threadgate: { uri: gate.record.uri, cid: gate.record.cid, record: gate.record.value } }),
      };
    };
    const find = (uri: string | null) => of(POSTS).find(({ record }) => record.uri === uri);
    const thread = (one: (typeof all)[number]): Json => ({
      $type: 'app.bsky.feed.defs#threadViewPost',
      post: view(one),
      replies: repliesTo(one.record.uri).map(thread),
    });
    const send = (status: number, body: Json) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    switch (pathname) {
      case '/xrpc/app.bsky.feed.getPosts':
        return send(200, {
          posts: searchParams
            .getAll('uris')
            .flatMap((uri) => find(uri) ?? [])
            .map(view),
        });
      case '/xrpc/app.bsky.feed.getPostThread': {
        const root = find(searchParams.get('uri'));
        return root ? send(200, { thread: thread(root) }) : send(400, { error: 'NotFound', message: 'Post not found' });
      }
      case '/xrpc/app.bsky.notification.listNotifications': {
        const own = of(POSTS).filter(({ repo }) => repo.did === viewer);
        const replies = own.flatMap(({ record }) => repliesTo(record.uri)).filter(({ repo }) => repo.did !== viewer);
        return send(200, { notifications: replies.map((one) => ({ ...view(one), reason: 'reply', isRead: false })) });
      }
      default:
        return send(501, { error: 'MethodNotImplemented', message: pathname });
    }
  });
  return { origin, close };
}
