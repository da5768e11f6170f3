import { READS, type Read } from '../../../../../shared/platforms/reads.ts';
import type { ChannelLimits } from '../../../../../shared/publishing/channel.ts';

/** The permissions for optional reads, by their names on the platform. */
export type ReadScopes = { readonly [read in Read]?: readonly string[] };
type Wanted = { [read in Read]?: 'no' | 'yes' | undefined };

/** The permissions that a sign-in requests in addition to those for posting. */
export function wantedScopes(scopes: ReadScopes, wanted: Wanted): string[] {
  return READS.flatMap((read) => (wanted[read] === 'yes' ? (scopes[read] ?? []) : []));
}

/** The optional reads that the user chose in a sign-in, to be stored with the login. */
export function wantedReads(wanted: Wanted): Read[] {
  return READS.filter((read) => wanted[read] === 'yes');
}

/** Stored reads as the fields of a sign-in. */
export function asChoices(reads: readonly Read[] = []): Wanted {
  return Object.fromEntries(reads.map((read) => [read, 'yes']));
}

/** The reads that a login lacks permission for; undefined if the platform does not report the granted permissions. */
export function lackingOf(scopes: ReadScopes, granted: readonly string[] | null | undefined): Read[] | undefined {
  if (!granted) return undefined;
  return READS.filter((read) => scopes[read]?.some((scope) => !granted.includes(scope)));
}

/** Missing reads as a channel's limits. */
export function lacking(lacks: readonly Read[] | undefined): Pick<ChannelLimits, 'lacks'> {
  return lacks && lacks.length > 0 ? { lacks: [...lacks] } : {};
}
