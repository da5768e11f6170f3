import { parseUrl } from '../web/parse-url.ts';
import { blueskyFeaturesIn } from './bluesky-features.ts';
import { DOMAIN_ENDINGS } from './domain-endings.ts';
import { NAMES } from './mentions.ts';
import { addressesIn } from './x-length.ts';

/**
 * A reference that leads out of a text on at least one platform: a link, a bare name of a site or mailbox (linked by
 * some platforms), or a mention of an account.
 */
export type Reference = { kind: 'link' | 'name' | 'mention'; shown: string };

const MENTION = new RegExp(`(?<![\\p{L}\\p{N}_&/])${NAMES.server}`, 'giu');
/** Any scheme, since Mastodon links more than http. Names with non-ASCII characters are matched by DOTTED. */
const WITH_SCHEME = /\b(?:[a-z][a-z0-9+.-]{1,30}:\/\/|(?:mailto|tel|sms|magnet|xmpp|tg):)[!#-;=?-~]+/gi;
/** Labels separated by dots, in any script, with what precedes an @ and follows the name. */
const DOTTED =
  /(?<![\p{L}\p{M}\p{N}_.@-])(?:[\p{L}\p{N}_.%+-]{1,64}@)?([\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+)(?::\d{1,5})?(?:[/?#][!#-;=?-~]*)?/gu;
/** Text before a name in a language without spaces: X links only the name. */
const WORDS_AND_NAME = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}][a-z0-9-]/iu;

/** Top-level domains in other scripts (IANA): no platform's list has all of them. */
const OTHER_ENDINGS =
  'рф бел бг мкд мон срб укр қаз ею ευ ελ հայ გე עברית ישראל قطر مصر عمان الاردن السعودية المغرب امارات ایران بھارت پاکستان تونس سوريا عراق فلسطين مليسيا موريتانيا سودان الجزائر البحرين همراه شبكة موقع بازار भारत भारोत संगठन ভারত বাংলা ভাৰত ਭਾਰਤ ભારત ଭାରତ இந்தியா இலங்கை சிங்கப்பூர் భారత్ ಭಾರತ ഭാരതം ලංකා ไทย คอม ລາວ 中国 中國 公司 网络 网址 网站 网店 在线 移动 集团 公益 企业 商城 商店 商标 中文网 我爱你 世界 信息 娱乐 游戏 时尚 手机 购物 香港 台湾 台灣 澳門 新加坡 みんな コム ストア セール ファッション グーグル クラウド ポイント 한국 닷컴 닷넷 삼성 онлайн сайт орг ком дети москва рус католик';
const ENDINGS = new Set([...DOMAIN_ENDINGS, ...OTHER_ENDINGS.split(' ')]);

/** The sentence's punctuation around an address. */
const AROUND = /^[([{<"'“‘«„「『（]+|(?<![.,;:!?…)\]}>"'”’»“」』）。、！？])[.,;:!?…)\]}>"'”’»“」』）。、！？]+$/gu;

/**
 * Everything in a text that some platform turns into a link or a mention, using the publishers' rules and those of
 * other platforms. The text is searched unchanged, and again as a reader sees it: without zero-width characters, and
 * with full-width and other compatibility forms normalised.
 */
export function referencesIn(text: string): Reference[] {
  const found = [text, plainForm(text)].flatMap((form) => [...linksIn(form), ...mentionsIn(form)]);
  const once = new Map(found.map((reference) => [`${reference.kind} ${referenceKey(reference.shown)}`, reference]));
  // A name inside a link would otherwise be reported twice.
  return [...once.values()].filter(({ kind, shown }) => kind !== 'name' || !once.has(`link ${referenceKey(shown)}`));
}

/** The canonical form of an address or account. */
export function referenceKey(shown: string): string {
  const plain = plainForm(shown).toLowerCase();
  if (plain.startsWith('@') || /^(?!https?:)[a-z+.-]+:/.test(plain)) return plain;
  const address = plain.replace(/^https?:\/\//, '');
  const url = parseUrl(`https://${address}`);
  if (!url || url.username) return address;
  return `${url.host.replace(/^www\./, '')}${url.pathname.replace(/\/$/, '')}${url.search}`;
}

/** Whether a text contains this name or account as a whole, in any spelling. */
export function standsIn(text: string, { shown }: Reference): boolean {
  const [whole, wanted] = [text, shown].map((words) => plainForm(words).toLowerCase()) as [string, string];
  for (let at = whole.indexOf(wanted); at !== -1; at = whole.indexOf(wanted, at + 1)) {
    const behind = whole.slice(at + wanted.length, at + wanted.length + 2);
    if (
      !/[\p{L}\p{N}_.@-]$/u.test(whole.slice(0, at).slice(-2)) &&
      !/^(?:[\p{L}\p{N}_@-]|\.[\p{L}\p{N}])/u.test(behind)
    )
      return true;
  }
  return false;
}

export function withoutPunctuation(word: string): string {
  return word.replace(AROUND, '');
}

/** A text as read: compatibility forms normalised, and without zero-width characters. */
function plainForm(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(?<=[a-z0-9])(?:。|\s?[[({]\s?(?:\.|dot)\s?[\])}]\s?)(?=[a-z0-9])/gi, '.');
}

function linksIn(text: string): Reference[] {
  const ofX = addressesIn(text).map(({ start, end }) => text.slice(start, end));
  const ofBluesky = blueskyFeaturesIn(text).flatMap(({ start, end, feature }) =>
    feature.kind === 'link' ? text.slice(start, end) : [],
  );
  const withScheme = text.match(WITH_SCHEME) ?? [];
  const shown = [...ofX, ...ofBluesky, ...withScheme, ...dottedIn(text)].map(withoutPunctuation).filter(Boolean);
  return shown.map((link) => ({ kind: isBareName(link) ? 'name' : 'link', shown: link }));
}

function dottedIn(text: string): string[] {
  return [...text.matchAll(DOTTED)].flatMap(({ 0: whole, 1: name = '' }) => {
    const labels = name.split('.');
    const last = labels.findLastIndex((label, index) => index > 0 && isEnding(label.toLowerCase()));
    if (last === -1 || labels.some((label) => WORDS_AND_NAME.test(label))) return [];
    if (last === labels.length - 1) return whole;
    return whole.slice(0, whole.indexOf(name) + labels.slice(0, last + 1).join('.').length);
  });
}

function isEnding(label: string): boolean {
  return ENDINGS.has(label) || label.startsWith('xn--');
}

function mentionsIn(text: string): Reference[] {
  const ofBluesky = blueskyFeaturesIn(text).flatMap(({ feature }) =>
    feature.kind === 'mention' ? `@${feature.handle}` : [],
  );
  return [...(text.match(MENTION) ?? []), ...ofBluesky].map((shown) => ({ kind: 'mention', shown }));
}

function isBareName(link: string): boolean {
  return !/[/?#:]/.test(link) && !/^www\./i.test(link);
}
