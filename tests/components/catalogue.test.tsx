import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startTestAgent } from '../helpers/agent.ts';
import { appInDocument, says } from '../helpers/component/app.tsx';
import { fastClock } from '../helpers/fast-clock.ts';
import { type Instagram, startInstagram } from '../helpers/instagram/imitation.ts';
import { NOTICES } from '../helpers/notices.ts';
import { CATALOGUE_ROWS } from './catalogue/rows.ts';
import { SPECIFIED_ROWS } from './catalogue/specified.ts';

let instagram: Instagram;

const app = appInDocument(async () => {
  instagram = await startInstagram();
  return startTestAgent({ instagramUrl: instagram.origin }, { warmup: { clock: fastClock() } });
});
afterEach(() => instagram.reset());
afterAll(() => instagram?.close());

describe('the error catalogue (§8)', () => {
  for (const { area, situation, shown, logged, provoke } of CATALOGUE_ROWS) {
    it(`${area}, ${situation}: ${shown.join(' / ') || 'nothing shown'}`, async () => {
      await provoke({ app, instagram });
      await says(...shown);
      if (shown.length === 0)
        expect([...document.querySelectorAll(NOTICES)].map(({ textContent }) => textContent)).toEqual([]);
      if (logged) expect(app.consoleErrors.join('\n')).toContain(logged);
    });
  }
});

/** The parts of a message around what differs from case to case. */
const fixedParts = (message: string) => message.split(/<[^>]*>/).filter(Boolean);

describe('every row of §8 is provoked above', () => {
  it.each(SPECIFIED_ROWS)('$area: $situation', ({ area, situation, messages }) => {
    const rows = CATALOGUE_ROWS.filter((row) => row.area === area && row.situation === situation);
    expect(rows.length).toBeGreaterThan(0);
    const shown = rows.flatMap((row) => row.shown).join('\n');
    for (const part of messages.flatMap(fixedParts)) expect(shown).toContain(part);
    if (messages.length === 0) expect(shown).toBe('');
  });

  it('and no row is provoked that §8 does not have', () => {
    const known = SPECIFIED_ROWS.map(({ area, situation }) => `${area}: ${situation}`);
    for (const { area, situation } of CATALOGUE_ROWS) expect(known).toContain(`${area}: ${situation}`);
  });
});
