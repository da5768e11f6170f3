import { describe, expect, it } from 'vitest';
import { optionProblems, sentOptions, typedValue, valueText } from '../../../shared/platforms/option-values.ts';
import type { OptionValues, PlatformOptions, PostKind } from '../../../shared/platforms/options.ts';
import { defaultsSchemaOf, PLATFORMS_WITH_OPTIONS, postOptionsSchema } from '../../../shared/posts/options-schema.ts';
import { optionsOf } from '../../../shared/posts/platform-options.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';

/** One field of each kind. */
const OPTIONS: PlatformOptions = {
  fields: [
    { name: 'title', label: 'Title', kind: 'text', maxLength: 10, isOfPost: true, concerns: ['video'] },
    { name: 'place', label: 'Place', kind: 'text', maxLength: 20, pattern: /^\w+$/, mistake: 'Use letters.' },
    { name: 'ask', label: 'Ask', kind: 'switch' },
    {
      name: 'answers',
      label: 'Answers',
      kind: 'list',
      min: 2,
      max: 3,
      itemLength: 5,
      only: { name: 'ask', values: [true] },
    },
    {
      name: 'seen',
      label: 'Seen by',
      kind: 'choice',
      isRequired: true,
      choices: [
        { value: 'all', label: 'Everyone' },
        { value: 'me', label: 'Only me' },
      ],
    },
  ],
  problem: ({ title, place }) => (title !== undefined && place !== undefined ? 'Give a title or a place.' : null),
};

const chosen = (own: OptionValues, defaults: OptionValues = {}, kind: PostKind = 'video') => ({ own, defaults, kind });

it("sends a post's own values over the account's, without what it emptied or does not concern it", () => {
  const defaults = { place: 'Berlin', seen: 'all', title: 'None', ask: true, answers: ['a', 'b'] };
  const sent = (...given: Parameters<typeof chosen>) => sentOptions(OPTIONS, chosen(...given));
  expect(sent({}, defaults)).toEqual({ place: 'Berlin', seen: 'all', ask: true, answers: ['a', 'b'] });
  expect(sent({ place: '', seen: 'me', title: 'Rye' }, defaults)).toMatchObject({ seen: 'me', title: 'Rye' });
  expect(sent({ place: '' }, defaults)).not.toHaveProperty('place');
  expect(sent({ title: 'Rye', ask: false }, defaults, 'pictures')).toEqual({
    place: 'Berlin',
    seen: 'all',
    ask: false,
  });
});

it.each<[string, OptionValues, string[]]>([
  ['nothing', { seen: 'me' }, []],
  ['what is missing', {}, ['Choose "Seen by": Here needs it for each post.']],
  ['another choice', { seen: 'none' }, ['"Seen by" must be all or me, not "none".']],
  ['a long text', { seen: 'me', title: 'Sourdough rye' }, ['"Title" has 13 characters; the limit is 10.']],
  ['another form', { seen: 'me', place: 'a b' }, ['Use letters.']],
  ['another kind', { seen: 'me', ask: 'maybe' }, ['"Ask" must be yes or no.']],
  ['too few entries', { seen: 'me', ask: true, answers: ['a'] }, ['"Answers" needs at least 2 entries.']],
  ['too many', { seen: 'me', ask: true, answers: ['a', 'b', 'c', 'd'] }, ['"Answers" has 4 entries; the limit is 3.']],
  ['what needs another', { seen: 'me', answers: ['a', 'b'] }, ['"Answers" is not sent: it only goes with "Ask" "On".']],
  ['an unknown one', { seen: 'me', x: 'y' }, ['Here has no option "x", only title, place, ask, answers, seen.']],
  ['all of them together', { seen: 'me', title: 'Rye', place: 'Berlin' }, ['Give a title or a place.']],
])('says what is wrong with %s', (_, own, texts) => {
  expect(optionProblems(OPTIONS, 'Here', chosen(own)).map(({ text }) => text)).toEqual(texts);
});

it('warns of what does not concern the post, and only that', () => {
  const found = optionProblems(OPTIONS, 'Here', chosen({ seen: 'me', title: 'Sourdough rye' }, {}, 'text'));
  expect(found).toEqual([{ name: 'title', text: '"Title" is not sent: it only concerns videos.', isWarning: true }]);
});

it.each([
  ['ask', 'Yes', true],
  ['seen', 'only ME', 'me'],
  ['answers', ' a , b,', ['a', 'b']],
  ['title', ' Rye ', 'Rye'],
])('reads %s from "%s"', (name, typed, value) => {
  const field = OPTIONS.fields.find((one) => one.name === name);
  if (!field) throw new Error(name);
  expect(typedValue(field, typed)).toEqual(value);
  expect(typedValue(field, valueText(value))).toEqual(value);
});

describe.each(PLATFORMS_WITH_OPTIONS)('the options of %s', (platform) => {
  const { fields } = optionsOf(platform);

  it('have names of their own, offer a choice, and refer to each other', () => {
    expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
    for (const { name, only, ...field } of fields) {
      expect(name).toMatch(/^[a-z][a-zA-Z0-9]{1,39}$/);
      if (field.kind === 'choice') expect(field.choices.length).toBeGreaterThan(1);
      if (only) expect(fields.map((one) => one.name)).toContain(only.name);
    }
  });

  it('are refused in a call with the name of what is wrong', () => {
    const refused = (schema: typeof postOptionsSchema | ReturnType<typeof defaultsSchemaOf>, value: unknown) =>
      schema.safeParse(value).error?.issues.map(({ message }) => message);
    const unknown = expect.stringContaining(`${platformLabel(platform)} has no option "nope", only `);
    expect(refused(postOptionsSchema, { [platform]: { nope: true } })).toEqual([unknown]);
    expect(refused(defaultsSchemaOf(platform), { nope: true })).toEqual([unknown]);
    const ofPost = fields.find(({ isOfPost }) => isOfPost);
    if (ofPost)
      expect(refused(defaultsSchemaOf(platform), { [ofPost.name]: 'x' })?.[0]).toMatch(/differs from post to post/);
  });
});
