import { describe, expect, it } from 'vitest';
import { createRunLog } from '../../../../server/features/scripts/run-log.ts';

const CUT = expect.stringMatching(/^The log was cut here/);

function logOf(maxBytes: number, ...texts: string[]): string[] {
  const log = createRunLog(maxBytes, () => undefined);
  for (const text of texts) log.add('script', text);
  return log.lines.map(({ text }) => text);
}

describe('a log', () => {
  it('is cut once, within a line where that is too long, and between characters', () => {
    expect(logOf(10, '1234', '5678', '9', '0')).toEqual(['1234', '5678', CUT]);
    expect(logOf(10, 'äöüäöüäöü', 'more')).toEqual(['äöüäö', CUT]);
  });

  it('has at most 20,000 entries', () => {
    const lines = logOf(1_000_000, ...Array(20_002).fill('x'));
    expect(lines).toHaveLength(20_001);
    expect(lines.at(-1)).toEqual(CUT);
  });

  it('has room for how the run ended, however full it is', () => {
    const log = createRunLog(1, () => undefined);
    log.add('script', 'too long');
    log.add('error', 'failed');
    expect(log.lines.at(-1)).toMatchObject({ kind: 'error', text: 'failed' });
  });

  it('holds nothing that a terminal or the database would choke on', () =>
    expect(logOf(1000, 'a\0b', '\ud83d half', '\u001b[31mred\u001b[0m')).toEqual(['a\u2400b', '\ufffd half', 'red']));
});
