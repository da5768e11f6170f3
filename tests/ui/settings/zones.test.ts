import { describe, expect, it } from 'vitest';
import { isSameZone, listZones, searchZones, utcOffset } from '@/features/settings/schedule/zones.ts';
import { currentName } from '../../../shared/time/time-zones.ts';

const WINTER = new Date('2026-01-15T12:00:00Z');
const SUMMER = new Date('2026-07-15T12:00:00Z');
const ZONES = listZones('UTC', WINTER);
const names = (query: string) => searchZones(ZONES, query).map(({ name }) => name);

describe('the list', () => {
  it("begins with §9's nine, in its order", () => {
    expect(ZONES.slice(0, 9).map(({ name }) => name)).toEqual([
      'UTC',
      'America/New_York',
      'America/Los_Angeles',
      'America/Chicago',
      'Europe/London',
      'Europe/Paris',
      'Asia/Tokyo',
      'Asia/Shanghai',
      'Australia/Sydney',
    ]);
    expect(ZONES.filter(({ isCommon }) => isCommon)).toHaveLength(9);
  });

  it('goes on with every other zone, each once, by name', () => {
    const all = ZONES.map(({ name }) => name);
    expect(new Set(all).size).toBe(all.length);
    for (const zone of Intl.supportedValuesOf('timeZone')) expect(all).toContain(currentName(zone));
    expect(all.slice(9)).toEqual(all.slice(9).toSorted());
  });

  it('holds the zone that is stored, also one that the browser lists under another name or not at all', () => {
    const stored = listZones('Mars/Olympus_Mons', WINTER).find(({ name }) => name === 'Mars/Olympus_Mons');
    expect(stored).toEqual({ name: 'Mars/Olympus_Mons', offset: 'Unknown', isCommon: false });
  });
});

describe('an offset', () => {
  it.each([
    ['UTC', WINTER, 'UTC+0'],
    ['Europe/London', SUMMER, 'UTC+1'],
    ['America/New_York', WINTER, 'UTC−5'],
    ['Asia/Kathmandu', WINTER, 'UTC+5:45'],
  ])('of %s is the one of that day', (zone, time, offset) => {
    expect(utcOffset(zone, time)).toBe(offset);
  });
});

describe('the search', () => {
  it.each(['new york', 'america/new'])('finds New York by %j', (query) => {
    expect(names(query)).toContain('America/New_York');
  });

  it.each(['port au prince'])('finds a name with hyphens by %j', (query) => {
    expect(names(query)).toEqual(['America/Port-au-Prince']);
  });

  it.each(['UTC+1', '+1'])('finds zones by their offset, %j', (query) => {
    const offsets = new Set(searchZones(ZONES, query).map(({ offset }) => offset));
    expect([...offsets]).toEqual(['UTC+1']);
  });

  it.each(['Calcutta'])('knows past and present names, %j', (query) => {
    expect(names(query)).toEqual(['Asia/Kolkata']);
  });

  it.each([
    ['japan', 'Asia/Tokyo'],
    ['uk', 'Europe/London'],
  ])('finds zones by their country, %j', (query, zone) => {
    expect(names(query)).toContain(zone);
    expect(names(query)).not.toContain('Europe/Paris');
  });

  it.each([
    ['india', 'Asia/Kolkata'],
    ['CEST', 'Europe/Paris'],
  ])('finds what people mean by %j first', (query, zone) => {
    expect(names(query)[0]).toBe(zone);
  });

  it('narrows with each word, and may find nothing', () => {
    expect(names('europe utc+2')).toContain('Europe/Helsinki');
    expect(names('europe utc+2')).not.toContain('Africa/Cairo');
    expect(names('atlantis')).toEqual([]);
  });
});

it('knows a zone under its other names', () => {
  expect(isSameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true);
  expect(isSameZone('Europe/Paris', 'Europe/Berlin')).toBe(false);
  expect(isSameZone('Mars/Olympus_Mons', 'UTC')).toBe(false);
});
