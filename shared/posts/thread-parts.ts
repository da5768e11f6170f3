/**
 * Separates the posts of a thread within a text. A form feed is white space, so software without threads shows
 * paragraphs.
 */
const PART_BREAK = '\n\f\n';
const WRITTEN_BREAK = /\n?\f\n?/;

/** The posts of a thread, as the user separated them; one if the text has no breaks. The inverse of `joinParts`. */
export function writtenParts(text: string): string[] {
  return text.split(WRITTEN_BREAK);
}

export function joinParts(parts: readonly string[]): string {
  return parts.join(PART_BREAK);
}

/** Removes the posts of a thread that are still empty. */
export function withoutEmptyParts(text: string): string {
  return text.includes('\f') ? joinParts(writtenParts(text).filter((part) => part.trim() !== '')) : text;
}

/** A text as a single post, with a paragraph for each post of a thread. */
export function asOnePost(text: string): string {
  if (!text.includes('\f')) return text;
  return writtenParts(text)
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n');
}
