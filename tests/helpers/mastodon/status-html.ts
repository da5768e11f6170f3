import { accountNamed, type World } from './world.ts';

/**
 * The parts of a status other than plain text: links with their protocol, mentions, hashtags that are not only digits.
 */
const ENTITY =
  /(?<url>https?:\/\/[^\s<>"]*[^\s<>"'.,:;!?)\]])|(?<![\w/@])@(?<name>\w(?:[\w.-]*\w)?)(?:@(?<domain>[\w.-]*\w))?|(?<![\w/#])#(?<tag>\w*[a-z_]\w*)/gi;
const URL_WEIGHT = 23;
const SHOWN_OF_LINK = 30;

/**
 * The length of a text as counted: each link is 23, a mention only its local part, everything else its visible
 * characters. https://docs.joinmastodon.org/user/posting/#text
 */
export function weightOf(text: string): number {
  const counted = text.replace(ENTITY, (whole, ...rest) => {
    const { url, name } = rest.at(-1);
    if (url) return 'x'.repeat(URL_WEIGHT);
    return name ? `@${name}` : whole;
  });
  return [...new Intl.Segmenter('en').segment(counted.normalize('NFC'))].length;
}

/**
 * A text as a status's `content`: paragraphs, breaks, links whose start and end are marked invisible, mentions without
 * the domain. https://docs.joinmastodon.org/api/guidelines/#formatting
 */
export function htmlOf(world: World, text: string): string {
  if (text === '') return '';
  let html = '';
  let last = 0;
  for (const match of text.matchAll(ENTITY)) {
    const { url, name, domain, tag } = match.groups ?? {};
    html += escaped(text.slice(last, match.index));
    if (url) html += linkOf(url);
    else if (tag) html += hashtagOf(world, tag);
    else html += mentionOf(world, name ?? '', domain) ?? escaped(match[0]);
    last = match.index + match[0].length;
  }
  html += escaped(text.slice(last));
  const paragraphs = html.replaceAll('\r\n', '\n').split(/\n\n+/);
  return paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`).join('');
}

function linkOf(url: string): string {
  const prefix = /^https?:\/\/(www\.)?/.exec(url)?.[0] ?? '';
  const shown = url.slice(prefix.length, prefix.length + SHOWN_OF_LINK);
  const hidden = url.slice(prefix.length + SHOWN_OF_LINK);
  const spans =
    `<span class="invisible">${escaped(prefix)}</span>` +
    `<span class="${hidden ? 'ellipsis' : ''}">${escaped(shown)}</span>` +
    `<span class="invisible">${escaped(hidden)}</span>`;
  return `<a href="${escaped(url)}" target="_blank" rel="nofollow noopener noreferrer" translate="no">${spans}</a>`;
}

function hashtagOf({ origin }: World, tag: string): string {
  return `<a href="${origin}/tags/${escaped(tag.toLowerCase())}" class="mention hashtag" rel="tag">#<span>${escaped(tag)}</span></a>`;
}

/** Null if no account has the name: the text then stays as written. */
function mentionOf(world: World, name: string, domain: string | undefined): string | null {
  const isHere = domain === undefined || domain === world.options.domain;
  const local = isHere && world.accounts.some(({ username }) => username === name.toLowerCase());
  const isElsewhere = !isHere && world.knownElsewhere.includes(`${name}@${domain}`.toLowerCase());
  if (!local && !isElsewhere) return null;
  const username = local ? accountNamed(world, name.toLowerCase()).username : name.toLowerCase();
  const url = local ? `${world.origin}/@${username}` : `https://${domain}/@${username}`;
  return `<span class="h-card" translate="no"><a href="${url}" class="u-url mention">@<span>${username}</span></a></span>`;
}

function escaped(text: string): string {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}
