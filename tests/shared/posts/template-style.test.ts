import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { needsModel, recogniseStyle } from '../../../shared/posts/template-style.ts';

test.each([
  ['Motivational Monday', 'Write something about Fitness.', 'quote'],
  ['Motivational Quotes', '', 'quote'],
  ['Carousel Tips', '', 'tips'],
  ['Tuesday', 'Five practical tips about Travel as a carousel', 'tips'],
  ['How-to Wednesday', 'Share tips', 'how_to'],
  ['Question of the week', '', 'question'],
  ['Did you know?', '', 'facts'],
  ['Throwback story', '', 'story'],
  ['Behind the Scenes', 'Show how something in this field is really made.', 'insight'],
  ['Coulisses', '', 'insight'],
  ['Consejos del martes', '', 'tips'],
  ['Zitat am Montag', 'Ein Zitat', 'quote'],
  ['Citation du jour', '', 'quote'],
  ['Étapes du jeudi', '', 'how_to'],
  ['Astuces', '', 'tips'],
  ['Le saviez-vous ?', '', 'facts'],
  ['Frase motivacional', '', 'quote'],
  ['Você sabia?', '', 'facts'],
  ['História de domingo', '', 'story'],
  ['Hot take', '', 'opinion'],
  ['Friday', 'Share an unpopular opinion about Wine', 'opinion'],
  ['Meinung der Woche', '', 'opinion'],
  ['Opinión impopular', '', 'opinion'],
  ['Votre avis', '', 'opinion'],
  ['Opinião da semana', '', 'opinion'],
  ['みんなの意見', '', 'opinion'],
  ['Weekly insight', '', 'insight'],
  ['Erkenntnis am Freitag', '', 'insight'],
  ['Réflexion', '', 'insight'],
  ['今週の気づき', '', 'insight'],
  ['今日の名言', '', 'quote'],
  ['火曜日のコツ', '', 'tips'],
  ['みんなへの質問', '', 'question'],
  ['Friday', 'Write an engaging post about Technology.', 'general'],
  ['General', 'Write a clear post about Wine, and end with a question.', 'general'],
])('%s / %s is %s', (name, prompt, style) => {
  expect(recogniseStyle({ name, prompt })).toBe(style);
});

test.each([
  ['Quick Facts', 'Three facts from the sources, with numbers.', false],
  ['Zitat am Montag', '', false],
  ['How-To', 'Give the steps in order, each starting with a verb.', false],
  ['Question of the Week', 'Ask one open question.', true],
  ['Hot take', '', true],
  ['Friday', 'Write an engaging post about Technology.', true],
  ['Quotes', 'One line, then say what it means.', true],
  ['Tipps', 'Drei Tipps in freundlichem Ton, am Ende eine Frage.', true],
  ['Consejos', 'Tres consejos y termina con una pregunta.', true],
  ['Dicas', 'Três dicas. Termine com uma pergunta.', true],
  ['Astuces', 'Trois astuces avec humour.', true],
  ['火曜日のコツ', '三つのコツを質問で終えてください。', true],
])('%s / %s needs a model: %s', (name, prompt, needed) => {
  expect(needsModel({ name, prompt })).toBe(needed);
});

test('of the starter templates, those that only take from the sources need none', () => {
  const seed = readFileSync(new URL('../../../supabase/seed.sql', import.meta.url), 'utf8');
  const starters = [...seed.matchAll(/\('([^']+)', '[^']+',\s+'([^']+)', (?:\d|null)\)/g)].map(
    ([, name = '', prompt = '']) => ({ name, prompt }),
  );
  expect(starters).toHaveLength(7);
  const without = starters.filter((template) => !needsModel(template)).map(({ name }) => name);
  expect(without).toEqual(['How-To Guide', 'Story Friday']);
});
