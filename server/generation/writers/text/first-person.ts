import type { Language } from '../languages/language.ts';

/**
 * A sentence as somebody else would tell it: itself where the authors do not speak of themselves, with “The authors” where
 * they tell what they examined, null where there is no such way and the sentence is left out. What is quoted stays.
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

/** The list has small letters, but for those that are always capitals: “us” is not the US. */
function isFirstPerson(text: string, { firstPerson }: Language): boolean {
  return firstPerson.test(text) || firstPerson.test(text.charAt(0).toLowerCase() + text.slice(1));
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
