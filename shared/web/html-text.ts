/** In UTF-16 units; the rest of a longer text is ignored. */
const HTML_MAX = 200_000;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * The text of a Mastodon status's `content`, including parts of links marked as invisible.
 * https://docs.joinmastodon.org/api/guidelines/#formatting
 */
export function textOfHtml(html: string): string {
  const pieces: string[] = [];
  const source = html.slice(0, HTML_MAX);
  let at = 0;
  while (at < source.length) {
    const tag = source.indexOf('<', at);
    pieces.push(decodeEntities(source.slice(at, tag === -1 ? undefined : tag)));
    if (tag === -1) break;
    const end = source.indexOf('>', tag);
    if (end === -1) break;
    if (/^<(br|p|\/p|li|\/li)\b/i.test(source.slice(tag, tag + 6))) pieces.push('\n');
    at = end + 1;
  }
  return pieces.join('');
}

/** Decodes entities such as `&amp;` and `&#39;`. Unknown names are left as they are. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
