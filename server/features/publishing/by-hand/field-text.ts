/** As editors show it: the same lines, without regard to blanks and empty lines. */
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

/** Without regard to blanks and lines. */
export function isSameWords(one: string, other: string): boolean {
  return one.replace(/\s+/g, '') === other.replace(/\s+/g, '');
}
