/** An opening of more characters says something of its own. */
const OPENING_CHARACTERS = 40;
/** One in a paragraph of its own may name the niche, as "Worth knowing about …:" does. */
const OPENING_PARAGRAPH_CHARACTERS = 120;
/** A question of no more characters, such as "Did you know?", only asks for what comes after it. */
const QUESTION_CHARACTERS = 20;

/** The line of a caption that it is known by in a list: the first, or the next where that is only an opening. */
export function postTitle(caption: string): string {
  const lines = caption
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const title = lines.find((line, index) => line !== '' && !isOpening(line, lines[index + 1] === ''));
  return title ?? lines[0] ?? '';
}

/** "In numbers:" and "Did you know?" begin many posts, and so name none of them. */
function isOpening(line: string, isParagraph: boolean): boolean {
  if (/[:：]$/.test(line)) return line.length <= (isParagraph ? OPENING_PARAGRAPH_CHARACTERS : OPENING_CHARACTERS);
  return /[?？؟]$/.test(line) && line.length <= QUESTION_CHARACTERS;
}
