/** An opening longer than this is informative enough for a title. */
const OPENING_CHARACTERS = 40;
/** The limit for an opening in a separate paragraph, which may name the niche, as in "Worth knowing about …:". */
const OPENING_PARAGRAPH_CHARACTERS = 120;
/** A short question, such as "Did you know?", only introduces what follows. */
const QUESTION_CHARACTERS = 20;

/** The line that identifies a caption in a list: the first, or the next if that is only an opening. */
export function postTitle(caption: string): string {
  const lines = caption
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const title = lines.find((line, index) => line !== '' && !isOpening(line, lines[index + 1] === ''));
  return title ?? lines[0] ?? '';
}

/** "In numbers:" and "Did you know?" start many posts, so they identify none. */
function isOpening(line: string, isParagraph: boolean): boolean {
  if (/[:：]$/.test(line)) return line.length <= (isParagraph ? OPENING_PARAGRAPH_CHARACTERS : OPENING_CHARACTERS);
  return /[?？؟]$/.test(line) && line.length <= QUESTION_CHARACTERS;
}
