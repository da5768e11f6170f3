import { describe, expect, test } from 'vitest';
import { chooseLanguage } from '../../../../supabase/functions/auto-generate-content/writer/languages/choose-language.ts';
import {
  LANGUAGES,
  languageOf,
} from '../../../../supabase/functions/auto-generate-content/writer/languages/language.ts';
import { hashtagsFor, keyPhrases } from '../../../../supabase/functions/auto-generate-content/writer/text/hashtags.ts';
import {
  joinSentences,
  textWidth,
  wordsUpTo,
} from '../../../../supabase/functions/auto-generate-content/writer/text/measure.ts';
import {
  isWholeSentence,
  splitSentences,
} from '../../../../supabase/functions/auto-generate-content/writer/text/sentences.ts';
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
  ['パンには時間と少しの忍耐が必要です。', null, 'ja'],
  ['パンには時間と少しの忍耐が必要です。', 'en', 'ja'],
  ['面包需要时间和一点耐心。', 'zh-CN', 'zh'],
  ['Our teacher wrote ありがとう on the board, and all of us learned to say it.', null, 'en'],
  ['Café', 'pt-BR', 'pt'],
  ['家庭菜園', 'ja', 'ja'],
])('%s (%s) is %s', (text, claimed, language) => {
  expect(chooseLanguage(text, claimed).tag).toBe(language);
});

test.each(LANGUAGES)('$tag has enough phrases of each kind', ({ hooks, callsToAction, prompts }) => {
  for (const [kind, phrases] of Object.entries(hooks))
    expect(phrases.length, `hooks.${kind}`).toBeGreaterThanOrEqual(5);
  for (const [kind, phrases] of Object.entries(callsToAction))
    expect(phrases.length, `callsToAction.${kind}`).toBeGreaterThanOrEqual(4);
  expect(prompts.length).toBeGreaterThanOrEqual(20);
});

describe('sentences', () => {
  test('Japanese ones need no spaces, and a quotation belongs to whoever said it', () => {
    expect(splitSentences('「急がないで。まだ早い。」と母は言いました。翌朝、パンは倍になった！', japanese)).toEqual([
      '「急がないで。まだ早い。」と母は言いました。',
      '翌朝、パンは倍になった！',
    ]);
  });

  test('a French quotation keeps its spaces, its marks and its speaker', () => {
    const [first, second] = splitSentences('« Où est M. Roux ? » demande la boulangère. Il dort encore.', french);
    expect(first).toBe('« Où est M. Roux ? » demande la boulangère.');
    expect(isWholeSentence(first ?? '')).toBe(true);
    expect(second).toBe('Il dort encore.');
  });

  test('a quotation of two sentences stays in one piece', () => {
    expect(splitSentences('“Bread is alive. It needs time,” says Ana. We agree.', english)).toEqual([
      '“Bread is alive. It needs time,” says Ana.',
      'We agree.',
    ]);
  });

  test.each([
    ['パンは生きている。', true],
    ['パンは生きている', false],
    ['「パンは生きている。', false],
    ['「パンは生きている」と母は言う。', true],
    [`${'あ'.repeat(160)}。`, false],
  ])('%s', (text, whole) => expect(isWholeSentence(text)).toBe(whole));

  test('are joined as their script does it', () => {
    expect(joinSentences(['Uno.', 'Dos.'])).toBe('Uno. Dos.');
    expect(joinSentences(['一つ。', '二つ。'])).toBe('一つ。二つ。');
  });
});

describe('lengths', () => {
  test('count graphemes, and Japanese ones twice', () => {
    expect(textWidth('Pão')).toBe(3);
    expect(textWidth('Pa\u0303o')).toBe(3);
    expect(textWidth('👩‍🍳 Brot')).toBe(6);
    expect(textWidth('パン')).toBe(4);
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
  test('keep accents, lose elisions and spaces', () => {
    const text = 'L’épluchure est utile. On garde l’épluchure au sec. Rien ne vaut l’épluchure.';
    expect(atOnce(keyPhrases(text, french))).toContain('épluchure');
    expect(hashtagsFor(text, 'Jardin d’été', atOnce(keyPhrases(text, french)), french)).toEqual([
      '#JardinDÉté',
      '#Épluchure',
      '#ConseilsJardinDÉté',
    ]);
  });

  test('are nouns in Japanese', () => {
    const text = 'ぬか床を混ぜる。乳酸菌が増える。乳酸菌は塩に強い。野菜と乳酸菌の話を続ける。';
    expect(hashtagsFor(text, 'ぬか漬け', atOnce(keyPhrases(text, japanese)), japanese)).toEqual([
      '#ぬか漬け',
      '#乳酸菌',
      '#ぬか漬けのコツ',
    ]);
  });

  test('three come of the niche alone', () => {
    expect(hashtagsFor('', 'Café', [], portuguese)).toEqual(['#Café', '#DicasDeCafé', '#IdeiasDeCafé']);
  });
});
