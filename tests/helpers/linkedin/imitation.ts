import { createHash } from 'node:crypto';
import { parseUrl } from '../../../shared/web/parse-url.ts';
import { FOLLOWERS } from '../publishing/followers.ts';
import {
  decideAt,
  type Imitation,
  type Incoming,
  Refusal,
  type Reply,
  startImitation,
} from '../publishing/imitation.ts';
import { loginOf } from '../publishing/sign-in-site.ts';
import { decide, giveToken, type LinkedInAccounts, newAccounts } from './linkedin-oauth.ts';
import { readText } from './little-text.ts';
import { readPdf } from './pdf.ts';

export type Member = { id: string; name: string; token: string; scopes: string[]; isRevoked: boolean };
type Organization = { id: string; name: string; vanityName: string; admins: string[] };
type Comment = { urn: string; postUrn: string; actor: string; text: string };
type Media = {
  urn: string;
  owner: string;
  size: number;
  parts: (Buffer | null)[];
  isDone: boolean;
  readyAt: number;
  lacksCover?: boolean;
};
type Post = {
  urn: string;
  author: string;
  text: string;
  commentary: string;
  media: { id: string; altText?: string; title?: string }[];
  article?: Article;
  createdAt: number;
  likes: number;
  /** Absent until the post has been seen. */
  statistics?: { [name: string]: number };
};

export type World = ReturnType<typeof newWorld>;

type Finalizing = { video: string; uploadToken: string; uploadedPartIds: string[] };
type Attached = Post['media'][number];
type Article = { source: string; title: string; description?: string; thumbnail?: string };
type NewComment = { actor: string; object: string; message: { text: string } };
type NewPost = {
  author: string;
  commentary: string;
  visibility: string;
  lifecycleState: string;
  content?: { media?: Attached; multiImage?: { images: Attached[] }; article?: Article };
};

class ApiError extends Refusal {
  constructor(status: number, code: string, message: string, more: object = {}) {
    super({ status, body: { status, code, message, ...more } }, message);
  }
}

const denied = (what: string) => new ApiError(403, 'ACCESS_DENIED', `Not enough permissions to access: ${what}`);

export type LinkedInServer = Imitation & {
  world: World;
  accounts: LinkedInAccounts;
  addMember(name: string, scopes?: string[]): Member;
  /** Adds a company page that a member administers. */
  addPage(name: string, admin: Member): Organization;
  addPost(author: string, text: string, createdAt: number): Post;
  /** Decides at an authorization URL as the first member; returns the address where the browser ends up. */
  decide(authorizeUrl: string, decision?: string): Promise<string>;
};

function newWorld() {
  return {
    origin: '',
    now: Date.now,
    versions: ['202607'],
    members: [] as Member[],
    media: new Map<string, Media>(),
    posts: [] as Post[],
    organizations: [] as Organization[],
    comments: [] as Comment[],
    processingMs: 10_000,
    processing: 'done' as 'done' | 'failed' | 'never',
    /** Whether members' tokens may read a document's status. */
    showsDocuments: true,
    partBytes: 4 * 1024 * 1024,
  };
}

/**
 * LinkedIn's versioned API on loopback, as far as a member's posts need it: headers, uploads in parts, little text,
 * duplicates. https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api
 */
