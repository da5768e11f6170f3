import type { MediaItem } from '../../../shared/workspace/database.ts';

/** A file of the Media Library as an import sees it. `name` is the one that people gave it; empty for none. */
export type LibraryFile = {
  name: string;
  item: MediaItem;
  mimeType: string;
  /** In bytes. */
  size: number;
  seconds: number | null;
};

/** The library's files by name in lower case; several may have one name. */
export type LibraryIndex = ReadonlyMap<string, readonly LibraryFile[]>;

export function indexLibrary(files: readonly LibraryFile[]): LibraryIndex {
  const index = new Map<string, LibraryFile[]>();
  for (const file of files) {
    const keys = [file.name, nameInAddress(file.item.path)]
      .filter(Boolean)
      .map((name) => name.normalize('NFC').toLowerCase());
    for (const key of new Set(keys)) {
      index.set(key, [...(index.get(key) ?? []), file]);
    }
  }
  return index;
}

/**
 * The files that a cell names, in its order. Of an address only the file name counts: nothing is downloaded. Names stand
 * between bars, semicolons or ends of lines, or between commas where no file has the whole as its name.
 */
export function findMedia(cell: string, library: LibraryIndex): { files: LibraryFile[]; problems: string[] } {
  const files: LibraryFile[] = [];
  const problems: string[] = [];
  const entries = split(cell, /[|;\r\n]/).flatMap((entry) => (library.has(keyOf(entry)) ? [entry] : split(entry, /,/)));
  for (const entry of entries) {
    const [file, other] = library.get(keyOf(entry)) ?? [];
    if (file && other)
      problems.push(`The Media Library has several files called "${shortened(entry)}". Rename one of them.`);
    else if (file) files.push(file);
    else problems.push(`"${shortened(entry)}" is not in the Media Library. Upload it there first.`);
  }
  return { files, problems };
}

/** One alt text for each file, in order, between bars or ends of lines; empty where a file has none. */
export function altTexts(cell: string): string[] {
  return cell.trim() === '' ? [] : cell.split(/\||\r?\n/).map((text) => text.trim());
}

function split(cell: string, separator: RegExp): string[] {
  return cell
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean)
    .slice(0, 100);
}

function keyOf(entry: string): string {
  const name = /^https?:\/\//i.test(entry) ? nameInAddress(entry) : entry;
  return name.normalize('NFC').toLowerCase();
}

function nameInAddress(address: string): string {
  const last = address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return last;
  }
}

function shortened(name: string): string {
  return name.length > 80 ? `${name.slice(0, 79)}…` : name;
}
