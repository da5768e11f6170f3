import { describe, expect, test } from 'vitest';
import { joinSentences, textWidth, wordsUpTo } from '../../../../server/generation/text/measure.ts';
import { certainLanguage } from '../../../../server/generation/writers/languages/certain-language.ts';
import { chooseLanguage } from '../../../../server/generation/writers/languages/choose-language.ts';
import { LANGUAGES, type Language, languageOf } from '../../../../server/generation/writers/languages/language.ts';
import { nameOfNiche } from '../../../../server/generation/writers/niche.ts';
import { frequentNouns, hashtagsFor, keyPhrases } from '../../../../server/generation/writers/text/hashtags.ts';
import { isWholeSentence, splitSentences } from '../../../../server/generation/writers/text/split-sentences.ts';
import { atOnce } from '../../../helpers/at-once.ts';

const english = languageOf('en');
const french = languageOf('fr');
const japanese = languageOf('ja');
const portuguese = languageOf('pt');

test.each([
  ['Der Teig braucht Zeit, und das ist auch gut so.', null, 'de'],
  ['Le pain a besoin de temps et d’un peu de patience.', null, 'fr'],
  ['El pan necesita tiempo y un poco de paciencia.', null, 'es'],
  ['O pão precisa de tempo e de um pouco de paciência.', null, 'pt'],
  ['パンには時間と少しの忍耐が必要です。', 'en', 'ja'],
  ['面包需要时间和一点耐心。', 'zh-CN', 'zh'],
  ['Our teacher wrote ありがとう on the board, and all of us learned to say it.', null, 'en'],
  ['Café', 'pt-BR', 'pt'],
])('%s (%s) is %s', (text, claimed, language) => expect(chooseLanguage(text, claimed).tag).toBe(language));

test.each([
  ['Chill the dough overnight, then bake it hot in a pot with its lid on. https://bakery.example', 'en'],
  ['Der Teig braucht Zeit, und das ist auch gut so.', 'de'],
  ['Le pain a besoin de temps et d’un peu de patience.', 'fr'],
  ['Hoy abrimos a las ocho, y mañana también: así llega el pan recién hecho a cada casa, como siempre.', 'es'],
  ['Você não precisa de muito mais do que farinha e tempo, mas isso também não é pouco.', 'pt'],
  ['パンには時間と少しの忍耐が必要です。', 'ja'],
  ['빵은 시간과 조금의 인내가 필요합니다.', 'ko'],
  ['面包需要时间和一点耐心，还有面粉、水和一小撮盐，仅此而已。', 'zh'],
  ['Bread', null],
  ['#bread #baking #sourdough @ada.test https://the.example/and/of/the/and', null],
  ['Wij zijn op zondag open en hebben vers brood voor iedereen in de winkel', null],
  ['La farina di segale assorbe il doppio di acqua rispetto al grano e rende la mollica più compatta.', null],
])('%s is surely %s', (text, language) => expect(certainLanguage(text)).toBe(language));

test.each(LANGUAGES)('$tag has enough invitations for those who ask for some', ({ prompts }) =>
  expect(prompts.length).toBeGreaterThanOrEqual(20),
);

describe('sentences', () => {
  test('Japanese ones need no spaces, and a quotation belongs to whoever said it', () =>
    expect(splitSentences('「急がないで。まだ早い。」と母は言いました。翌朝、パンは倍になった！', japanese)).toEqual([
      '「急がないで。まだ早い。」と母は言いました。',
      '翌朝、パンは倍になった！',
    ]));

  test('a French quotation keeps its spaces, its marks and its speaker', () => {
    const [first, second] = splitSentences('« Où est M. Roux ? » demande la boulangère. Il dort encore.', french);
    expect([first, isWholeSentence(first ?? '')]).toEqual(['« Où est M. Roux ? » demande la boulangère.', true]);
    expect(second).toBe('Il dort encore.');
  });

  test('a quotation of two sentences stays in one piece', () =>
    expect(splitSentences('“Bread is alive. It needs time,” says Ana. We agree.', english)).toEqual([
      '“Bread is alive. It needs time,” says Ana.',
      'We agree.',
    ]));

  test.each([
    ['パンは生きている。', true],
    ['「パンは生きている」と母は言う。', true],
    [`${'あ'.repeat(160)}。`, false],
  ])('%s', (text, whole) => expect(isWholeSentence(text)).toBe(whole));

  test('are joined as their script does it', () =>
    expect([joinSentences(['Uno.', 'Dos.']), joinSentences(['一つ。', '二つ。'])]).toEqual([
      'Uno. Dos.',
      '一つ。二つ。',
    ]));
});

describe('lengths', () => {
  test('count graphemes, and Japanese ones twice', () => {
    expect([textWidth('Pão'), textWidth('Pa\u0303o')]).toEqual([3, 3]);
    expect([textWidth('👩‍🍳 Brot'), textWidth('パン')]).toEqual([6, 4]);
  });

  test('a title ends with a whole word and never within a grapheme', () => {
    expect(wordsUpTo('Bread, slowly and well', 14)).toBe('Bread, slowly');
    expect(wordsUpTo('Bread 👩‍🍳👩‍🍳', 9)).toBe('Bread');
    const title = wordsUpTo('はじめてのぬか床を毎日続けるための基本', 12);
    expect(title.length).toBeLessThanOrEqual(12);
    expect('はじめてのぬか床を毎日続けるための基本').toMatch(new RegExp(`^${title}`));
    expect(title.length).toBeGreaterThan(7);
  });
});

describe('hashtags', () => {
  const topics = (title: string, text: string, language: Language) => ({
    phrases: atOnce(keyPhrases(`## ${title}\n\n${text}`, language)),
    nouns: atOnce(frequentNouns(`## ${title}\n\n${text}`, language)),
    title,
    text,
  });

  test('keep accents, lose elisions and spaces', () => {
    const text = 'L’épluchure est utile. On garde l’épluchure au sec. Rien ne vaut l’épluchure.';
    const about = topics('L’épluchure au jardin', text, french);
    expect(hashtagsFor(text, 'Jardin d’été', about, french)).toEqual(['#JardinDÉté', '#Épluchure', '#Jardin']);
  });

  test('are three where the post itself names too few: of the title, of the post and of the niche, each once', () => {
    const text =
      'The dough rests overnight. Cold dough is easy to shape, and the starters do their work. A starter wants flour. Feed the starter, and the dough will rise.';
    expect(hashtagsFor('It rests.', 'Sourdough baking', topics('A calm starter', text, english), english)).toEqual([
      '#SourdoughBaking',
      '#Starter',
      '#Baking',
    ]);
  });

  test.each([
    ['SaaS growth', '#SaaSGrowth'],
    ['Remote work and company culture', '#RemoteWork'],
  ])('the niche %s is one: %s', (niche, tag) =>
    expect(hashtagsFor('', niche, topics('', '', portuguese), portuguese)[0]).toBe(tag),
  );
});

test.each([
  ['SaaS growth', 'SaaS growth'],
  ['Slow travel for people who hate airports and love long train rides through the mountains', 'Slow travel'],
  ['Brot backen, ohne Hefe und ohne Eile, für alle, die morgens keine Zeit haben', 'Brot backen'],
  ['everythingthatanybodyeverwantedtoknowaboutsourdough', ''],
])('the niche %s is called “%s”', (niche, name) => expect(nameOfNiche(niche)).toBe(name));
