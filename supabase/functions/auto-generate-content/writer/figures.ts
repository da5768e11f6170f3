/** Years and days of the month are no figures to wonder at. */
const DATES =
  /\d{1,2}\.? (?:de )?\p{L}+ (?:de )?(?:1\d|20)\d\d|(?<!\d)(?:1[5-9]|20)\d\d(?!\d|[.,]\d|年代)|\d+(?:st|nd|rd|th)\b|\d+[月日]/gu;

/** Japanese writes many of its figures in Han. */
const COUNTED =
  /[一二三四五六七八九十百千万億]+(?:分|割|円|軒|人|年|か月|倍|時間|時|回|冊|日|週|歳|キロ|グラム|メートル|パーセント)/u;

/** Whether a text names an amount, and not only a date. */
export function namesFigure(text: string): boolean {
  return /\p{Nd}/u.test(text.replace(DATES, '')) || COUNTED.test(text);
}
