/** The styles that a template's name or prompt can name. If several match at the same position, the first counts. */
export const TEMPLATE_STYLES = ['quote', 'how_to', 'tips', 'question', 'facts', 'opinion', 'insight', 'story'] as const;
export type TemplateStyle = (typeof TEMPLATE_STYLES)[number];

/** The style of a content style template; 'general' when neither its name nor its prompt names one. */
export type Style = TemplateStyle | 'general';

/**
 * The words that name each style, for all languages together, since a template's language is not recorded. They are
 * regular expressions in which `~` matches any number of letters, and a space also matches a hyphen.
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

/** What follows describes how a post should end, which does not define its style. */
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

/** Styles that can be found in sources; questions, opinions and general posts need new text. */
const FOUND_STYLES: readonly Style[] = ['quote', 'how_to', 'tips', 'facts', 'insight', 'story'];

/** Words of a prompt that ask for no more than a style: "Write a post with tips about {niche} from the sources". */
const NEUTRAL = new Set(
  `a an the and or to of on in for from with about as per by its your our my this that these those please
  write create make give share tell show take pick choose find use post posts caption captions content text one two
  three four five six seven eight nine ten daily weekly day week today monday tuesday wednesday thursday friday saturday
  sunday good useful practical real true short clear simple main important interesting some few each every source sources
  article articles page pages topic niche step steps order point points slide slides line lines sentence sentences
  un una unos unas el la los las y o de del en con para por sobre escribe crea haz da comparte cuenta muestra publicación
  publicaciones texto dos tres cuatro cinco lunes martes miércoles jueves viernes sábado domingo día semana útil útiles
  práctico prácticos corto corta breve claro clara fuente fuentes tema
  ein eine einen einem eines der die das den dem des und oder zu zum zur von vom im am auf mit für aus über schreibe
  schreib erstelle mach gib teile erzähle zeige beitrag beiträge post text zwei drei vier fünf montag dienstag mittwoch
  donnerstag freitag samstag sonntag tag woche nützliche praktische kurze kurzer klare quelle quellen thema
  les des du au aux et ou à en dans avec pour par sur une le un rédige écris écrivez crée donne donnez partage raconte
  montre publication publications texte deux trois quatre cinq lundi mardi mercredi jeudi vendredi samedi dimanche jour
  semaine utile utiles pratiques court courte clair source sources sujet thème
  uma uns umas os as e do da dos das no na nos nas com escreva crie faça dê compartilhe conte mostre publicação
  publicações dois duas três segunda terça quarta quinta sexta sábado domingo dia semana úteis práticas curto curta fonte
  fontes`.split(/\s+/),
);

/** The same in Japanese, which has no spaces; particles and endings are in hiragana. */
const NEUTRAL_UNSPACED =
  /投稿|記事|情報源|出典|毎日|毎週|今日|[月火水木金土日]曜日?|[一二三四五六七八九十]つ?|書いて|作って|紹介|教えて|\p{sc=Hiragana}+/gu;

/**
 * Whether a template's prompt needs a model. The built-in writer takes passages of the style from the sources, so any
 * other words of the prompt, such as a tone, an ending or another style, are beyond it.
 */
export function needsModel(template: { name: string; prompt: string }): boolean {
  const style = recogniseStyle(template);
  return !FOUND_STYLES.includes(style) || otherWordsOf(template.prompt, style).length > 0;
}

/** The words of a prompt that are neither its style's nor neutral. */
function otherWordsOf(prompt: string, style: Style): string[] {
  const own = SIGNS.find((signs) => signs.style === style)?.sign;
  const text = prompt.replaceAll('{niche}', ' ');
  const rest = own ? text.replace(new RegExp(own, 'giu'), ' ') : text;
  const words = rest.replace(NEUTRAL_UNSPACED, ' ').match(/[\p{L}\p{M}’']+/gu) ?? [];
  return words.filter((word) => !NEUTRAL.has(word.toLowerCase()));
}
