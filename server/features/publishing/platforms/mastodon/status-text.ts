/** Only the beginning of longer texts is compared. */
const HTML_MAX = 200_000;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * Normalises a text for comparison. A server turns lines into paragraphs and breaks, trims blanks, drops the domain of
 * a mention, and writes names as their owners do.
 */
export function comparableText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<![\w/])@(\w[\w.-]{0,100})@[\p{L}\p{N}_.-]{0,252}[\p{L}\p{N}]/gu, '@$1')
    .replace(/[\s\u200b\u200e\u200f\ufeff]+/g, '');
}

/**
 * The text of a status's `content`, including parts of links marked as invisible.
 * https://docs.joinmastodon.org/api/guidelines/#formatting
 */
export function textOfHtml(html: string): string {
  const pieces: string[] = [];
  const source = html.slice(0, HTML_MAX);
  let at = 0;
  while (at < source.length) {
    const tag = source.indexOf('<', at);
    pieces.push(decoded(source.slice(at, tag === -1 ? undefined : tag)));
    if (tag === -1) break;
    const end = source.indexOf('>', tag);
    if (end === -1) break;
    if (/^<(br|p|\/p|li|\/li)\b/i.test(source.slice(tag, tag + 6))) pieces.push('\n');
    at = end + 1;
  }
  return pieces.join('');
}

function decoded(text: string): string {
  return text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
