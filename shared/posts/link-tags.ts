import { parseUrl } from '../web/parse-url.ts';
import type { LinkCard } from './link-card.ts';
import type { PostWords } from './platform-limits.ts';
import { PLATFORMS, type Platform, platformOf } from './platforms.ts';
import { addressesIn } from './x-length.ts';

/** The workspace's settings for UTM parameters, which links get when a post is sent. */
export type LinkTags = {
  isOn: boolean;
  /** utm_medium; none if empty. */
  medium: string;
  /** utm_campaign, where {project} and {template} stand for the names of the post's own; none if empty. */
  campaign: string;
  /** utm_source by platform; by default the platform's name. */
  sources: { [platform in Platform]?: string };
  /** Only links to these sites and their subdomains; all links if empty. */
  domains: string[];
};

export const SITES_MAX = 50;

export const DEFAULT_LINK_TAGS: LinkTags = { isOn: false, medium: 'social', campaign: '', sources: {}, domains: [] };

/** The project and template that a post was made with, for the campaign's name; missing or null if none. */
export type PostOrigin = {
  content_projects?: { niche_name: string } | null;
  template_name?: string | null;
};

/** The parameters to add to the links of one post on one platform. */
export type LinkTagging = {
  /** Encoded, in their order. */
  parameters: readonly string[];
  /** As in LinkTags. */
  domains: readonly string[];
};

/** The stored settings, completed with the defaults. */
export function linkTagsOf(stored: Partial<LinkTags> | undefined): LinkTags {
  return { ...DEFAULT_LINK_TAGS, ...stored };
}

/** The utm_source of a platform without a chosen one: `youtube`, `x`. */
export function usualSource(platform: Platform): string {
  const [name = ''] = (platformOf(platform).name ?? platformOf(platform).label).toLowerCase().split(/[\s/]/);
  return name;
}

/** The parameters to add to a post's links on a platform; null if the setting is off. */
export function taggingOf(
  stored: Partial<LinkTags> | undefined,
  platform: Platform,
  origin: PostOrigin,
): LinkTagging | null {
  const { isOn, medium, campaign, sources, domains } = linkTagsOf(stored);
  if (!isOn) return null;
  const values = {
    utm_source: sources[platform]?.trim() || usualSource(platform),
    utm_medium: medium.trim(),
    utm_campaign: campaignOf(campaign, origin),
  };
  const parameters = Object.entries(values).flatMap(([name, value]) => (value ? [`${name}=${encoded(value)}`] : []));
  return { parameters, domains };
}

/** A campaign's name: "Spring-{project}" becomes "Spring-bread-at-home". */
function campaignOf(campaign: string, { content_projects, template_name }: PostOrigin): string {
  const names: Record<string, string> = {
    '{project}': slug(content_projects?.niche_name ?? ''),
    '{template}': slug(template_name ?? ''),
  };
  const named = campaign.replace(/\{(?:project|template)\}/g, (name) => names[name] ?? '');
  // Removes the separator before or after a missing name: "spring-{template}".
  return named === campaign ? named.trim() : named.trim().replace(/^[-_\s]+|[-_\s]+$/g, '');
}

