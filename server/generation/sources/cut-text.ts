/** Cuts a text after its last whole block within a length, in UTF-16 units. */
export function cutAtBlock(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.lastIndexOf('\n\n', length);
  return cutText(text, end > 0 ? end : length);
}

/** Cuts a text to a length in UTF-16 units without splitting a surrogate pair. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(text.length > length ? /[\ud800-\udbff]$/ : '', '');
}
