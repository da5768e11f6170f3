/** A hashtag starts a word; letters, digits and underscores belong to it. */
const HASHTAG = /(?<![\p{L}\p{N}_&/])#([\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*)/gu;
const RESERVED = /[\\|{}@[\]()<>#*_~]/g;

/**
 * A text in LinkedIn's "little text" format: special characters are escaped, because LinkedIn truncates a text at the
 * first unescaped one, and hashtags become links.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format
 */
export function littleText(text: string): string {
  let written = '';
  let at = 0;
  for (const { 0: whole, 1: tag = '', index } of text.matchAll(HASHTAG)) {
    written += `${escaped(text.slice(at, index))}{hashtag|\\#|${escaped(tag)}}`;
    at = index + whole.length;
  }
  return written + escaped(text.slice(at));
}

function escaped(text: string): string {
  return text.replace(RESERVED, '\\$&');
}

/** The plain text of a text in that format: templates of hashtags and mentions become words. */
export function plainText(commentary: string): string {
  return commentary
    .replace(/\{hashtag\|\\?#\|((?:\\.|[^\\|}])*)\}/gu, '#$1')
    .replace(/@\[((?:\\.|[^\\\]])*)\]\([^()]*\)/gu, '$1')
    .replace(/\\(.)/gsu, '$1');
}