function slug(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Also encodes characters at which a platform may end an address. */
function encoded(value: string): string {
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '')).replace(
    /[!'()*.~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The text of a post, with the fields that its links depend on. */
type TaggedPost = PostWords & PostOrigin & { first_comment: string; link_card: LinkCard | null };

/** A post as sent to a platform: with the parameters added to the links in its texts and to its card. */
export function asSentOn<Post extends TaggedPost>(
  platform: Platform,
  post: Post,
  stored: Partial<LinkTags> | undefined,
): Post {
  const tagging = taggingOf(stored, platform, post);
  if (!tagging) return post;
  const { caption, alternatives, account_versions, first_comment, link_card } = post;
  const inAll = <Version extends { caption: string }>(versions: Record<string, Version>) =>
    Object.fromEntries(
      Object.entries(versions).map(([of, one]) => [of, { ...one, caption: withLinkTags(one.caption, tagging) }]),
    );
  return {
    ...post,
    caption: withLinkTags(caption, tagging),
    alternatives: inAll(alternatives),
    account_versions: inAll(account_versions),
    first_comment: withLinkTags(first_comment, tagging),
    link_card: link_card && 'url' in link_card ? { ...link_card, url: withTags(link_card.url, tagging) } : link_card,
  };
}

/** An address with a scheme, up to a character that cannot belong to it. */
const WRITTEN = /https?:\/\/[^\s<>"“”„«»]+/gi;

/**
 * Adds the parameters to the links of a text. Bare names such as example.com are left unchanged, and so are links whose
 * end platforms may detect differently, for example if text in another script follows directly.
 */
export function withLinkTags(text: string, tagging: LinkTagging | null): string {
  if (!tagging || tagging.parameters.length === 0 || !/https?:\/\//i.test(text)) return text;
  const ends = new Map(addressesIn(text).map(({ start, end }) => [start, end]));
  return text.replace(WRITTEN, (written, start: number) => {
    const link = withoutSentence(written);
    if (ends.get(start) !== start + link.length) return written;
    const sent = withTags(link, tagging);
    // If the path ends with a dot, the address would end before the query.
    return addressesIn(sent)[0]?.end === sent.length ? sent + written.slice(link.length) : written;
  });
}

/** Adds the parameters to an address, if it may have them. */
function withTags(link: string, { parameters, domains }: LinkTagging): string {
  const url = parseUrl(link);
  if (!url || url.username || url.password) return link;
  if (isOfPlatform(url) || !isAmong(domains, url.hostname)) return link;
  // The user's own UTM parameters take precedence, and no link gets parameters twice.
  if ([...url.searchParams.keys()].some((name) => name.toLowerCase().startsWith('utm_'))) return link;
  const [, address = link, hash = ''] = /^([^#]*)(.*)$/s.exec(link) ?? [];
  const [, origin = address, rest = ''] = /^(https?:\/\/[^/?]*)(.*)$/is.exec(address) ?? [];
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  const query = path.indexOf('?');
  const joint = query === -1 ? '?' : query === path.length - 1 || path.endsWith('&') ? '' : '&';
  return `${origin}${path}${joint}${parameters.join('&')}${hash}`;
}

const CLOSING = /[.,;:!?…'’‘)\]}、。，！？）」』]$/u;
const PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Removes the sentence's punctuation at the end. A parenthesis that was opened within the address belongs to it. */
function withoutSentence(written: string): string {
  let link = written;
  for (let last = CLOSING.exec(link)?.[0]; last !== undefined; last = CLOSING.exec(link)?.[0]) {
    const opening = PAIRS[last];
    if (opening && link.split(opening).length >= link.split(last).length) break;
    link = link.slice(0, -last.length);
  }
  return link;
}

/** Whether an address is a page of a platform, which gets no parameters. */
function isOfPlatform({ hostname, pathname }: URL): boolean {
  // A profile or post of any Mastodon server.
  return isAmongSites(OWN_SITES, hostname) || /^\/@[\w.-]+(?:@[\w.-]+)?(?:\/\d+)?\/?$/.test(pathname);
}

function isAmong(domains: readonly string[], hostname: string): boolean {
  return domains.length === 0 || isAmongSites(domains.map(asciiHost), hostname);
}

function isAmongSites(sites: readonly string[], hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return sites.some((site) => host === site || host.endsWith(`.${site}`));
}

/** A site's name as in addresses, without www.: `www.Bäcker.de/shop` becomes xn--bcker-gra.de. Empty if invalid. */
export function asciiHost(typed: string): string {
  const address = /^https?:\/\//i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;
  return parseUrl(address)?.hostname.replace(/^www\./, '') ?? '';
}

/** Whether a typed text is the name of a site. */
export function isSite(typed: string): boolean {
  return /^[^\s@]+$/.test(typed.trim()) && /[^.]\.[^.]/.test(asciiHost(typed));
}

const OWN_SITES = PLATFORMS.flatMap(({ api, login, otherSites = [] }: ReturnType<typeof platformOf>) => [
  ...[api?.site, login?.url].flatMap((address) => (address ? asciiHost(address) : [])),
  ...otherSites,
]);
