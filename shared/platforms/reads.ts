import { z } from 'zod';
import type { FigureName } from '../publishing/figures.ts';
import type { EntryField } from './ways.ts';

/** What a login may be allowed to read in addition to what posting needs. */
export const readSchema = z.enum(['figures', 'answers']);
export type Read = z.infer<typeof readSchema>;
export const READS: readonly Read[] = readSchema.options;

/** Whether to request the permission, as a field of a sign-in. */
export const readChoice = z.enum(['no', 'yes']).optional();

/** A separate permission. A login that requests it fails if the user's app lacks it. */
export type OptionalRead = {
  /** The label of the choice: "Also read figures". */
  label: string;
  /** What it makes available, for the middle of a sentence: "watch time and shares". */
  what: string;
  /** The same, for tables. */
  tells: readonly (FigureName | 'followers' | 'comments' | 'mentions')[];
  /** What the app needs, and where to add it, in whole sentences. */
  needs: string;
  /** More than users expect: its absence is not a problem. */
  isExtra?: true;
};

/** The permissions that a platform's logins request only if the user chooses them. */
export type OptionalReads = { [read in Read]?: OptionalRead };

/** The fields of a sign-in that offer these permissions. `usual`: those that are chosen by default. */
export function readFields(reads: OptionalReads, usual: readonly Read[] = []): EntryField[] {
  return READS.flatMap((name) => {
    const read = reads[name];
    if (!read) return [];
    const no = { value: 'no', label: 'No' };
    const yes = { value: 'yes', label: 'Yes' };
    return {
      name,
      label: read.label,
      hint: `For ${read.what}. ${read.needs}`,
      missing: `Choose whether to read ${read.what}.`,
      options: usual.includes(name) ? [yes, no] : [no, yes],
    };
  });
}

/** "No permission to read followers: renew the login with “Also read followers”." */
export function lacksInWords({ label, what }: Pick<OptionalRead, 'label' | 'what'>): string {
  return `No permission to read ${what}: renew the login with “${label}”.`;
}
