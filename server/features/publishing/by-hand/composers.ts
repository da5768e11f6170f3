import type { Composer } from '../../../../shared/platforms/descriptor.ts';

/** Servers refuse longer addresses; the screen copies the text to the clipboard anyway. */
const ADDRESS_MAX_CHARS = 6_000;

/** The address of a composer, with the post's text where it takes one and that is short enough. */
export function composerAddress(composer: Composer, text: string): string {
  const url = new URL(composer.address);
  const plain = url.href;
  if (composer.textParameter && text) {
    // Not every page takes a plus sign for a space.
    const parameter = new URLSearchParams({ [composer.textParameter]: text }).toString().replaceAll('+', '%20');
    url.search = url.search ? `${url.search}&${parameter}` : parameter;
  }
  return url.href.length <= ADDRESS_MAX_CHARS ? url.href : plain;
}
