import type { Composer } from '../../../../shared/platforms/descriptor.ts';

/** Servers reject longer URLs. The UI copies the text to the clipboard anyway. */
const ADDRESS_MAX_CHARS = 6_000;

/** A composer's URL, with the post's text if supported and short enough. */
export function composerAddress(composer: Composer, text: string): string {
  const url = new URL(composer.address);
  const plain = url.href;
  if (composer.textParameter && text) {
    // Not every page decodes a plus sign as a space.
    const parameter = new URLSearchParams({ [composer.textParameter]: text }).toString().replaceAll('+', '%20');
    url.search = url.search ? `${url.search}&${parameter}` : parameter;
  }
  return url.href.length <= ADDRESS_MAX_CHARS ? url.href : plain;
}
