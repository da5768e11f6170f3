import { describe, expect, it, test } from 'vitest';
import { draftOf, textFor } from '@/domain/posts/post-text.ts';
import { parseHashtags } from '../../../../shared/posts/composing.ts';

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
  ['bread, ##time;  #Home baking', ['#bread', '#time', '#Home', '#baking']],
  ['#Bread #bread', ['#Bread']],
  ['#خبز 🍞', ['#خبز', '#🍞']],
])('%j is read as %j', (typed, tags) => expect(parseHashtags(typed)).toEqual(tags));

describe('a draft', () => {
  const draft = draftOf(stored, platforms);

  it('knows which platforms have a text of their own', () => {
    expect(Object.keys(draft.own)).toEqual(['twitter', 'linkedin']);
  });

  it('gives a platform the changed main text with as many hashtags as it takes', () => {
    const changed = { ...draft, main: { caption: 'New.', hashtags: 'a b c d e f' }, own: {} };
    expect(textFor('instagram', changed)).toEqual({ caption: 'New.', hashtags: ['#a', '#b', '#c', '#d', '#e'] });
    expect(textFor('twitter', changed).hashtags).toEqual(['#a', '#b']);
  });
});
