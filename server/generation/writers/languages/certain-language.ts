import { LANGUAGES } from './language.ts';

/** Minimum length of a text that is recognised by its words. */
const WORDS_MIN = 6;
/** As in choose-language.ts: related languages share a quarter of their most common words. */
const CERTAIN_SHARE = 0.33;
/** Minimum number of words that are in no other language's list, and their minimum ratio to the runner-up's. */
const OWN_WORDS_MIN = 2;
const OWN_WORDS_FACTOR = 2;
/** Minimum share of the letters, for languages recognised by their script. */
const SCRIPT_SHARE = 0.5;
/** Han alone means Chinese only in a longer text: short Japanese may have no kana. */
const HAN_MIN = 20;

/** Scripts used by a single major living language. */
const SCRIPTS: readonly (readonly [tag: string, letters: RegExp])[] = [
  ['ko', /\p{sc=Hangul}/gu],
  ['th', /\p{sc=Thai}/gu],
  ['el', /\p{sc=Greek}/gu],
  ['he', /\p{sc=Hebrew}/gu],
];

/** The most common words of languages easily mistaken for one of ours; null is returned for texts in them. */
const NEIGHBOURS = [
  // Catalan
  'a al amb amor aquest aquesta bé com de del dels dia el els en és està estem fa fem ha hem hi ho i ja la les li mes més molt no o per però que què si som són també tenim tot tots tothom un una us vam',
  // Galician
  'a ao aos as ás co coa como con da das de do dos e é en esta está estamos estas este fai foi ha hai máis moi na nas no non nos o os para pero pola polo por que se ser son tamén temos tes todos un unha',
  // Italian
  'a abbiamo ai al alla alle anche che chi ci come con da dal dalla dei del della delle di dove e è ed fa fare gli ha hai ho i il in io la le lo ma mi ne nel nella noi non o per perché più poi quando quello questa questo se si sia siamo solo sono su sul ti tu tutti un una uno vi voi',
  // Dutch
  'aan al als bij dan dat de deze die dit door een en er had heb hebben heeft hem het hij hoe hun ik in is je kan maar meer met mijn moet naar niet nog nu of om onze ook op over te tot uit van voor waar was wat we wel wij worden wordt ze zich zijn zo zonder',
].map((words) => new Set(words.split(' ')));

const OURS = LANGUAGES.filter(({ unspaced }) => !unspaced);
const ALL = [...OURS.map(({ stopwords }) => stopwords), ...NEIGHBOURS];

/**
 * The language (BCP 47) that a text is certainly in, ignoring links, mentions and hashtags; null when unsure. A wrong
 * language hides a post from people who filter by it; a missing one does not.
 */
export function certainLanguage(text: string): string | null {
  const said = text.replace(/(?:https?:\/\/|www\.|[@#＠＃])\S+/giu, ' ');
  return byScript(said) ?? byWords(said);
}

function byScript(text: string): string | null {
  const letters = countOf(/\p{L}/gu, text);
  const kana = countOf(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, text);
  const han = countOf(/\p{sc=Han}/gu, text);
  if (kana > 0 && kana + han > letters * SCRIPT_SHARE) return 'ja';
  if (han >= HAN_MIN && han > letters * SCRIPT_SHARE) return 'zh';
  return SCRIPTS.find(([, script]) => countOf(script, text) > letters * SCRIPT_SHARE)?.[0] ?? null;
}

function byWords(text: string): string | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < WORDS_MIN) return null;
  const own = ALL.map((set) =>
    words.filter((word) => set.has(word) && ALL.every((one) => one === set || !one.has(word))),
  );
  const most = Math.max(...own.map(({ length }) => length));
  const best = own.findIndex(({ length }) => length === most);
  const second = Math.max(...own.filter((_, index) => index !== best).map(({ length }) => length));
  const language = OURS[best];
  if (!language || most < OWN_WORDS_MIN || most < second * OWN_WORDS_FACTOR) return null;
  const common = words.filter((word) => language.stopwords.has(word)).length;
  return common >= words.length * CERTAIN_SHARE ? language.tag : null;
}

function countOf(letters: RegExp, text: string): number {
  return text.match(letters)?.length ?? 0;
}
