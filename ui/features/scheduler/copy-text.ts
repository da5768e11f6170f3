/** What the copy button copies (§2): the caption, a blank line, then the hashtags joined by spaces; the caption alone where there are none. */
export function copyText({ caption, hashtags }: { caption: string; hashtags: string[] }): string {
  return hashtags.length === 0 ? caption : `${caption}\n\n${hashtags.join(' ')}`;
}
