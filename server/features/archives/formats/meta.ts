import { z } from 'zod';
import type { Container } from '../reading/archive-file.ts';
import { type JsonPath, jsonItems } from '../reading/json-items.ts';
import type { Entry, Owner } from './format.ts';

/**
 * The common parts of Instagram's, Threads' and Facebook's "Download your information" as JSON. Meta documents no
 * schema: names and shapes are those of archives from 2019 to 2026. https://www.facebook.com/help/212802592074644
 */

export const JSON_FORM = 'JSON';
export const mediaSchema = z.object({
  uri: z.string().catch(''),
  creation_timestamp: z.number().nullish(),
  title: z.string().catch(''),
  description: z.string().catch(''),
});

/** Yields the entries of all lists in order. */
export async function* entriesOf<Read extends Entry>(
  archive: Container,
  files: readonly string[],
  wanted: readonly JsonPath[],
  asEntry: (value: unknown) => Read,
): AsyncGenerator<Read | { skipped: 'unreadable' }> {
  for (const file of files)
    for await (const { value } of jsonItems(archive.open(file), wanted))
      yield value === undefined ? { skipped: 'unreadable' } : asEntry(value);
}

/** Whether `name` is a file that was extracted from its archive. */
export function isSingle(name: string, pattern: RegExp): boolean {
  return !name.includes('/') && pattern.test(name);
}

/** Meta names the file "instagram-baker-2026-11-01-Ab3dE.zip". */
export function ownerByName(fileName: string, pattern: RegExp): Owner {
  return { name: pattern.exec(fileName)?.[1] ?? null, id: null };
}

export function inMilliseconds(seconds: number | null | undefined): number | null {
  return typeof seconds === 'number' ? seconds * 1000 : null;
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** Decodes text in which Meta wrote each byte of UTF-8 as a character ("Ã¼" for "ü"). Other text is unchanged. */
export function readable(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\0-\u00ff]/.test(text)) return text;
  try {
    return strict.decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
