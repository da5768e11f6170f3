/** A style named by a template's name or prompt. If several are named at the same position, the first counts. */
export const TEMPLATE_STYLES = ['quote', 'how_to', 'tips', 'question', 'facts', 'opinion', 'insight', 'story'] as const;
export type TemplateStyle = (typeof TEMPLATE_STYLES)[number];

/** The style of a content style template; 'general' when neither its name nor its prompt names one. */
export type Style = TemplateStyle | 'general';

/**
 * What templates of each style say, in any language, since a template's language is not recorded. As in a regular
 * expression; `~` matches any number of letters, and a space also matches a hyphen.
 */
const NAMES: Record<string, Record<TemplateStyle, string>> = {
  en: {
    quote: 'quotes?|quotations?|motivation~|inspiration~',
    how_to: 'how ?to|tutorials?|step by step|guides?',
    tips: 'tips?|carousels?|lists?|listicles?|checklists?|hacks?|advice|mistakes',
    question: 'questions?|polls?|ask|q ?& ?a|engagement|discussions?|debates?',
    facts: 'facts?|statistics?|stats|numbers?|did you know|myths?',
    opinion: 'opinions?|hot takes?|unpopular|perspectives?|point of view|controversial',
    insight: 'insights?|takeaways?|lessons?|reflections?|behind the scenes',
    story: 'story|stories|storytelling|throwback|journey',
  },
  es: {
    quote: 'citas?|frases?|motivaci[oó]n~|inspiraci[oó]n~',
    how_to: 'paso a paso|tutorial(es)?|c[oó]mo hacer|guía',
    tips: 'consejos?|trucos?|listas?|carrusel~',
    question: 'preguntas?|encuestas?|debates?',
    facts: 'datos?|hechos|sab[ií]as que|números?',
    opinion: 'opini[oó]n|opiniones|punto de vista',
    insight: 'reflexi[oó]n|reflexiones|aprendizajes?|perspectivas?|entre bastidores|detr[aá]s de escena',
    story: 'historias?|relatos?|anécdotas?',
  },
  de: {
    quote: 'zitate?|spruch|sprüche|motivation~|inspiration~',
    how_to: 'anleitung~|schritt~|tutorials?',
    tips: 'tipps?|ratschl~|karussell~|listen?',
    question: 'fragen?|umfrage~|diskussion~',
    facts: 'fakten|zahlen|wusstest du|schon gewusst',
    opinion: 'meinung~|standpunkt~',
    insight: 'einblick~|hinter den kulissen|erkenntnis~|denkansto~',
    story: 'geschichten?|anekdoten?',
  },
  fr: {
    quote: 'citations?|inspiration~|motivation~',
    how_to: 'pas à pas|étape~|mode d.emploi|tutoriels?',
    tips: 'astuces?|conseils?|listes?|carrousel',
    question: 'questions?|sondages?|débats?',
    facts: 'chiffres?|faits|le saviez-vous',
    opinion: 'opinions?|avis|point de vue',
    insight: 'réflexions?|éclairages?|coulisses',
    story: 'anecdotes?|histoires?|récits?',
  },
  pt: {
    quote: 'cita[cç][oõ]es|frases?|motivaç~|inspiraç~',
    how_to: 'tutoriais|tutoriel|passo a passo|como fazer|guia',
    tips: 'dicas?|truques?|listas?|carrossel',
    question: 'perguntas?|enquetes?',
    facts: 'fatos|números?|curiosidades?|você sabia',
    opinion: 'opini[aã]o|opini[oõ]es|ponto de vista',
    insight: 'bastidores|reflex[aã]o|reflex[oõ]es|aprendizados?',
    story: 'hist[oó]rias?|relatos?',
  },
  ja: {
    quote: '名言|格言|言葉',
    how_to: '手順|作り方|やり方|ハウツー|方法|使い方|入門',
    tips: 'コツ|ヒント|リスト|まとめ|カルーセル',
    question: '質問|アンケート|問いかけ',
    facts: '豆知識|雑学|数字|ご存[じ知]',
    opinion: '意見|本音|持論',
    insight: '気づき|学び|考察|インサイト|舞台裏|裏側',
    story: '物語|ストーリー|エピソード|体験談',
  },
};

/** Languages without spaces between words. */
const UNSPACED = ['ja'];

const SIGNS = TEMPLATE_STYLES.map((style) => {
  const signsOf = (isUnspaced: boolean) =>
    Object.entries(NAMES)
      .filter(([tag]) => UNSPACED.includes(tag) === isUnspaced)
      .map(([, names]) => names[style].replaceAll('~', '\\p{L}*').replaceAll(' ', '[- ]'))
      .join('|');
  return { style, sign: new RegExp(`(?<!\\p{L})(?:${signsOf(false)})(?!\\p{L})|${signsOf(true)}`, 'iu') };
});

/** How a post should end is not its style. */
const ENDING = /(?<!\p{L})(?:ends?|clos(?:e|es|ing)|finish(?:es)?)(?!\p{L})/iu;

/** The style of a content style template: by its name, or else the first one named by its prompt. */
export function recogniseStyle(template: { name: string; prompt: string }): Style {
  const [asked = ''] = template.prompt.split(ENDING);
  return styleIn(template.name) ?? styleIn(asked) ?? 'general';
}

function styleIn(text: string): TemplateStyle | null {
  const hits = SIGNS.map(({ style, sign }) => ({ style, at: text.search(sign) })).filter(({ at }) => at >= 0);
  return hits.sort((a, b) => a.at - b.at)[0]?.style ?? null;
}

/** Styles that can be found in sources; asking, arguing and general ones need new text. */
const FOUND_STYLES: readonly Style[] = ['quote', 'how_to', 'tips', 'facts', 'insight', 'story'];

/** Requests in prompts that no sentence of a source satisfies: a tone, an ending, an own opinion. */
const DEMANDS = new RegExp(
  `(?<!\\p{L})(?:${[
    'tone|voice|friendly|funny|humou?r\\p{L}*|witty|emojis?|rhymes?|poem|imagine|compare|call to action|in your own words',
    'ends? (?:it )?with|clos(?:e|es|ing) (?:it )?(?:with|by)|ask(?:s|ing)?|why each|say what it means|rewrite|translate',
    'tonfall|ton|freundlich|lustig|humorvoll|witzig|vergleich\\p{L}*|reim\\p{L}*|in eigenen worten|ende mit|frag\\p{L}*',
    'tono|amable|divertid[oa]|humor|compara\\p{L}*|termina con|pregunta\\p{L}*|con tus palabras',
    'amical|drôle|humour|comparez?|terminez? par|demandez?|avec vos mots',
    'tom|amigável|engraçad[oa]|compare|termine com|pergunte|com suas palavras',
  ].join('|')})(?!\\p{L})|口調|絵文字|質問で終|問いかけ|比較|ユーモア|自分の言葉`,
  'iu',
);

/** Whether a template's prompt needs a model: the built-in writer only takes passages of the style from the sources. */
export function needsModel(template: { name: string; prompt: string }): boolean {
  return !FOUND_STYLES.includes(recogniseStyle(template)) || DEMANDS.test(template.prompt);
}
