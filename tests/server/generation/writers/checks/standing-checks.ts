import { splitSentences } from '../../../../../server/generation/writers/text/split-sentences.ts';
import { type Check, eachPost, linesOf, packsOf } from './run.ts';

/** Ways to begin that point at something said before, written down apart from the writer's own. */
const DANGLING: Record<string, RegExp> = {
  en: /^["“]?(this|that|these|those|it|its|they|their|he|she|his|her|but|and|so|however|then|also|instead|therefore|another|such|the (second|third|other|latter))\b/i,
  de: /^[„»]?(das (ist|war|reicht|heißt)|dies\p{L}*|er|es (ist|war)|sie (ist|sind|war|waren)|ihr|ihre|sein|seine|aber|und|doch|deshalb|dadurch|dabei|dann|danach|außerdem|auch|so|trotzdem|jedoch|davon|dafür|darum)(?!\p{L})/iu,
  es: /^[«“]?(esto|eso|est[ea]s?|es[ea]s?|ella|él|ellos|ellas|su|sus|pero|y|sin embargo|además|también|por eso|así|entonces|luego|en cambio|ambos)(?!\p{L})/iu,
  fr: /^(« ?)?(cela|ceci|ce|cet|cette|ces|elle|elles|ils|son|sa|ses|leurs?|mais|et|donc|ainsi|alors|pourtant|cependant|ensuite|en revanche|aussi)(?!\p{L})/iu,
  pt: /^[“«]?(isso|isto|ess[ea]s?|est[ea]s?|el[ea]s?|seus?|suas?|mas|e|porém|além disso|também|por isso|assim|então|depois|em compensação|ambos)(?!\p{L})/iu,
  ja: /^[「『]?(しかし|だが|でも|また|そして|それ|これ|その|この|あの|そこ|さらに|すると|だから|したがって|つまり|一方|なお|彼|彼女)/,
};

/** Words that tie a text to the day on which it was written. */
const STALE: Record<string, RegExp> = {
  en: /\b(yesterday|tomorrow|tonight|(last|next|this) (week|month|year|summer|winter)|recently)\b/i,
  de: /(?<!\p{L})(gestern|(letzte|nächste|diese|kommende|vergangene)[nrsm]? (woche|monat|jahr|sommer|winter)|kürzlich|neulich)(?!\p{L})/iu,
  es: /(?<!\p{L})(ayer|la semana pasada|el (mes|año) pasado|este (año|mes)|esta semana|recientemente)(?!\p{L})/iu,
  fr: /(?<!\p{L})(hier|demain|la semaine dernière|le mois dernier|l['’]an dernier|cette (année|semaine)|récemment)(?!\p{L})/iu,
  pt: /(?<!\p{L})(ontem|amanhã|a semana passada|o (mês|ano) passado|est[ea] (ano|mês|semana)|recentemente)(?!\p{L})/iu,
  ja: /(昨日|明日|先週|来週|先月|来月|今月|今年|昨年|去年|来年|先日)/,
};

/**
 * A stranger understands where a post begins, and each untitled point of a list: no pronoun or connective that points
 * back, no numbers of nothing.
 */
export const standsAlone: Check = eachPost((post, run) => {
  const [language] = packsOf(post, run);
  const pattern = DANGLING[language?.tag ?? ''];
  const [first] = post.sources;
  if (!language || !pattern || !first) return [];
  const isList = /^2\. /m.test(post.caption);
  const leads = isList ? untitledPoints(post.caption) : splitSentences(first.passage, language).slice(0, 1);
  return leads.filter((lead) => pattern.test(lead)).map((lead) => `dangling: ${lead}`);
});

/** Nothing that a post says is tied to a day that is over. */
export const keeps: Check = eachPost((post, run) => {
  const [language] = packsOf(post, run);
  const stale = STALE[language?.tag ?? ''];
  return stale
    ? post.sources.filter(({ passage }) => stale.test(passage)).map(({ passage }) => `stale: ${passage}`)
    : [];
});

function untitledPoints(caption: string): string[] {
  return caption
    .split('\n\n')
    .filter((block) => /^\d+\. /.test(block) && !block.includes('\n'))
    .flatMap(linesOf);
}
