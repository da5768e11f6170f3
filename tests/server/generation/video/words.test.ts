import { describe, expect, it, test } from 'vitest';
import { filmOf } from '../../../../server/features/generation/film-of.ts';
import { captionLines } from '../../../../server/generation/video/post-words.ts';
import { spokenLanguage, spokenWords } from '../../../../server/generation/video/spoken-words.ts';
import { NO_BRAND } from '../../../../shared/pictures/brand.ts';
import { FILM_MAX_MS, filmSchema } from '../../../../shared/video/film.ts';
import type { FilmOrder } from '../../../../shared/video/making.ts';

test.each([
  ['hashtags at its end', 'Grind coarser #coffee #pour_over＃朝', 'Grind coarser'],
  ['hashtags within it', 'The #AeroPress travels well.', 'The #AeroPress travels well.'],
  ['thousands of hashtags that end in something else', `Go ${'#a'.repeat(9_000)}!`, `Go ${'#a'.repeat(9_000)}!`],
])('a line with %s', (_, caption, text) => {
  expect(captionLines(caption)).toEqual([{ text, mark: null }]);
});

test('a line of hashtags alone says nothing', () => {
  expect(captionLines('Grind coarser\n\n#coffee #pourover')).toEqual([{ text: 'Grind coarser', mark: null }]);
});

it.each([
  ['Rest the dough', 'Twelve hours.', 'Rest the dough. Twelve hours.'],
  ['Why? 🤔', 'It is 5️⃣ hours 👩‍🍳 old 🇩🇪', 'Why? It is 5 hours old'],
  ['', 'More at https://bread.example/a?b #SlowBread ＃パン', 'More at SlowBread パン'],
])('says %j and %j as %j', (heading, text, words) => {
  expect(spokenWords({ heading, text })).toBe(words);
});

it.each([
  ['Let the dough rest in the fridge for the night.', 'en'],
  ['让面团休息一夜。', 'zh'],
  ['دع العجين يرتاح طوال الليل', 'ar'],
  ['Αφήστε τη ζύμη', 'el'],
])('knows that %j is %s', (text, language) => {
  expect(spokenLanguage(text)).toBe(language);
});

const CAPTION = `Let the dough rest overnight.

Twelve hours in the cold make the crumb open and the crust crisp, and they make the flavour deeper than any flour could. The yeast has time. So has the baker, who sleeps.

Bake it in a heavy pot with its lid on. Take the lid off after half an hour. Listen: a loaf that is done sounds hollow.`;
const ORDER: FilmOrder = {
  post: { id: '5f0c0000-0000-4000-8000-000000000000', caption: CAPTION },
  ...{ niche: 'Baking', source: 'bread.example', request: {}, brand: NO_BRAND, slides: [], design: null, pictures: [] },
  spoken: null,
};
const made = async (spoken: FilmOrder['spoken'], request: FilmOrder['request'] = {}) => {
  const answer = await filmOf({ ...ORDER, spoken, request });
  if ('refusal' in answer) throw new Error(answer.refusal);
  return answer;
};
/** Speech durations in which every text takes `ms` milliseconds. */
const eachTakes = (texts: readonly { words: string }[], ms: number) =>
  Object.fromEntries(texts.map(({ words }) => [words, ms]));

describe('a film that is spoken', () => {
  it('has scenes that stand as long as their voice and a breath, and captions that follow it', async () => {
    const silent = await made(null);
    const { plan, film: listed } = await made({ room: 0.9, ms: {} });
    expect(listed.speech.map(({ words }) => words)).toEqual(plan.scenes.map(spokenWords).filter(Boolean));
    const { film } = await made({ room: 0.9, ms: eachTakes(listed.speech, 5_000) }, { plan });
    expect(filmSchema.parse(film)).toEqual(film);
    for (const [index, { startMs, durationMs }] of film.speech.entries()) {
      const scene = film.scenes[index];
      const end = (scene?.startMs ?? 0) + (scene?.durationMs ?? 0);
      expect([startMs > (scene?.startMs ?? 0), end - startMs - durationMs >= 400]).toEqual([true, true]);
      const captions = film.captions.filter((caption) => caption.startMs >= startMs && caption.endMs <= end);
      expect([captions[0]?.startMs, captions.at(-1)?.endMs]).toEqual([startMs, startMs + durationMs].map(Math.round));
    }
    expect([silent.film.speech, silent.film.language, film.language]).toEqual([[], 'en', 'en']);
  });

  it('stands no shorter for a quick voice than its words take to read', async () => {
    const { plan, film } = await made({ room: 0.9, ms: {} });
    const quick = await made({ room: 0.9, ms: eachTakes(film.speech, 100) }, { plan });
    const silent = await made(null, { plan });
    expect(quick.film.scenes.map(({ durationMs }) => durationMs)).toEqual(
      silent.film.scenes.map(({ durationMs }) => durationMs),
    );
  });

  it('has fewer scenes where there is less room, whole ones', async () => {
    const counts: number[] = [];
    for (const room of [1, 0.7, 0.4]) {
      const { plan } = await made({ room, ms: {} });
      for (const { text } of plan.scenes) expect(CAPTION).toContain(text);
      counts.push(plan.scenes.length);
    }
    expect([...new Set(counts)].toSorted((a, b) => b - a)).toEqual(counts);
  });

  it('is refused where it takes longer than a film may last', async () => {
    const { plan, film } = await made({ room: 0.9, ms: {} });
    const slow = eachTakes(film.speech, FILM_MAX_MS / film.speech.length);
    const answer = await filmOf({ ...ORDER, request: { plan }, spoken: { room: 0.9, ms: slow } });
    expect(answer).toEqual({ refusal: expect.stringMatching(/seconds to speak.*without a voice/) });
  });
});
