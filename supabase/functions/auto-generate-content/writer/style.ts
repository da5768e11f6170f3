import type { Format } from './draft.ts';

export type Style = 'quote' | 'tips' | 'how_to' | 'question' | 'story' | 'opinion' | 'facts' | 'insight' | 'general';

/** What the names of templates give away: words (`~` for any ending), and signs of writing without spaces. */
const SIGNS: readonly (readonly [Exclude<Style, 'general'>, RegExp])[] = [
  [
    'quote',
    signs(
      'quotes? quotations? motivation~ inspiration~ zitate? spruch sprüche citas? frases? motivaci[oó]n~ motivaç~ inspiraci[oó]n~ inspiraç~ citations? cita[cç][oõ]es',
      '名言|格言|言葉',
    ),
  ],
  [
    'how_to',
    signs(
      'how_?to tutorials? step_by_step guides? anleitung~ schritt~ paso_a_paso tutorial(es)? tutoriais c[oó]mo_hacer guía pas_à_pas étape~ mode_d.emploi tutoriels? passo_a_passo como_fazer guia',
      '手順|作り方|やり方|ハウツー|方法|使い方|入門',
    ),
  ],
  [
    'tips',
    signs(
      'tips? carousels? lists? listicles? checklists? hacks? advice mistakes tipps? ratschl~ karussell~ listen? consejos? trucos? listas? carrusel~ astuces? conseils? listes? carrousel dicas? truques? carrossel',
      'コツ|ヒント|リスト|まとめ|カルーセル',
    ),
  ],
  [
    'question',
    signs(
      'questions? polls? ask q_?&_?a engagement discussions? debates? fragen? umfrage~ diskussion~ preguntas? encuestas? sondages? débats? perguntas? enquetes?',
      '質問|アンケート|問いかけ',
    ),
  ],
  [
    'facts',
    signs(
      'facts? statistics? stats numbers? did_you_know myths? fakten zahlen wusstest_du schon_gewusst datos? hechos sab[ií]as_que chiffres? faits le_saviez-vous fatos números? curiosidades? você_sabia',
      '豆知識|雑学|数字|ご存[じ知]',
    ),
  ],
  [
    'opinion',
    signs(
      'opinions? hot_takes? unpopular perspectives? point_of_view controversial meinung~ standpunkt~ opini[oó]n opiniones avis point_de_vue opini[aã]o opini[oõ]es ponto_de_vista',
      '意見|本音|持論',
    ),
  ],
  [
    'insight',
    signs(
      'insights? takeaways? lessons? reflections? behind_the_scenes einblick~ hinter_den_kulissen erkenntnis~ denkansto~ reflexi[oó]n reflexiones aprendizajes? perspectivas? réflexions? éclairages? coulisses entre_bastidores detr[aá]s_de_escena bastidores reflex[aã]o reflex[oõ]es aprendizados?',
      '気づき|学び|考察|インサイト|舞台裏|裏側',
    ),
  ],
  [
    'story',
    signs(
      'story stories storytelling throwback journey geschichten? anekdoten? historias? relatos? anécdotas? histoires? récits? anecdotes? hist[oó]rias?',
      '物語|ストーリー|エピソード|体験談',
    ),
  ],
];

function signs(words: string, unspaced: string): RegExp {
  const patterns = words.split(' ').map((word) => word.replaceAll('~', '\\p{L}*').replaceAll('_', '[- ]'));
  return new RegExp(`(?<!\\p{L})(${patterns.join('|')})(?!\\p{L})|${unspaced}`, 'iu');
}

/** What a content style template asks for: its name says it first, else whatever its prompt names first. */
export function recogniseStyle(template: { name: string; prompt: string }): Style {
  return styleIn(template.name) ?? styleIn(template.prompt) ?? 'general';
}

function styleIn(text: string): Style | null {
  const hits = SIGNS.map(([style, sign]) => ({ style, at: text.search(sign) })).filter(({ at }) => at >= 0);
  return hits.sort((a, b) => a.at - b.at)[0]?.style ?? null;
}

/**
 * The formats of a style. `own` ones are what the template asks for; only when the sources hold no more for them, and
 * no invitation of the style is left, does a `near` one step in.
 */
export const FORMATS_OF: Record<Exclude<Style, 'general'>, { own: readonly Format[]; near: readonly Format[] }> = {
  quote: { own: ['quote'], near: ['opinion', 'insight'] },
  tips: { own: ['list', 'tip'], near: ['steps', 'insight'] },
  how_to: { own: ['steps', 'tip'], near: ['list', 'insight'] },
  question: { own: ['question'], near: ['opinion', 'insight'] },
  facts: { own: ['fact'], near: ['insight'] },
  story: { own: ['story'], near: ['insight'] },
  opinion: { own: ['opinion'], near: ['question', 'insight'] },
  insight: { own: ['insight'], near: ['opinion', 'tip'] },
};

/** What a general template alternates between. */
export const GENERAL_FORMATS: readonly Format[] = [
  'insight',
  'list',
  'question',
  'fact',
  'quote',
  'steps',
  'story',
  'opinion',
  'tip',
];