export async function startLinkedInServer(more: Partial<World> = {}): Promise<LinkedInServer> {
  const world = { ...newWorld(), ...more };
  const accounts = newAccounts(() => world.now());
  let ids = 7_000_000_000_000_000_000n;
  const nextId = () => String(++ids);

  function nameOf(method: string, url: URL): string {
    const path = url.pathname
      .replace(/\/urn[^/]*/, '/:urn')
      .replace(/\/organizations\/\d+$/, '/organizations/:id')
      .replace(/\/upload\/.*$/, '/upload');
    const action = url.searchParams.get('action');
    return `${method} ${path}${action ? `?action=${action}` : ''}`;
  }

  function perform({ name, url, headers, query, bearer, fields, file }: Incoming): Reply {
    const form = fields as Record<string, string>;
    if (name === 'POST /oauth/v2/authorization') return decide(accounts, form);
    if (name === 'POST /oauth/v2/accessToken') return giveToken(accounts, form);
    const login = loginOf(accounts, bearer);
    const [first] = world.members;
    const member =
      login && first ? { ...first, scopes: login.scopes } : world.members.find((one) => one.token === bearer);
    if (!member) throw new ApiError(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token');
    if (member.isRevoked)
      throw new ApiError(401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user');
    if (name === 'GET /v2/userinfo') {
      if (!member.scopes.includes('openid')) throw denied('userinfo.GET.NO_VERSION');
      return { status: 200, body: { sub: member.id, name: member.name } };
    }
    if (name === 'PUT /upload?action=thumbnail') return uploadThumbnail(url, headers);
    if (name === 'PUT /upload') return upload(url, file?.bytes ?? Buffer.alloc(0));
    const version = String(headers['linkedin-version'] ?? '');
    if (!world.versions.includes(version))
      throw new ApiError(426, 'NONEXISTENT_VERSION', `Requested version ${version}01 is not active`);
    if (headers['x-restli-protocol-version'] !== '2.0.0')
      throw new ApiError(400, 'ILLEGAL_ARGUMENT', 'Rest.li protocol version 2.0.0 is required');
    const need = (...scopes: string[]) => {
      if (!scopes.some((scope) => member.scopes.includes(scope))) throw denied(`${name}.${version}01`);
    };
    const [urn = ''] = /urn:[^/]*/.exec(decodeURIComponent(url.pathname)) ?? [];
    switch (name) {
      case 'GET /rest/organizationAcls':
        need('rw_organization_admin');
        return listRoles(member);
      case 'GET /rest/organizations/:id':
        need('rw_organization_admin');
        return showPage(url.pathname.split('/').at(-1) ?? '');
      case 'GET /rest/posts':
        need('r_organization_social');
        return listPosts(query);
      case 'GET /rest/posts/:urn':
        need('r_organization_social');
        return { status: 200, body: shown(postNamed(urn)) };
      case 'GET /rest/socialMetadata/:urn':
        need('r_organization_social_feed');
        return showFigures(postNamed(urn));
      case 'GET /rest/organizationalEntityShareStatistics':
        need('rw_organization_admin');
        return showStatistics(url);
      case 'GET /rest/networkSizes/:urn':
        need('rw_organization_admin');
        return { status: 200, body: { firstDegreeSize: FOLLOWERS } };
      case 'GET /rest/socialActions/:urn/comments':
        need('r_organization_social_feed');
        return { status: 200, body: { elements: commentsOf(urn).map(shownComment) } };
      case 'POST /rest/socialActions/:urn/comments':
        need('w_organization_social_feed');
        return comment(member, postNamed(urn), fields as NewComment);
    }
    need('w_member_social', 'w_organization_social');
    switch (name) {
      case 'POST /rest/images?action=initializeUpload':
        return begin(member, 'image', fields);
      case 'POST /rest/videos?action=initializeUpload':
        return begin(member, 'video', fields);
      case 'POST /rest/videos?action=finalizeUpload':
        return finalize(fields.finalizeUploadRequest as Finalizing);
      case 'GET /rest/videos/:urn':
        return { status: 200, body: { id: urn, ...stateOf(world.media.get(urn)) } };
      case 'POST /rest/documents?action=initializeUpload':
        return begin(member, 'document', fields);
      case 'GET /rest/documents/:urn':
        if (!world.showsDocuments) throw new ApiError(403, 'ACCESS_DENIED', 'Accessing this document is forbidden');
        return { status: 200, body: { id: urn, ...stateOf(world.media.get(urn)) } };
      case 'POST /rest/posts':
        return post(member, fields as NewPost);
      case 'DELETE /rest/posts/:urn':
        world.posts = world.posts.filter((one) => one.urn !== urn);
        world.comments = world.comments.filter((one) => one.postUrn !== urn);
        return { status: 204 };
      default:
        throw denied(name);
    }
  }

  /** Whether a member's token may act for an author. */
  function mayBe(member: Member, author: string): boolean {
    if (author === `urn:li:person:${member.id}`) return member.scopes.includes('w_member_social');
    const page = world.organizations.find(({ id }) => author === `urn:li:organization:${id}`);
    return page?.admins.includes(member.id) === true && member.scopes.includes('w_organization_social');
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control-by-role */
  function listRoles(member: Member): Reply {
    const roleAssignee = `urn:li:person:${member.id}`;
    const elements = world.organizations
      .filter(({ admins }) => admins.includes(member.id))
      .map(({ id }) => ({
        organization: `urn:li:organization:${id}`,
        roleAssignee,
        role: 'ADMINISTRATOR',
        state: 'APPROVED',
      }));
    return { status: 200, body: { elements, paging: { start: 0, count: 100, links: [] } } };
  }

  function showPage(id: string): Reply {
    const page = world.organizations.find((one) => one.id === id);
    if (!page) throw new ApiError(404, 'NOT_FOUND', 'Organization not found');
    return { status: 200, body: { id: Number(id), localizedName: page.name, vanityName: page.vanityName } };
  }

  function postNamed(urn: string): Post {
    const found = world.posts.find((one) => one.urn === urn);
    if (!found) throw new ApiError(404, 'NOT_FOUND', `${urn} was not found`);
    return found;
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#find-posts-by-authors */
  function listPosts(query: URLSearchParams): Reply {
    const start = Number(query.get('start') ?? 0);
    const count = Math.min(100, Number(query.get('count') ?? 10));
    const own = world.posts.filter(({ author }) => author === query.get('author'));
    const sorted = own.sort((a, b) => b.createdAt - a.createdAt);
    return { status: 200, body: { elements: sorted.slice(start, start + count).map(shown), paging: { start, count } } };
  }

  function shown({ urn, author, commentary, media, createdAt }: Post): object {
    const [first] = media;
    const content = media.length > 1 ? { multiImage: { images: media } } : first && { media: first };
    const times = { createdAt, publishedAt: createdAt, lastModifiedAt: createdAt };
    return { id: urn, author, commentary, ...times, lifecycleState: 'PUBLISHED', ...(content && { content }) };
  }

  const commentsOf = (urn: string) => world.comments.filter(({ postUrn }) => postUrn === urn);
  const shownComment = ({ urn, postUrn, actor, text }: Comment) => ({
    id: urn.replace(/^.*,|\)$/g, ''),
    commentUrn: urn,
    actor,
    object: postUrn,
    message: { text },
  });

  /** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/social-metadata-api */
  function showFigures({ urn, likes }: Post): Reply {
    const reactionSummaries = likes > 0 ? { LIKE: { reactionType: 'LIKE', count: likes } } : {};
    const count = commentsOf(urn).length;
    return { status: 200, body: { entity: urn, reactionSummaries, commentSummary: { count, topLevelCount: count } } };
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics */
  function showStatistics({ search }: URL): Reply {
    const [, author = '', list = '', urn = ''] =
      /^\?q=organizationalEntity&organizationalEntity=([^&]+)&(shares|ugcPosts)=List\(([^()&]+)\)$/.exec(search) ?? [];
    const post = world.posts.find((one) => one.urn === decodeURIComponent(urn));
    if (!post || post.author !== decodeURIComponent(author) || !post.urn.startsWith(`urn:li:${list.slice(0, -1)}:`))
      throw new ApiError(400, 'ILLEGAL_ARGUMENT', 'Invalid query parameters passed to request');
    const elements = post.statistics ? [{ totalShareStatistics: post.statistics }] : [];
    return { status: 200, body: { elements, paging: { start: 0, count: 10, links: [] } } };
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/comments-api */
  function comment(member: Member, { urn }: Post, { actor, object, message }: NewComment): Reply {
    if (!mayBe(member, actor)) throw new ApiError(403, 'ACCESS_DENIED', 'The actor is not the caller');
    if (object !== urn || !message.text || message.text.length > 1250)
      throw new ApiError(400, 'INVALID', 'The comment has no object or no words');
    const activity = urn.replace(/^urn:li:\w+:/, 'urn:li:activity:');
    const made = { urn: `urn:li:comment:(${activity},${nextId()})`, postUrn: urn, actor, text: message.text };
    world.comments.push(made);
    return { status: 201, body: shownComment(made) };
  }

  function begin(member: Member, kind: 'image' | 'video' | 'document', fields: Incoming['fields']): Reply {
    const request = fields.initializeUploadRequest as {
      owner: string;
      fileSizeBytes?: number;
      uploadThumbnail?: boolean;
    };
    if (!mayBe(member, request.owner)) throw new ApiError(400, 'INVALID', 'The owner is not the caller');
    const urn = `urn:li:${kind}:C4E${nextId()}`;
    const size = request.fileSizeBytes ?? 0;
    const count = kind === 'video' ? Math.ceil(size / world.partBytes) : 1;
    const lacksCover = request.uploadThumbnail === true;
    const parts = Array(count).fill(null);
    const media = { urn, owner: request.owner, size, parts, isDone: false, readyAt: 0, lacksCover };
    world.media.set(urn, media);
    const address = (part: number) => `${world.origin}/upload/${encodeURIComponent(urn)}?part=${part}`;
    if (kind !== 'video') return { status: 200, body: { value: { uploadUrl: address(0), [kind]: urn } } };
    const uploadInstructions = media.parts.map((_, part) => ({
      uploadUrl: address(part),
      firstByte: part * world.partBytes,
      lastByte: Math.min((part + 1) * world.partBytes, size) - 1,
    }));
    const thumbnailUploadUrl = `${world.origin}/upload/${encodeURIComponent(urn)}?action=thumbnail`;
    const cover = lacksCover && { thumbnailUploadUrl };
    return { status: 200, body: { value: { video: urn, uploadToken: 'token', uploadInstructions, ...cover } } };
  }

  function uploadThumbnail(url: URL, headers: Incoming['headers']): Reply {
    const media = world.media.get(decodeURIComponent(url.pathname.replace('/upload/', '')));
    if (!media?.lacksCover || headers['media-type-family'] !== 'STILLIMAGE')
      throw new ApiError(400, 'INVALID', 'No thumbnail was announced');
    media.lacksCover = false;
    return { status: 201 };
  }

  function upload(url: URL, bytes: Buffer): Reply {
    const media = world.media.get(decodeURIComponent(url.pathname.replace('/upload/', '')));
    const part = Number(url.searchParams.get('part'));
    if (!media) throw new ApiError(404, 'NOT_FOUND', 'No such upload');
    media.parts[part] = bytes;
    if (!media.urn.startsWith('urn:li:video:')) media.isDone = true;
    if (media.urn.startsWith('urn:li:document:')) {
      // A file that is not a PDF, or has too many pages, cannot be processed.
      const pages = readPdf(bytes).pages.length;
      if (pages === 0 || pages > 300 || bytes.length > 100e6) world.processing = 'failed';
      media.readyAt = processedAt();
    }
    return { status: 201, headers: { etag: `"${etagOf(bytes)}"` } };
  }

  function finalize(request: Finalizing): Reply {
    const media = world.media.get(request.video);
    const etags = media?.parts.map((bytes) => bytes && etagOf(bytes));
    const isWhole = media && Buffer.concat(media.parts.map((bytes) => bytes ?? Buffer.alloc(0))).length === media.size;
    if (
      !isWhole ||
      media.lacksCover ||
      request.uploadToken !== 'token' ||
      String(etags) !== String(request.uploadedPartIds)
    )
      throw new ApiError(400, 'INVALID', 'The parts do not make the video');
    media.isDone = true;
    media.readyAt = processedAt();
    return { status: 200 };
  }

  function processedAt(): number {
    return world.processing === 'never' ? Number.POSITIVE_INFINITY : world.now() + world.processingMs;
  }

  function stateOf(media: Media | undefined): object {
    if (!media?.isDone) return { status: 'WAITING_UPLOAD' };
    if (media.readyAt > world.now()) return { status: 'PROCESSING' };
    if (world.processing !== 'failed') return { status: 'AVAILABLE' };
    return {
      status: 'PROCESSING_FAILED',
      processingFailureReason: media.urn.startsWith('urn:li:video:')
        ? 'The video has no picture'
        : 'The file cannot be read',
    };
  }

  function post(member: Member, json: NewPost): Reply {
    const known = ['author', 'commentary', 'visibility', 'distribution', 'content', 'lifecycleState'];
    const unknown = Object.keys(json).find((key) => ![...known, 'isReshareDisabledByAuthor'].includes(key));
    if (unknown) throw new ApiError(403, 'ACCESS_DENIED', `Unpermitted fields present in REQUEST_BODY: [/${unknown}]`);
    const { author } = json;
    const isPage = author.startsWith('urn:li:organization:');
    if (isPage && !member.scopes.includes('w_organization_social'))
      throw new ApiError(400, 'INVALID', 'Organization permissions must be used when using organization as author');
    if (
      !mayBe(member, author) ||
      !(isPage ? ['PUBLIC', 'LOGGED_IN'] : ['PUBLIC', 'CONNECTIONS']).includes(json.visibility) ||
      json.lifecycleState !== 'PUBLISHED'
    )
      throw new ApiError(422, 'INVALID', 'A required field is wrong');
    const text = readText(json.commentary);
    if (text.length > 3000) throw new ApiError(422, 'INVALID', 'The commentary exceeds 3000 characters');
    const media = json.content?.multiImage?.images ?? (json.content?.media ? [json.content.media] : []);
    if (json.content?.multiImage && (media.length < 2 || media.length > 20))
      throw new ApiError(422, 'INVALID', 'multiImage takes 2 to 20 images');
    const isReady = ({ id }: { id: string }) => {
      const one = world.media.get(id);
      return one?.isDone && one.readyAt <= world.now();
    };
    const hasDocument = media.some(({ id }) => id.startsWith('urn:li:document:'));
    if (hasDocument && (json.content?.multiImage || !media[0]?.title || media[0].altText !== undefined))
      throw new ApiError(422, 'INVALID', 'A document is posted alone, with a title');
    if (!media.every(isReady)) throw new ApiError(422, 'INVALID', 'The media are not available');
    const article = json.content?.article;
    if (article && (Object.keys(json.content ?? {}).length !== 1 || !parseUrl(article.source) || !article.title))
      throw new ApiError(422, 'INVALID', 'An article has a source and a title, and nothing beside it');
    if (article?.thumbnail && !isReady({ id: article.thumbnail }))
      throw new ApiError(422, 'INVALID', 'The thumbnail is not available');
    if (text === '' && media.length === 0) throw new ApiError(422, 'INVALID', 'The post is empty');
    const same = world.posts.find((one) => one.author === author && one.text === text && media.length === 0);
    if (same)
      throw new ApiError(422, 'UNPROCESSABLE', `Content is a duplicate of ${same.urn}`, {
        errorDetails: { inputErrors: [{ description: 'Duplicate post is detected', code: 'DUPLICATE_POST' }] },
      });
    const urn = `urn:li:share:${nextId()}`;
    const { commentary } = json;
    world.posts.push({
      urn,
      author,
      text,
      commentary,
      media,
      ...(article && { article }),
      createdAt: world.now(),
      likes: 0,
    });
    return { status: 201, headers: { 'x-restli-id': urn } };
  }

  const server = await startImitation({
    world,
    now: () => world.now(),
    nameOf,
    perform,
    trouble: { message: 'Something went wrong' },
  });
  return {
    ...server,
    world,
    accounts,
    decide: (authorizeUrl, decision = 'allow') => decideAt(server.origin, authorizeUrl, { decision }),
    addPage(name, admin) {
      const id = String(2_414_183 + world.organizations.length);
      const page = { id, name, vanityName: name.toLowerCase().replaceAll(' ', '-'), admins: [admin.id] };
      world.organizations.push(page);
      return page;
    },
    addPost(author, text, createdAt) {
      const post = { urn: `urn:li:share:${nextId()}`, author, text, commentary: text, media: [], createdAt, likes: 0 };
      world.posts.push(post);
      return post;
    },
    addMember(name, scopes = ['openid', 'profile', 'w_member_social']) {
      const id = `p${world.members.length}-Ab`;
      const token = `AQ${createHash('sha256').update(`${name}${id}`).digest('base64url')}`;
      const member: Member = { id, name, token, scopes, isRevoked: false };
      world.members.push(member);
      return member;
    },
  };
}

function etagOf(bytes: Buffer): string {
  return `/ambry-video/signedId/${createHash('md5').update(bytes).digest('hex')}`;
}
