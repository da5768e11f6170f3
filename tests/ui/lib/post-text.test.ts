import { describe, expect, it, test } from 'vitest';
import { draftOf, hasSameWords, textFor, toStore } from '@/lib/post-text.ts';
import { parseHashtags } from '../../../shared/posts/composing.ts';

const stored = {
  caption: 'Bread takes time.',
  hashtags: ['#bread', '#time', '#home'],
  alternatives: {
    instagram: { caption: 'Bread takes time.', hashtags: ['#bread', '#time', '#home'] },
    twitter: { caption: 'Bread!', hashtags: ['#bread'] },
    linkedin: { caption: 'Bread takes time.', hashtags: ['#time'] },
  },
  updated_at: '2031-01-01T00:00:00Z',
};
const platforms = ['instagram', 'twitter', 'linkedin', 'facebook'] as const;

test.each([
  ['#bread #time', ['#bread', '#time']],
  ['bread, ##time;  #Home baking', ['#bread', '#time', '#Home', '#baking']],
  ['#Bread #bread', ['#Bread']],
  ['#خبز 🍞', ['#خبز', '#🍞']],
  [' # ', []],
])('%j is read as %j', (typed, tags) => expect(parseHashtags(typed)).toEqual(tags));

describe('a draft', () => {
  const draft = draftOf(stored, platforms);

  it('knows which platforms have a text of their own', () => {
    expect(Object.keys(draft.own)).toEqual(['twitter', 'linkedin']);
  });

  it('stores what goes out on each platform, and nothing new where nothing was changed', () => {
    const { facebook, ...others } = toStore(draft, platforms).alternatives;
    expect(others).toEqual(stored.alternatives);
    expect(facebook).toEqual({ caption: stored.caption, hashtags: stored.hashtags });
  });

  it('gives a platform the changed main text with as many hashtags as it takes', () => {
    const changed = { ...draft, main: { caption: 'New.', hashtags: 'a b c d e f' }, own: {} };
    expect(textFor('instagram', changed)).toEqual({ caption: 'New.', hashtags: ['#a', '#b', '#c', '#d', '#e'] });
    expect(textFor('twitter', changed).hashtags).toEqual(['#a', '#b']);
  });
});

test('words are the same until a caption, a hashtag or an alternative differs', () => {
  expect(hasSameWords(stored, { ...stored })).toBe(true);
  expect(hasSameWords(stored, { ...stored, caption: 'Other.' })).toBe(false);
  expect(hasSameWords(stored, { ...stored, hashtags: ['#bread'] })).toBe(false);
  const twitter = { caption: 'Bread?', hashtags: ['#bread'] };
  expect(hasSameWords(stored, { ...stored, alternatives: { ...stored.alternatives, twitter } })).toBe(false);
});
