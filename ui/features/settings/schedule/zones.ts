import { countryOf } from '@/features/settings/schedule/zone-countries.ts';
import { currentName, formerName } from '../../../../shared/time/time-zones.ts';
import { COMMON_TIMEZONES } from '../../../../shared/workspace/settings.ts';

/** A time zone in the list: its IANA name, and its current offset, such as "UTC+5:45". */
export type Zone = { name: string; offset: string; isCommon: boolean };

/**
 * §9's nine first, then all other zones by their current name; `current`, the stored one, is included under its stored
 * name.
 */
export function listZones(current: string, now: Date): Zone[] {
  const common: string[] = [...COMMON_TIMEZONES];
  const known = [...Intl.supportedValuesOf('timeZone').map(currentName), current];
  const others = [...new Set(known)].filter((name) => !common.includes(name)).sort();
  return [...common, ...others].map((name, index) => ({
    name,
    offset: utcOffset(name, now),
    isCommon: index < common.length,
  }));
}

/** "UTC+0", "UTC+2", "UTC−3:30": a zone's offset at `time`. "Unknown" for a zone that this browser does not know. */
export function utcOffset(zone: string, time: Date): string {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' });
    const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return name === 'GMT' ? 'UTC+0' : name.replace('GMT', 'UTC').replace('-', '−');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 'Unknown';
  }
}

/**
 * Abbreviations of zones in standard and daylight saving time; of several zones with the same time, only the largest.
 */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  'Africa/Johannesburg': 'sast',
  'Africa/Lagos': 'wat',
  'Africa/Maputo': 'cat',
  'Africa/Nairobi': 'eat',
  'America/Anchorage': 'akst akdt',
  'America/Argentina/Buenos_Aires': 'art',
  'America/Chicago': 'cst cdt ct',
  'America/Denver': 'mst mdt mt',
  'America/Halifax': 'ast adt',
  'America/Los_Angeles': 'pst pdt pt',
  'America/New_York': 'est edt et',
  'America/Phoenix': 'mst',
  'America/Sao_Paulo': 'brt',
  'America/St_Johns': 'nst ndt',
  'Asia/Hong_Kong': 'hkt',
  'Asia/Jakarta': 'wib',
  'Asia/Karachi': 'pkt',
  'Asia/Kolkata': 'ist',
  'Asia/Manila': 'pht',
  'Asia/Seoul': 'kst',
  'Asia/Shanghai': 'cst',
  'Asia/Singapore': 'sgt',
  'Asia/Tokyo': 'jst',
  'Australia/Adelaide': 'acst acdt',
  'Australia/Brisbane': 'aest',
  'Australia/Perth': 'awst',
  'Australia/Sydney': 'aest aedt',
  'Europe/Athens': 'eet eest',
  'Europe/Berlin': 'cet cest',
  'Europe/Dublin': 'ist',
  'Europe/Lisbon': 'wet west',
  'Europe/London': 'bst',
  'Europe/Moscow': 'msk',
  'Europe/Paris': 'cet cest',
  'Pacific/Auckland': 'nzst nzdt',
  'Pacific/Honolulu': 'hst',
};

/**
 * The zones that match every word of the query in a current or former name, a country, an abbreviation or the offset:
 * "new york" finds America/New_York, "calcutta" Asia/Kolkata, "japan" Asia/Tokyo, "pst" America/Los_Angeles, "+2" and
 * "UTC+2" that offset. Common zones come first; within each group, zones that match whole words precede others.
 */
export function searchZones(zones: readonly Zone[], query: string): Zone[] {
  const words = plain(query).split(' ').filter(Boolean);
  const found = zones.flatMap((zone) => {
    const rank = rankOf(zone, words);
    return rank === null ? [] : [{ zone, rank }];
  });
  return found
    .sort((a, b) => Number(b.zone.isCommon) - Number(a.zone.isCommon) || a.rank - b.rank)
    .map(({ zone }) => zone);
}

/** How many of the words match only parts of words; null if one does not match. */
function rankOf({ name, offset }: Zone, words: readonly string[]): number | null {
  const text = plain(`${name} ${formerName(name)} ${countryOf(name)}`);
  const names = [text, text.replaceAll('-', ' ')];
  const whole = new Set([...names.join(' ').split(' '), ...(ABBREVIATIONS[name] ?? '').split(' ')]);
  let parts = 0;
  for (const word of words) {
    if (whole.has(word) || isOffset(word, plain(offset))) continue;
    if (!names.some((known) => known.includes(word))) return null;
    parts += 1;
  }
  return parts;
}

/** "utc+1" matches "utc+1" and "utc+1:30", but not "utc+10". */
function isOffset(word: string, offset: string): boolean {
  const wanted = word.replace(/^(gmt|utc)?(?=[+-])|^gmt$/, 'utc');
  const cutsNumber = /\d$/.test(wanted) && /^\d/.test(offset.slice(wanted.length));
  return offset.startsWith(wanted) && !cutsNumber;
}

/** Whether two names mean the same zone, such as Asia/Calcutta and Asia/Kolkata. */
export function isSameZone(a: string, b: string): boolean {
  return a === b || canonicalName(a) === canonicalName(b);
}

function canonicalName(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return zone;
  }
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[/_,\s]+/g, ' ')
    .replaceAll('−', '-')
    .trim();
}
