import { textWidth } from '../text/measure.ts';

/** Longer niches (in letters, see textWidth) are descriptions. */
const NAME_MAX_WIDTH = 40;

/** A niche on one line. */
export function tidyNiche(niche: string): string {
  return niche.replace(/[#<>{}|\s]+/g, ' ').trim();
}

/**
 * A niche as a short name, in its original case. For a description, the part before its first punctuation mark or
 * “for”; empty if that is too long as well.
 */
export function nameOfNiche(niche: string): string {
  const tidy = tidyNiche(niche);
  const [first = ''] = tidy.split(
    /\s*[,;:.(/、。・（]\s*|\s+[–—-]\s+|\s+(?:for|für|para|pour|in|with|mit|con|com|avec)\s+/u,
  );
  const name = textWidth(tidy) <= NAME_MAX_WIDTH ? tidy : first;
  return textWidth(name) <= NAME_MAX_WIDTH ? name : '';
}
