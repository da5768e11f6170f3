import { Fragment } from 'react';

/** A name such as an address or a handle, which breaks behind its signs rather than within a word. */
export function Breakable({ text }: { text: string }) {
  const parts = text.split(/(?<=[@._-])(?=[^@._-])/);
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
    <Fragment key={place}>
      {place > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
