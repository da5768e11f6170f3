/** Compares line by line as editors show text, ignoring differences in whitespace and empty lines. */
export function isSameText(one: string, other: string): boolean {
  const lines = (text: string) =>
    text
      .normalize('NFC')
      .replace(/[\u200b\ufeff]/g, '')
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join('\n');
  return lines(one) === lines(other);
}

/** Compares texts ignoring all whitespace and line breaks. */
export function isSameWords(one: string, other: string): boolean {
  return one.replace(/\s+/g, '') === other.replace(/\s+/g, '');
}
