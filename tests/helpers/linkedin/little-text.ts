const RESERVED = '|{}@[]()<>#*_~';

/** A commentary as LinkedIn shows it: cut at the first unescaped reserved character, except in hashtag templates. */
export function readText(commentary: string): string {
  let text = '';
  for (let at = 0; at < commentary.length; ) {
    const sign = commentary[at] ?? '';
    const tag = /^\{hashtag\|\\#\|((?:\\.|[^\\|{}@[\]()<>#*_~])+)\}/su.exec(commentary.slice(at));
    if (tag) {
      text += `#${readText(tag[1] ?? '')}`;
      at += tag[0].length;
    } else if (sign === '\\') {
      text += commentary[at + 1] ?? '';
      at += 2;
    } else if (RESERVED.includes(sign)) {
      return text;
    } else {
      text += sign;
      at += 1;
    }
  }
  return text;
}
