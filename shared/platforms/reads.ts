import { z } from 'zod';
import type { FigureName } from '../publishing/figures.ts';
import type { EntryField } from './ways.ts';

/** What a login can be allowed to read besides what posting needs. */
export const readSchema = z.enum(['figures', 'answers']);
export type Read = z.infer<typeof readSchema>;
export const READS: readonly Read[] = readSchema.options;

/** The choice to ask for it, as a field of a sign-in. */
export const readChoice = z.enum(['no', 'yes']).optional();

/** A permission of its own, which a login that asks for it fails without where the person's app lacks it. */
export type OptionalRead = {
  /** Of the choice: "Also read figures". */
  label: string;
  /** What it makes known, in the middle of a sentence: "watch time and shares". */
  what: string;
  /** The same, for tables. */
  tells: readonly (FigureName | 'followers' | 'comments' | 'mentions')[];
  /** What the app must have, and where, in whole sentences. */
  needs: string;
  /** Something besides what the person expects: nothing is wrong without it. */
  isExtra?: true;
};

/** What a platform's logins are asked for only where the person wants it. */
export type OptionalReads = { [read in Read]?: OptionalRead };

/** The fields of a sign-in that ask which of these are wanted. `usual`: those that are, unless it is said otherwise. */
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
