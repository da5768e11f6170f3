import { parseHTML } from 'linkedom';

/** A document for any HTML, also for fragments and for pages that leave out <html> and <body>, which linkedom takes literally. */
export function parsePage(html: string): Document {
  const whole = /<body[\s>]/i.test(html) && /<html[\s>]/i.test(html);
  return parseHTML(whole ? html : `<!DOCTYPE html><html><body>${html}</body></html>`).document;
}
