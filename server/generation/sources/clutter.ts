/** Elements that never contain the article's text. */
export const CLUTTER_ELEMENTS =
  'script, style, noscript, template, iframe, svg, canvas, form, button, input, select, textarea, nav, footer, dialog, figcaption, aside, amp-consent, [hidden], [aria-hidden="true"], [role="navigation"], [role="dialog"], [role="banner"], [role="contentinfo"]';

/**
 * Class and id names, in the languages of the sites we read, that mark boxes beside the article. They match whole
 * words, separated by -, _ or camelCase humps.
 */
const CLUTTER_NAMES = new RegExp(
  `(^|[\\s_-])(${[
    'ads?|advert\\w*|sponsor\\w*|promo\\w*|banner|affiliate|anzeige|werbung|publicidad|publicite|pubs?',
    'cookies?|consent|gdpr|cmp|aviso|paywall|modal|popup|overlay',
    'share|sharing|sharebar|social|share-buttons|teilen|compartir|partager',
    'related|recommend\\w*|rec|read-?(also|more|next)|more-?(on|from|stories)|most-?(read|viewed)|trending|popular|mehr-zum-thema|leer-tambien|relacionad\\w+|lire-aussi',
    'newsletter|subscribe|subscription|signup|boletin|abonnement|caption',
    'author|authors?-?(bio|card|box)|autor|autora|byline|firma|bio|meta|tags?|taglist|breadcrumbs?|toc|table-of-contents|comments?|commentsgate|disclosure|disclaimer',
  ].join('|')})([\\s_-]|$)`,
);

/** How many characters at the beginning of a name or block are examined. */
const NAME_REACH = 1000;
const BLOCK_REACH = 400;

/** Whether a class or id marks a box beside the article. */
export function isClutterName(name: string): boolean {
  const begun = name.slice(0, NAME_REACH);
  return CLUTTER_NAMES.test(begun.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase());
}

const CLUTTER_BLOCKS = [
  /^(advertisement|ad|anzeige|werbung|publicidad|publicité|pubblicità|sponsored|広告|pr)\b.{0,40}$/i,
  /^(read|see|watch|listen)\s+(also|more|next|too)\b/i,
  /^(also read|related|recommended|you might also like|more on this|lesen sie auch|mehr zum thema|auch interessant|lee también|te puede interesar|ver también|à lire aussi|lire aussi|leia também|veja também|あわせて読みたい|関連記事)\b/i,
  /^(photo|photograph|photography|image|picture|video|foto|bild|fotos|crédito|crédit|写真)\s*(credit|by|courtesy|de|von)?\s*[:©/|]/i,
  /^(source|sources|quelle|quellen|fuente|fuentes|fonte|via|出典)\s*:/i,
  /^(by|words by|von|por|par|text)\s+\p{Lu}[\p{L}.'-]+(\s+\p{Lu}[\p{L}.'-]+){0,3}\s*([|,·•-].*)?$/u,
  /^(published|updated|posted|last updated|aktualisiert|veröffentlicht|publicado|actualizado|publié|mis à jour|atualizado)\b.{0,80}\d{4}/i,
  /^(the post|der beitrag|la entrada)\b.{0,200}\b(appeared first on|erschien zuerst auf|se publicó primero en)\b/i,
  /^(continue reading|weiterlesen|seguir leyendo|lire la suite|continuar lendo|続きを読む)/i,
  /^(filed under|tagged with|tags?:|categories|kategorien|etiquetas|schlagwörter)\b/i,
  /^(about the author|über den autor|sobre (el|la) autora?)\b/i,
  /^\(?(c|©)\)?\s*\d{4}/i,
];

/** These may be anywhere in a block. */
const RIGHTS = /\b(all rights reserved|alle rechte vorbehalten|todos los derechos reservados|tous droits réservés)\b/i;

/** Whether a block of text belongs to the site rather than the article: credits, bylines, teasers for other pages. */
export function isClutterBlock(text: string): boolean {
  const begun = text.slice(0, BLOCK_REACH);
  return RIGHTS.test(text) || CLUTTER_BLOCKS.some((pattern) => pattern.test(begun));
}
