import type { VideoPost } from '../../../../server/generation/video/plan-video.ts';

const SENTENCE =
  'Walking every day lowers blood pressure, improves sleep and costs nothing, as study number # with twelve thousand participants in nine countries found.';

/** Posts of which the tests make films, by their special property. */
export const POSTS: Record<string, VideoPost> = {
  English: {
    slides: [],
    caption:
      'Why your pour-over tastes bitter\n\nBitter coffee is nearly always coffee that was extracted for too long. Grind a little coarser, and the water runs through faster.\n\nSource: The slow pour – https://slowpour.example/bitter\n\n#coffee #pourover',
  },
  German: {
    slides: [{ title: 'Sauerteig', body: 'Mische Mehl mit Wasser.' }],
    caption: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  },
  'Spanish steps': {
    slides: [],
    caption:
      'Tomates en maceta\n\n1. Elige una maceta de 30 litros.\n2. Llénala con tierra rica en compost.\n3. Planta el tomate y riega despacio.',
  },
  'a French carousel': {
    caption: 'Épargner',
    slides: [
      { title: 'Épargner sans y penser' },
      { title: 'Virez le jour de paie', body: 'Un virement automatique évite de compter sur sa volonté.' },
      { title: 'Commencez petit', body: 'Vingt euros par mois suffisent.' },
    ],
  },
  Japanese: {
    slides: [],
    caption:
      'パンは生きている。だから毎日すこしずつ違う。\n天然酵母は温度と湿度に敏感で、夏は発酵が早く、冬はゆっくりと進みます。',
  },
  Arabic: {
    slides: [],
    caption: 'الخبز البلدي يبدأ بالصبر، لا بالخميرة!\nجرّب وصفة Tartine (الطبعة 2) في بيتك 🍞 عند درجة 4°.',
  },
  'emoji alone beside a word': { slides: [], caption: 'Go 👨‍👩‍👧‍👦👍🏽🇩🇪❤️☕' },
  'one word of 200 letters': { slides: [], caption: 'Donaudampfschiffahrt'.repeat(10) },
  'one word of 5,000 letters': { slides: [], caption: 'W'.repeat(5000) },
  '5,000 characters': {
    slides: [],
    caption: Array.from({ length: 33 }, (_, index) => SENTENCE.replace('#', String(index))).join(' '),
  },
  '200 lines': {
    slides: [],
    caption: Array.from({ length: 200 }, (_, index) => `Tip ${index}: drink water.`).join('\n'),
  },
  'a carousel of long slides': {
    caption: '',
    slides: Array.from({ length: 10 }, (_, index) => ({
      title: SENTENCE,
      body: SENTENCE.repeat(3).replaceAll('#', `${index}`),
    })),
  },
};
