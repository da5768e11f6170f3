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
])('%s / %s is %s', (name, prompt, style) => expect(recogniseStyle({ name, prompt })).toBe(style));

test.each([
  ['Quick Facts', 'Three facts from the sources, with numbers.', false],
  ['Zitat am Montag', '', false],
  ['Tips', 'Write 5 tips about {niche}', false],
  ['Consejos del martes', 'Tres consejos sobre {niche}.', false],
  ['Zitate', 'Schreibe einen Post mit einem Zitat über {niche}.', false],
  ['Astuces', 'Donne trois astuces pratiques sur {niche}.', false],
  ['火曜日のコツ', '{niche}について三つのコツを教えてください。', false],
  ['How-To', 'Give the steps in order, each starting with a verb.', true],
  ['Tips', 'Three tips for beginners who own a cat', true],
  ['Tips', 'Five tips, like a pirate', true],
  ['Tips', 'Tips about {niche} that mention our shop in Leeds', true],
  ['Tipps', 'Drei Tipps für unsere Bäckerei', true],
  ['Question of the Week', 'Ask one open question.', true],
  ['Hot take', '', true],
  ['Friday', 'Write an engaging post about Technology.', true],
  ['Quotes', 'One line, then say what it means.', true],
  ['Tipps', 'Drei Tipps in freundlichem Ton, am Ende eine Frage.', true],
  ['Consejos', 'Tres consejos y termina con una pregunta.', true],
  ['Dicas', 'Três dicas. Termine com uma pergunta.', true],
  ['Astuces', 'Trois astuces avec humour.', true],
  ['火曜日のコツ', '三つのコツを質問で終えてください。', true],
])('%s / %s needs a model: %s', (name, prompt, needed) => expect(needsModel({ name, prompt })).toBe(needed));

test('the starter templates say more than a style, which only a model follows', () => {
  const seed = readFileSync(new URL('../../../supabase/seed.sql', import.meta.url), 'utf8');
  const starters = [...seed.matchAll(/\('([^']+)', '[^']+',\s+'([^']+)', (?:\d|null)\)/g)].map(
    ([, name = '', prompt = '']) => ({ name, prompt }),
  );
  expect(starters).toHaveLength(7);
  expect(starters.every(needsModel)).toBe(true);
});
