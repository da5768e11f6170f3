/**
 * Normalises a text for comparison. A server turns lines into paragraphs and breaks, trims whitespace, drops the domain
 * of a mention, and spells names as their owners do.
 */
export function comparableText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<![\w/])@(\w[\w.-]{0,100})@[\p{L}\p{N}_.-]{0,252}[\p{L}\p{N}]/gu, '@$1')
    .replace(/[\s\u200b\u200e\u200f\ufeff]+/g, '');
}
