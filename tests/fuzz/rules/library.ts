import fc from 'fast-check';
import { expect } from 'vitest';
import { decodeImportFile, UnreadableImport } from '../../../shared/posts/import/decode.ts';
import { MEDIA_HEAD_BYTES, mediaTypeOf } from '../../../shared/posts/media-content.ts';
import {
  keptName,
  MEDIA_NAME_MAX,
  normalTag,
  readTags,
  searchPatterns,
  tagFilter,
} from '../../../shared/posts/media-library.ts';
import { anyLength, anyText, rule, wellFormed } from './rule.ts';

rule(decodeImportFile, 'reads every text that spreadsheets save, and refuses the rest in words', (decode) =>
  fc.property(wellFormed, fc.uint8Array({ maxLength: 300 }), (text, bytes) => {
    const table = text.replaceAll('\0', '').replace(/^(?:PK|\ufeff)+/, '');
    expect(decode(Buffer.from(table))).toBe(table);
    expect(decode(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(table, 'utf16le')]))).toBe(table);
    try {
      expect(decode(bytes)).not.toContain('\0');
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableImport);
    }
  }),
);
rule(mediaTypeOf, 'goes by the first bytes alone', (typeOf) =>
  fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
    expect(typeOf(bytes.subarray(0, MEDIA_HEAD_BYTES))).toBe(typeOf(bytes));
    expect(typeOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), bytes]))).toBe('image/jpeg');
  }),
);
rule(keptName, 'can be stored, has no folder, and is kept as it is', (kept) =>
  fc.property(anyLength, (fileName) => {
    const found = kept(fileName);
    if (found === null) return;
    expect(found).not.toMatch(/[\p{Cc}\p{Surrogate}/\\]/u);
    expect([...found].length).toBeLessThanOrEqual(MEDIA_NAME_MAX);
    expect(kept(found)).toBe(found);
  }),
);
rule(readTags, 'are normal, each once, and read again from their list', (read) =>
  fc.property(anyLength, (typed) => {
    const tags = read(typed);
    expect(tags).toEqual([...new Set(tags.map(normalTag))]);
    expect(read(tags.join(','))).toEqual(tags);
  }),
);
rule(tagFilter, 'is an array of that one text to Postgres', (filter) =>
  fc.property(anyText, (tag) => {
    const literal = filter(tag);
    expect(literal).toMatch(/^\{"(?:[^"\\]|\\["\\])*"\}$/s);
    expect(literal.slice(2, -2).replace(/\\(["\\])/g, '$1')).toBe(tag);
  }),
);
rule(searchPatterns, 'mean each of a few words literally', (patterns) =>
  fc.property(anyLength, (typed) => {
    const all = patterns(typed);
    expect(all.length).toBeLessThanOrEqual(8);
    for (const one of all) expect(one.slice(1, -1)).toMatch(/^(?:[^\\%_\s]|\\[\\%_])+$/);
  }),
);
