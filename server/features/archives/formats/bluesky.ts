import { CID } from 'multiformats/cid';
import { z } from 'zod';
import type { ArchivedMedia } from '../../../../shared/workspace/database.ts';
import { damaged, TOO_MANY_FILES } from '../messages.ts';
import { type Blocks, openBlocks } from '../reading/car.ts';
import { type Entry, entryOf, type Format } from './format.ts';

/**
 * A repository of the AT Protocol: a tree of keys, whose leaves are records. Only the records of posts are read; likes,
 * follows and blocks are skipped, and chats are not included.
 * https://atproto.com/specs/repository, https://docs.bsky.app/blog/repo-export
 */
const POSTS = 'app.bsky.feed.post/';
const DEPTH_MAX = 64;
const NODES_MAX = 3_000_000;
const KEY = /^app\.bsky\.feed\.post\/[\w.~:-]{1,512}$/;

const cidSchema = z.custom<CID>((value) => CID.asCID(value) !== null);
const bytesSchema = z.instanceof(Uint8Array);
const commitSchema = z.object({ did: z.string().regex(/^did:[a-z]+:[\w.:%-]{1,250}$/), data: cidSchema });
const nodeSchema = z.object({
  l: cidSchema.nullish(),
  e: z.array(z.object({ p: z.number().int().nonnegative(), k: bytesSchema, v: cidSchema, t: cidSchema.nullish() })),
});
const imageSchema = z.object({ alt: z.string().catch('') });
const embedSchema = z.object({
  $type: z.string(),
  images: z.array(imageSchema).optional().catch(undefined),
  alt: z.string().optional().catch(undefined),
  media: z.unknown().optional(),
});
const postSchema = z.object({
  $type: z.literal('app.bsky.feed.post'),
  text: z.string(),
  createdAt: z.string(),
  reply: z
    .object({ parent: z.object({ uri: z.string() }) })
    .nullish()
    .catch(null),
  embed: embedSchema.nullish().catch(null),
});

export const bluesky: Format = {
  platform: 'bluesky',
  files: (names) => ({ posts: names.filter((name) => !/\.(json|js|csv|html|txt)$/i.test(name)), owner: null }),
  async ownerOf(archive) {
    return withBlocks(archive.single, async (blocks) => ({ name: null, id: (await commitOf(blocks)).did }));
  },
  async *read({ single }) {
    if (single === null) return;
    const blocks = await openBlocks(single, new AbortController().signal);
    try {
      const { did, data } = await commitOf(blocks);
      for await (const { key, record } of postsBelow(blocks, data)) {
        const told = postSchema.safeParse(await blocks.read(record));
        yield told.success ? asEntry(`at://${did}/${key}`, did, told.data) : { skipped: 'unreadable' };
      }
    } finally {
      await blocks.close();
    }
  },
};

async function withBlocks<T>(file: string | null, work: (blocks: Blocks) => Promise<T>): Promise<T> {
  if (file === null) throw damaged('is no repository');
  const blocks = await openBlocks(file, new AbortController().signal);
  try {
    return await work(blocks);
  } finally {
    await blocks.close();
  }
}

async function commitOf(blocks: Blocks) {
  const commit = commitSchema.safeParse(await blocks.read(blocks.root));
  if (!commit.success) throw damaged('is no repository of Bluesky');
  return commit.data;
}

/** Yields the keys of posts and the CIDs of their records. Throws if a node occurs twice: the tree may be cyclic. */
async function* postsBelow(blocks: Blocks, tree: CID): AsyncGenerator<{ key: string; record: CID }> {
  const seen = new Set<string>();
  const open: { node: CID; depth: number }[] = [{ node: tree, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    const id = node.toString();
    if (seen.has(id)) throw damaged('has a tree that leads in circles');
    if (depth > DEPTH_MAX || seen.size > NODES_MAX) throw damaged(TOO_MANY_FILES);
    seen.add(id);
    const told = nodeSchema.safeParse(await blocks.read(node));
    if (!told.success) throw damaged('is no repository of Bluesky');
    const { l: left, e: entries } = told.data;
    const below = [left, ...entries.map(({ t }) => t)].flatMap((cid) => (cid ? [{ node: cid, depth: depth + 1 }] : []));
    let before = Buffer.alloc(0);
    for (const { p: shared, k: rest, v: record } of entries) {
      if (shared > before.length || shared + rest.length > 1024) throw damaged('has a key that cannot be read');
      before = Buffer.concat([before.subarray(0, shared), rest]);
      const key = before.toString('latin1');
      if (key.startsWith(POSTS) && KEY.test(key)) yield { key, record };
    }
    open.push(...below.reverse());
  }
}

function asEntry(uri: string, did: string, { text, createdAt, reply, embed }: z.infer<typeof postSchema>): Entry {
  const posted = Date.parse(createdAt);
  return entryOf({
    remoteId: uri,
    url: `https://bsky.app/profile/${did}/post/${uri.split('/').at(-1)}`,
    text,
    postedAt: Number.isNaN(posted) ? null : posted,
    isReply: reply ? !reply.parent.uri.startsWith(`at://${did}/`) : false,
    media: embed ? mediaOf(embed) : [],
  });
}

function mediaOf({ $type: type, images, alt, media }: z.infer<typeof embedSchema>): ArchivedMedia[] {
  if (type === 'app.bsky.embed.recordWithMedia') {
    const inner = embedSchema.safeParse(media);
    return inner.success && inner.data.$type !== type ? mediaOf(inner.data) : [];
  }
  if (type === 'app.bsky.embed.video') return [{ kind: 'video' as const, ...(alt && { alt }) }];
  return (images ?? []).map((image) => ({ kind: 'image' as const, ...(image.alt && { alt: image.alt }) }));
}
