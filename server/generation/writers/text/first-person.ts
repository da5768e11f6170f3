import type { Language } from '../languages/language.ts';

/**
 * Converts a sentence to the third person: unchanged if it has no first person, with “The authors” if they report what
 * they examined, null if it cannot be converted. Quotations are not changed.
 */
export function asReported(text: string, language: Language): string | null {
  if (!isFirstPerson(text, language)) return text;
  const { subject, rest } = language.reported;
  const naming = subject.find(([pattern]) => pattern.test(text));
  if (!naming) return null;
  const begun = text.charAt(0).toLowerCase() + text.slice(1);
  const told = [naming, ...rest].reduce((said, [pattern, instead]) => said.replace(pattern, instead), begun);
  return isFirstPerson(told, language) ? null : capitalised(told);
}

/** The word list is in lower case, except for words that are always capitalised: “us” is not the US. */
function isFirstPerson(text: string, { firstPerson }: Language): boolean {
  return firstPerson.test(text) || firstPerson.test(text.charAt(0).toLowerCase() + text.slice(1));
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
