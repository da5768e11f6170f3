import type { OptionValues } from '../../../shared/platforms/options.ts';
import { PLATFORMS, type Platform, platformLabel } from '../../../shared/posts/platforms.ts';
import { platformNamed } from '../../../shared/posts/typed-options.ts';
import type { ChannelsRow } from '../../../shared/workspace/database.ts';

/** An account that a line may name; `channel` is null when posting is manual. */
export type ImportAccount = {
  id: string;
  platform: Platform;
  label: string;
  channel: Pick<ChannelsRow, 'state' | 'expires_at' | 'limits'> | null;
  /** The default options of its posts. */
  defaults: OptionValues;
};

/** The platforms named in a cell, in display order. */
export function findPlatforms(cell: string): { platforms: Platform[]; problems: string[] } {
  const found = new Set<Platform>();
  const problems: string[] = [];
  for (const name of listed(cell)) {
    const platform = platformNamed(name);
    if (platform) found.add(platform);
    else problems.push(`There is no platform "${name}". Platforms are ${PLATFORMS.map(({ id }) => id).join(', ')}.`);
  }
  return { platforms: PLATFORMS.map(({ id }) => id).filter((id) => found.has(id)), problems };
}

/**
 * Finds the accounts named in a cell, by label or as platform:label, among those of `platforms` or, if that is empty,
 * of all platforms. Returns the accounts (null if the cell names none) and the resulting platforms.
 */
export function findAccounts(
  cell: string,
  platforms: readonly Platform[],
  known: readonly ImportAccount[],
): { platforms: Platform[]; accounts: string[] | null; problems: string[] } {
  const names = listed(cell);
  if (names.length === 0) return { platforms: [...platforms], accounts: null, problems: [] };
  const problems: string[] = [];
  const chosen = new Map<string, ImportAccount>();
  for (const name of names) {
    const matching = accountsNamed(name, known);
    const fitting = platforms.length > 0 ? matching.filter(({ platform }) => platforms.includes(platform)) : matching;
    if (matching.length === 0) problems.push(`There is no account "${name}".`);
    else if (fitting.length === 0) problems.push(`The account "${name}" is on none of these platforms.`);
    else if (fitting.length > 1 && platforms.length === 0)
      problems.push(`Several accounts are called "${name}". Write ${fitting[0]?.platform}:${name}.`);
    else for (const account of fitting) chosen.set(account.id, account);
  }
  const reached = new Set([...chosen.values()].map(({ platform }) => platform));
  for (const platform of platforms) {
    if (problems.length === 0 && !reached.has(platform))
      problems.push(
        `No account of ${platformLabel(platform)} is named. Name one, or leave ${platformLabel(platform)} out.`,
      );
  }
  return {
    platforms: PLATFORMS.map(({ id }) => id).filter((id) => reached.has(id)),
    accounts: chosen.size > 0 ? [...chosen.keys()] : null,
    problems,
  };
}

/**
 * The destinations of a line that names no account, and only the given platforms, if any: the accounts chosen for the
 * file (null for all connected ones), and manual posting for platforms without accounts. `leftOut` are platforms whose
 * accounts were all deselected.
 */
export function chosenDestinations(
  platforms: readonly Platform[],
  chosen: readonly string[] | null,
  known: readonly ImportAccount[],
): { platforms: Platform[]; accounts: string[] | null; leftOut: Platform[] } {
  if (chosen === null) return { platforms: [...platforms], accounts: null, leftOut: [] };
  const wanted = known.filter(({ id }) => chosen.includes(id));
  const reached = new Set(wanted.map(({ platform }) => platform));
  const named = platforms.length > 0 ? platforms : [...reached];
  const leftOut = named.filter((id) => !reached.has(id) && known.some(({ platform }) => platform === id));
  const left = PLATFORMS.map(({ id }) => id).filter((id) => named.includes(id) && !leftOut.includes(id));
  const accounts = wanted.filter(({ platform }) => left.includes(platform)).map(({ id }) => id);
  return { platforms: left, accounts: accounts.length > 0 ? accounts : null, leftOut };
}

function accountsNamed(name: string, known: readonly ImportAccount[]): ImportAccount[] {
  const wanted = name.replace(/^@/, '').toLowerCase();
  const same = known.filter(({ label }) => label.replace(/^@/, '').toLowerCase() === wanted);
  if (same.length > 0) return same;
  const colon = name.indexOf(':');
  const platform = colon > 0 ? platformNamed(name.slice(0, colon)) : null;
  if (!platform) return [];
  return accountsNamed(
    name.slice(colon + 1).trim(),
    known.filter((account) => account.platform === platform),
  );
}

/** Splits a cell at commas, semicolons, bars or line ends. */
function listed(cell: string): string[] {
  return cell
    .split(/[,;|\r\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean)
    .slice(0, 100);
}
