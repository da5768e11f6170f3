import fc from 'fast-check';
import { expect } from 'vitest';
import { readLogLine } from '../../../server/diagnostics/log/log-lines.ts';
import { AppError } from '../../../server/errors.ts';
import { readCookieFile } from '../../../server/features/accounts/cookie-file.ts';
import { LANGUAGES } from '../../../server/generation/writers/languages/language.ts';
import { piecesOf, splitSentences } from '../../../server/generation/writers/text/split-sentences.ts';
import { hideSecrets } from '../../../server/http/logger.ts';
import { anyLength, anyText, rule, wellFormed } from './rule.ts';

/** Rules of the server and of the writer that read outside input: pages, files, logs. */
const language = fc.constantFrom(...LANGUAGES);
const bare = (text: string) => text.replace(/\s+/g, '');

rule(splitSentences, 'have every sign of the text, in order, and are not empty', (split) =>
  fc.property(anyText, language, (text, of) => {
    const sentences = split(text, of);
    expect(bare(sentences.join(''))).toBe(bare(text));
    for (const sentence of sentences) expect(sentence.trim()).not.toBe('');
  }),
);
rule(piecesOf, 'are short, and the whole text', (pieces) =>
  fc.property(anyLength, (text) => {
    const all = pieces(text);
    expect(bare(all.join(''))).toBe(bare(text));
    for (const one of all) expect(one.length).toBeLessThan(5000);
  }),
);
const cookie = fc.record(
  {
    name: fc.oneof(fc.constantFrom('sessionid', '__proto__'), anyText),
    value: anyText,
    domain: fc.oneof(fc.constant('.instagram.com'), anyText),
    path: anyText,
    expirationDate: fc.double(),
    sameSite: fc.oneof(fc.constantFrom('lax', 'no_restriction', '__proto__', 'constructor'), anyText),
    hostOnly: fc.boolean(),
  },
  { requiredKeys: ['name', 'value', 'domain'] },
);
rule(readCookieFile, 'reads cookies that browsers take, or says that it cannot, without a word of the file', (read) =>
  fc.property(
    fc.oneof(
      fc.array(cookie).map((all) => JSON.stringify(all)),
      anyLength,
    ),
    (file) => {
      try {
        for (const one of read(file)) expect([undefined, 'None', 'Lax', 'Strict']).toContain(one.sameSite);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect(error).toMatchObject({ code: 'bad_input' });
      }
    },
  ),
);

rule(readLogLine, 'reads a line as it was written, and never throws', (read) =>
  fc.property(fc.constantFrom(10, 20, 30, 40, 50, 60), wellFormed, anyLength, (level, msg, other) => {
    const raw = JSON.stringify({ level, time: 1, msg, own: 2 });
    expect(read(raw)).toMatchObject({ at: 1, message: msg, fields: { own: 2 }, raw });
    expect(read(raw.slice(0, -1))).toBeNull();
    const line = read(other);
    expect(line === null || typeof line.message === 'string').toBe(true);
  }),
);
rule(hideSecrets, 'hides what looks like one wherever it stands, once and for all, in any line', (hide) =>
  fc.property(
    anyLength,
    fc.constantFrom('la_', 'sk-', 'Bearer la_'),
    fc.stringMatching(/^[A-Za-z0-9]{24}$/),
    (text, begin, secret) => {
      const hidden = hide(`${text} ${begin}${secret} ${text}`);
      expect(hidden).not.toContain(secret);
      expect(hide(hidden)).toBe(hidden);
    },
  ),
);
