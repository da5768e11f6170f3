import type { MediaItem } from '../../../shared/workspace/database.ts';

/** A file of the Media Library for imports. `name` is the user's; may be empty. */
export type LibraryFile = {
  name: string;
  item: MediaItem;
  mimeType: string;
  size: number;
  seconds: number | null;
};

/** The library's files by lower-case name, which need not be unique. */
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
 * Finds the files named in a cell, in order. In a URL, only the file name counts: nothing is downloaded. Names are
 * separated by bars, semicolons or line ends, or by commas if no file has the whole text as its name.
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

/** One alt text per file, in order, separated by bars or line ends; may be empty. */
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
