import { describe, expect, test } from 'vitest';
import { languageOf } from '../../../../server/generation/writers/languages/language.ts';
import { asReported } from '../../../../server/generation/writers/text/first-person.ts';
import { standsAlone } from '../../../../server/generation/writers/text/passages.ts';
import { readSentences, type Sentence } from '../../../../server/generation/writers/text/sentences.ts';
import { atOnce } from '../../../helpers/at-once.ts';
import { readable } from '../writing.ts';

/** By language, sentences that depend on their context, and sentences that are complete on their own. */
const LEANING: { [language: string]: { leans: string[]; stands: string[] } } = {
  en: {
    leans: [
      'For most people that’s between 60 and 70 percent of the whole.',
      'They opened the second bakery in the old town in 2019.',
      'However, most loaves need a longer rest than that.',
      'Older ones stay whole and take twice as long to cook.',
      'Paying 100 more per month on such a loan saves four years.',
      'The result was clear after only two weeks of work.',
      'Thin it with a little water when you warm it up.',
      'Revenue in May was six times as high as before.',
    ],
    stands: [
      'A tap that drips once per second wastes 5,500 litres of water a year.',
      'Anyone who lies awake for more than twenty minutes should get up.',
      'Two loans with the same interest rate as each other can differ by thousands.',
    ],
  },
  de: {
    leans: [
      'Das stresst die Pflanze, und die Früchte platzen.',
      'In sieben von zehn Fällen war nur dieser Reißverschluss defekt.',
    ],
    stands: ['Wer den ganzen Tag sitzt, sollte jede halbe Stunde kurz aufstehen.'],
  },
  fr: {
    leans: [
      'Elles ne sont pas une fatalité pour les personnes âgées.',
      'Le train y ralentit chaque matin pendant quelques minutes.',
    ],
    stands: ['Les tapis qui glissent et les fils électriques causent une chute sur quatre.'],
  },
  es: {
    leans: [
      'Lo repitió cada mañana durante cuarenta y cuatro años.',
      'Anotó tres milímetros en la primera hoja del cuaderno.',
    ],
    stands: ['La luz lateral da volumen a una cara, mientras que la frontal la aplana.'],
  },
  pt: {
    leans: [
      'Isso vale para casacos, com um ano de prazo.',
      'Pediu uma régua pintada na ponte para medir o nível da água.',
    ],
    stands: ['Lojas que permitem comprar sem cadastro vendem 14% mais.'],
  },
  ja: {
    leans: [
      ...['これは年代を問わず、どの地域でも同じ結果でした。', '彼の事務所では、毎週水曜の午後に誰も予定を入れない。'],
      ...['紙の手ざわりも書き心地も、画面では伝わらないからだ。'],
    ],
    stands: ['切れない包丁は、切れる包丁よりも危険です。'],
  },
};

describe.each(Object.entries(LEANING))('in %s', (tag, { leans, stands }) => {
  const language = languageOf(tag);
  const sentence = (text: string): Sentence => ({
    text,
    original: text,
    source: 0,
    section: null,
    blocksBelowHeading: 0,
    kind: 'paragraph',
    block: 1,
    indexInBlock: 0,
    nthItem: 0,
    ofItems: 0,
    isAfterGap: false,
    namesKnown: false,
    isQuestion: false,
    isNarrative: false,
    speaker: null,
  });
  test.each(leans)('leans: %s', (text) => expect(standsAlone(sentence(text), language)).toBe(false));
  test.each(stands)('stands: %s', (text) => expect(standsAlone(sentence(text), language)).toBe(true));
});

test.each([
  [
    'en',
    'We looked at 1.2 million emails that our customers sent.',
    'The authors looked at 1.2 million emails that their customers sent.',
  ],
  ['en', 'We spend a third of our lives asleep.', null],
  ['en', '“We never stop baking,” says Ana Lima.', '“We never stop baking,” says Ana Lima.'],
  ['de', 'Wir haben dafür 4.800 Beschäftigte befragt.', 'Die Autoren haben dafür 4.800 Beschäftigte befragt.'],
  [
    'fr',
    'Nous avons interrogé 3 200 lecteurs dans nos librairies.',
    'Les auteurs ont interrogé 3 200 lecteurs dans leurs librairies.',
  ],
  [
    'es',
    'Analizamos el trabajo de 900 empleados de oficina.',
    'Los autores analizaron el trabajo de 900 empleados de oficina.',
  ],
  ['pt', 'Analisamos 640 mil compras em 210 lojas.', 'Os autores analisaram 640 mil compras em 210 lojas.'],
  [
    'ja',
    '私たちは全国の5000人に、二週間の睡眠記録をお願いしました。',
    '著者らは全国の5000人に、二週間の睡眠記録をお願いしました。',
  ],
])('in %s the first person is reported or left out: %s', (tag, text, told) =>
  expect(asReported(text, languageOf(tag))).toBe(told),
);

test('what was introduced before is not taken for known', () => {
  const source = readable(
    'Councillor Priya Raman wants free buses. The council of the city votes in June.\n\nAshdown spoke against the plan of Tom Ashdown.\n\nRaman expects 4,000 more passengers a day. The council answers by autumn with a report.',
    { title: 'Free buses for Harrowby' },
  );
  const read = atOnce(readSentences(source, 0, languageOf('en')));
  const known = read.filter(({ namesKnown }) => namesKnown).map(({ text }) => text);
  expect(known).toContain('Raman expects 4,000 more passengers a day.');
  expect(known).toContain('The council answers by autumn with a report.');
  expect(known).not.toContain('Councillor Priya Raman wants free buses.');
});

test.each([
  ['en', 'Bakers sold twice as much rye bread last week.', 'Rye bread keeps for a week in a linen bag.'],
  ['de', 'Letzte Woche wurde doppelt so viel Roggenbrot verkauft.', 'Roggenbrot hält sich eine Woche in einem Beutel.'],
  ['fr', 'La semaine dernière, on a vendu deux fois plus de pain.', 'Le pain de seigle se garde une semaine au sec.'],
  ['es', 'La semana pasada se vendió el doble de pan de centeno.', 'El pan de centeno dura una semana en una bolsa.'],
  [
    'pt',
    'Na semana passada vendeu-se o dobro do pão de centeio.',
    'O pão de centeio dura uma semana num saco de pano.',
  ],
  ['ja', '先週はライ麦パンが二倍も売れました。', 'ライ麦パンは布の袋で一週間もちます。'],
])('in %s nothing is told that is tied to a day that is over', (tag, stale, keeps) => {
  const read = atOnce(readSentences(readable(`${stale}\n\n${keeps}`, { language: tag }), 0, languageOf(tag)));
  expect(read.map(({ text }) => text)).toEqual([keeps]);
});
