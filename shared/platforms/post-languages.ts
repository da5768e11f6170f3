/** Languages in which many people post, by ISO 639-1 code. */
const CODES =
  'af ar bg bn ca cs cy da de el en eo es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka ko lt lv mk ms nb nl pl pt ro ru sk sl sq sr sv sw ta th tl tr uk ur vi zh';

/** Of a post, by their English names. */
export function languageChoices(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return CODES.split(' ')
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}
