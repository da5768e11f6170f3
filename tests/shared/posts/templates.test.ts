import { describe, expect, it, test } from 'vitest';
import { needsModel, recogniseStyle } from '../../../shared/posts/template-style.ts';
import { chooseTemplate, fillNiche, GENERAL_TEMPLATE } from '../../../shared/posts/templates.ts';

const template = (name: string, fields: { day?: number; active?: boolean; used?: string } = {}) => ({
  id: name,
  created_at: '2027-01-01T00:00:00+00:00',
  name,
  prompt_template: `${name} about {niche}`,
  day_of_week: fields.day ?? null,
  is_active: fields.active ?? true,
  last_used_at: fields.used ?? null,
});

const MONDAY = 1;

describe('chooseTemplate', () => {
  const monday = template('Motivational Monday', { day: MONDAY });
  const any = template('Any');
  const used = template('Used', { used: '2027-02-01T00:00:00Z' });
  const earlier = template('Earlier', { used: '2027-01-01T00:00:00Z' });
  const inactive = [template('Off', { active: false }), template('Off Monday', { day: MONDAY, active: false })];

  it.each([
    ['leaves templates of weekdays alone when rotation is off', [monday, any], false, MONDAY, 'Any'],
    ['ends with the built-in General then', [monday], false, MONDAY, 'General'],
    ['falls back to a template without a weekday on a day that has none', [monday, any], true, 2, 'Any'],
    ['takes one never used first', [used, earlier, template('New')], false, MONDAY, 'New'],
    ['skips inactive ones', inactive, true, MONDAY, 'General'],
  ])('%s', (_what, templates, rotation, weekday, name) => {
    const chosen = chooseTemplate(templates, { rotation, weekday }).template;
    expect([chosen.name, chosen === GENERAL_TEMPLATE]).toEqual([name, name === 'General']);
  });
});

describe('why a template was chosen', () => {
  const why = (templates: ReturnType<typeof template>[], rotation = true) =>
    chooseTemplate(templates, { rotation, weekday: MONDAY }).reason;
  const monday = template('Motivational Monday', { day: MONDAY });

  it('is its weekday', () => {
    const facts = { name: monday.name, among: 1, lastUsedAt: null };
    expect(why([monday, template('Any')])).toEqual({ choice: 'weekday', weekday: MONDAY, ...facts });
  });

  it('is that it was unused longest, among so many', () => {
    const used = template('Used', { used: '2027-01-01T00:00:00Z' });
    const later = template('Later', { used: '2027-02-01T00:00:00Z' });
    const facts = { name: 'Used', among: 2, lastUsedAt: '2027-01-01T00:00:00Z' };
    expect(why([later, used, template('Sunday', { day: 0 })])).toEqual({
      choice: 'any_day',
      missing: MONDAY,
      ...facts,
    });
    expect(why([later, used, monday], false)).toEqual({ choice: 'any_day', missing: null, ...facts });
  });

  it('is that none was left but the built-in one', () => {
    const off = template('Off', { active: false });
    expect(why([off])).toEqual({ choice: 'built_in', name: 'General', missing: MONDAY, active: 0 });
    expect(why([monday], false)).toEqual({ choice: 'built_in', name: 'General', missing: null, active: 1 });
  });
});

it('fillNiche replaces {niche} everywhere and takes the niche as it is', () =>
  expect(fillNiche('{niche}: why {niche}?', 'Cash $& Co')).toBe('Cash $& Co: why Cash $& Co?'));

test.each([
  ['Motivational Quotes', '', 'quote'],
  ['Carousel Tips', '', 'tips'],
  ['How-to Wednesday', 'Share tips', 'how_to'],
  ['Question of the week', '', 'question'],
  ['Did you know?', '', 'facts'],
  ['Throwback story', '', 'story'],
  ['Behind the Scenes', 'Show how something in this field is really made.', 'insight'],
  ['Consejos del martes', '', 'tips'],
  ['Zitat am Montag', 'Ein Zitat', 'quote'],
  ['Citation du jour', '', 'quote'],
  ['Você sabia?', '', 'facts'],
  ['Hot take', '', 'opinion'],
  ['Opinião da semana', '', 'opinion'],
  ['Weekly insight', '', 'insight'],
  ['今週の気づき', '', 'insight'],
  ['みんなへの質問', '', 'question'],
  ['Friday', 'Write an engaging post about Technology.', 'general'],
  ['General', 'Write a clear post about Wine, and end with a question.', 'general'],
])('%s / %s is %s', (name, prompt, style) => expect(recogniseStyle({ name, prompt })).toBe(style));

test.each([
  ['Quick Facts', 'Three facts from the sources, with numbers.', false],
  ['Zitat am Montag', '', false],
  ['Tips', 'Write 5 tips about {niche}', false],
  ['火曜日のコツ', '{niche}について三つのコツを教えてください。', false],
  ['How-To', 'Give the steps in order, each starting with a verb.', true],
  ['Tips', 'Three tips for beginners who own a cat', true],
  ['Tips', 'Tips about {niche} that mention our shop in Leeds', true],
  ['Question of the Week', 'Ask one open question.', true],
  ['Friday', 'Write an engaging post about Technology.', true],
  ['Tipps', 'Drei Tipps in freundlichem Ton, am Ende eine Frage.', true],
  ['火曜日のコツ', '三つのコツを質問で終えてください。', true],
])('%s / %s needs a model: %s', (name, prompt, needed) => expect(needsModel({ name, prompt })).toBe(needed));
