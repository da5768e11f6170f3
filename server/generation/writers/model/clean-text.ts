/** Cleans a model's text for publishing: removes markup, control characters and extra blank lines. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu, (character) => (character === '\n' ? '\n' : ''))
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/(\*\*|__)(?=\S)(.{1,500}?)(?<=\S)\1/g, '$2')
    .replace(/(?<![^\S\n])[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Converts hashtags to the form that platforms accept: with #, without spaces, punctuation or duplicates. */
export function cleanHashtags(hashtags: readonly string[]): string[] {
  const tags = hashtags.map((tag) => tag.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_]/gu, ''));
  const words = tags.filter((tag) => /\p{L}/u.test(tag));
  const once = words.filter(
    (tag, index) => words.findIndex((other) => other.toLowerCase() === tag.toLowerCase()) === index,
  );
  return once.map((tag) => `#${tag}`);
}

const HASHTAG = /^#[\p{L}\p{M}\p{N}_]+$/u;

/** Removes the row of hashtags that models like to append to a caption. */
export function withoutHashtagRow(caption: string): string {
  const words = [...caption.matchAll(/[^\s,]+/g)];
  const last = words.at(-1);
  if (!last || caption.includes(',', last.index)) return caption.trimEnd();
  const row = words.slice(words.findLastIndex(([word]) => !HASHTAG.test(word)) + 1);
  const first = row.find(({ index }) => index === 0 || /\s/.test(caption.charAt(index - 1)));
  return (first ? caption.slice(0, first.index) : caption).trimEnd();
}
