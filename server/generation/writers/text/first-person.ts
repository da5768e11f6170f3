import type { Language } from '../languages/language.ts';

/**
 * A sentence in the third person: unchanged where it has no first person, with “The authors” where they report what
 * they examined, null where it cannot be converted. Quotations are kept.
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

/** The list is in lower case, except for words that are always capitalised: “us” is not the US. */
function isFirstPerson(text: string, { firstPerson }: Language): boolean {
  return firstPerson.test(text) || firstPerson.test(text.charAt(0).toLowerCase() + text.slice(1));
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
