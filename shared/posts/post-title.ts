/** An opening of more characters says something of its own. */
const OPENING_CHARACTERS = 40;
/** A question of no more characters, such as "Did you know?", only asks for what comes after it. */
const QUESTION_CHARACTERS = 20;

/** The line of a caption that it is known by in a list: the first, or the next where that is only an opening. */
export function postTitle(caption: string): string {
  const lines = caption
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.find((line) => !isOpening(line)) ?? lines[0] ?? '';
}

/** "In numbers:" and "Did you know?" begin many posts, and so name none of them. */
function isOpening(line: string): boolean {
  if (/[:：]$/.test(line)) return line.length <= OPENING_CHARACTERS;
  return /[?？؟]$/.test(line) && line.length <= QUESTION_CHARACTERS;
}
