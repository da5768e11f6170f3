import { expect, test } from 'vitest';
import { recogniseStyle } from '../../../../supabase/functions/auto-generate-content/writer/style.ts';

test.each([
  ['Motivational Monday', 'Write something about Fitness.', 'quote'],
  ['Motivational Quotes', '', 'quote'],
  ['Carousel Tips', '', 'tips'],
  ['Tuesday', 'Five practical tips about Travel as a carousel', 'tips'],
  ['How-to Wednesday', 'Share tips', 'how_to'],
  ['Question of the week', '', 'question'],
  ['Did you know?', '', 'facts'],
  ['Throwback story', '', 'story'],
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
])('%s / %s is %s', (name, prompt, style) => {
  expect(recogniseStyle({ name, prompt })).toBe(style);
});
