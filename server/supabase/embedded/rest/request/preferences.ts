import { RestRefusal } from '../error.ts';

/** The parsed `Prefer` header. https://docs.postgrest.org/en/v12/references/api/preferences.html */
export type Preferences = {
  return: 'minimal' | 'headers-only' | 'representation' | null;
  count: 'exact' | 'planned' | 'estimated' | null;
  resolution: 'merge' | 'ignore' | null;
  usesDefaults: boolean;
  rollsBack: boolean;
  maxAffected: number | null;
  /** The applied preferences, as listed in the answer. */
  applied: string[];
};

export type Media = 'json' | 'object' | 'csv';
export type Accepted = { media: Media; contentType: string; stripsNulls: boolean };

/** A `Prefer` or `Accept` header is read up to this length. */
const MOST_LENGTH = 4096;

const KNOWN =
  /^(return=(minimal|headers-only|representation)|count=(exact|planned|estimated)|resolution=(merge|ignore)-duplicates|missing=(default|null)|handling=(strict|lenient)|tx=(commit|rollback)|max-affected=\d{1,9}|params=single-object|timezone=.*)$/;

/** Parses `Prefer`. With `handling=strict`, RestRefusal PGRST122 for an unknown preference. */
export function parsePreferences(header: string | null): Preferences {
  const words = (header ?? '')
    .slice(0, MOST_LENGTH)
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
  const value = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const known = words.filter((word) => KNOWN.test(word));
  const isStrict = words.includes('handling=strict');
  if (isStrict && known.length < words.length) {
    throw new RestRefusal(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${words.filter((word) => !KNOWN.test(word)).join(', ')}`,
    });
  }
  const has = (word: string) => known.includes(word);
  const maxAffected = known.find((word) => word.startsWith('max-affected='));
  const only = <T extends string>(name: string, values: readonly T[]) =>
    values.find((one) => one === value(name)) ?? null;
  return {
    return: only('return', ['minimal', 'headers-only', 'representation']),
    count: only('count', ['exact', 'planned', 'estimated']),
    resolution: has('resolution=merge-duplicates') ? 'merge' : has('resolution=ignore-duplicates') ? 'ignore' : null,
    usesDefaults: has('missing=default'),
    rollsBack: has('tx=rollback'),
    maxAffected: isStrict && maxAffected ? Number(maxAffected.slice('max-affected='.length)) : null,
    applied: known,
  };
}

const OBJECT = 'application/vnd.pgrst.object+json';

/** Chooses the answer's media type by `Accept`. RestRefusal PGRST107 when none of the types is supported. */
export function parseAccept(header: string | null): Accepted {
  const asked = (header ?? '*/*')
    .slice(0, MOST_LENGTH)
    .split(',')
    .map((type) => type.trim().toLowerCase());
  for (const type of asked) {
    const [name = '', ...parameters] = type.split(';').map((part) => part.trim());
    const stripsNulls = parameters.includes('nulls=stripped');
    if (['*/*', 'application/*', 'application/json', ''].includes(name))
      return accepted('json', 'application/json', false);
    if (name === 'application/vnd.pgrst.array+json') return accepted('json', withNulls(name, stripsNulls), stripsNulls);
    if (name === OBJECT || name === 'application/vnd.pgrst.object')
      return accepted('object', withNulls(OBJECT, stripsNulls), stripsNulls);
    if (name === 'text/csv') return accepted('csv', name, false);
  }
  throw new RestRefusal(406, 'PGRST107', `None of these media types are available: ${asked.join(', ')}`);
}

function accepted(media: Media, type: string, stripsNulls: boolean): Accepted {
  return { media, contentType: `${type}; charset=utf-8`, stripsNulls };
}

function withNulls(type: string, stripsNulls: boolean): string {
  return stripsNulls ? `${type};nulls=stripped` : type;
}

/** Parses `Range: 0-9`, the first and last row. Null without a valid range. */
export function parseRange(header: string | null): { offset: number; limit: number | null } | null {
  const [, first, last] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined) return null;
  const offset = Number(first);
  if (!last) return { offset, limit: null };
  if (Number(last) < offset) {
    throw new RestRefusal(416, 'PGRST103', 'Requested range not satisfiable', {
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    });
  }
  return { offset, limit: Number(last) - offset + 1 };
}
