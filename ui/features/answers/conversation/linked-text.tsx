import { Fragment } from 'react';
import { cn } from '@/lib/class-names.ts';
import { parseUrl } from '../../../../shared/web/parse-url.ts';

/** Characters that may follow a web address in a sentence without belonging to it. */
const AFTER = `.,;:!?'")]}>»”’…`;
const ADDRESS = /https?:\/\/[^\s<>"]+/giu;

/**
 * Untrusted text: nothing in it is treated as markup, its complete web addresses become links that show their target,
 * and each line has its own text direction.
 */
export function LinkedText({ text, className }: { text: string; className?: string }) {
  return (
    <p dir="auto" className={cn('[unicode-bidi:plaintext] whitespace-pre-wrap [overflow-wrap:anywhere]', className)}>
      {linkedParts(text).map(({ start, text: part, href }) =>
        href === null ? (
          <Fragment key={start}>{part}</Fragment>
        ) : (
          <a
            key={start}
            dir="ltr"
            href={href}
            target="_blank"
            rel="noreferrer nofollow ugc"
            className="rounded-sm text-primary underline decoration-primary/35 underline-offset-3 hover:decoration-primary"
          >
            {part}
          </a>
        ),
      )}
    </p>
  );
}

/** Splits a text at its web addresses; `href` is null for the other parts. */
export function linkedParts(text: string): { start: number; text: string; href: string | null }[] {
  const parts: { start: number; text: string; href: string | null }[] = [];
  let place = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutEnd(found);
    const href = parseUrl(address)?.href;
    if (!href) continue;
    if (index > place) parts.push({ start: place, text: text.slice(place, index), href: null });
    parts.push({ start: index, text: address, href });
    place = index + address.length;
  }
  if (place < text.length) parts.push({ start: place, text: text.slice(place), href: null });
  return parts;
}

/** An address without the sentence's punctuation. A closing bracket is kept if the address contains the opening one. */
function withoutEnd(found: string): string {
  let end = found.length;
  while (end > 0 && AFTER.includes(found[end - 1] ?? '')) end -= 1;
  const bare = found.slice(0, end);
  return found[bare.length] === ')' && bare.includes('(') && !bare.includes(')') ? `${bare})` : bare;
}
