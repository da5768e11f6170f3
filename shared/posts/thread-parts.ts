/**
 * Between the posts of a thread in a text. A form feed is white space, so that what knows of no threads shows
 * paragraphs.
 */
const PART_BREAK = '\n\f\n';
const WRITTEN_BREAK = /\n?\f\n?/;

/** The posts of a thread as they were written; one where a text has no breaks. `joinParts` is the reverse. */
export function writtenParts(text: string): string[] {
  return text.split(WRITTEN_BREAK);
}

export function joinParts(parts: readonly string[]): string {
  return parts.join(PART_BREAK);
}

/** A text without the posts of its thread that are still empty. */
export function withoutEmptyParts(text: string): string {
  return text.includes('\f') ? joinParts(writtenParts(text).filter((part) => part.trim() !== '')) : text;
}

/** A text in one piece, with a paragraph for each post of a thread. */
export function asOnePost(text: string): string {
  if (!text.includes('\f')) return text;
  return writtenParts(text)
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n');
}
