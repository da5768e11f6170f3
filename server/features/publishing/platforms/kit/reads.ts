import { READS, type Read } from '../../../../../shared/platforms/reads.ts';
import type { ChannelLimits } from '../../../../../shared/publishing/channel.ts';

/** The permissions of what is read only if the person wants it, by their names on the platform. */
export type ReadScopes = { readonly [read in Read]?: readonly string[] };
type Wanted = { [read in Read]?: 'no' | 'yes' | undefined };

/** The permissions that a sign-in asks for besides those for posting. */
export function wantedScopes(scopes: ReadScopes, wanted: Wanted): string[] {
  return READS.flatMap((read) => (wanted[read] === 'yes' ? (scopes[read] ?? []) : []));
}

/** What a sign-in was asked for, to be kept with the login. */
export function wantedReads(wanted: Wanted): Read[] {
  return READS.filter((read) => wanted[read] === 'yes');
}

/** The same as the fields of a sign-in. */
export function asChoices(reads: readonly Read[] = []): Wanted {
  return Object.fromEntries(reads.map((read) => [read, 'yes']));
}

/** What a login may not read, by the permissions that the platform says it has; undefined if it does not say. */
export function lackingOf(scopes: ReadScopes, granted: readonly string[] | null | undefined): Read[] | undefined {
  if (!granted) return undefined;
  return READS.filter((read) => scopes[read]?.some((scope) => !granted.includes(scope)));
}

/** For the limits of a channel. */
export function lacking(lacks: readonly Read[] | undefined): Pick<ChannelLimits, 'lacks'> {
  return lacks && lacks.length > 0 ? { lacks: [...lacks] } : {};
}
