import { expect, it } from 'vitest';
import { libraryMessages } from '@/domain/media/library-messages.ts';
import { composeMessages, mediaProblems, whenMessages, wordProblems } from '@/features/compose/messages.ts';

it('says what differs, as a sentence', () => {
  const { what } = composeMessages.conflict;
  expect(what(['text'])).toBe('The text differs.');
  expect(what(['destinations'])).toBe('The accounts differ.');
  expect(what(['text', 'firstComment', 'media'])).toBe('The text, the first comment, and the media differ.');
  expect(composeMessages.text.keepOwn(['TikTok'])).toBe('TikTok has a custom text.');
  expect(composeMessages.text.keepOwn(['TikTok', 'Facebook'])).toBe('TikTok and Facebook have custom texts.');
});

it('says what is wrong, with the numbers that help', () => {
  expect(wordProblems.tooLong('X/Twitter', 1)).toBe('X/Twitter: 1 character too long.');
  expect(wordProblems.tooLong('X/Twitter', 1200)).toBe('X/Twitter: 1,200 characters too long.');
  expect(wordProblems.comment('bluesky', 300)).toBe('Bluesky: the first comment may have 300 characters.');
  expect(mediaProblems.too_many('Bluesky', 4)).toBe('Bluesky allows at most 4 pictures.');
  expect(libraryMessages.add(1)).toBe('Add 1 file');
  expect(libraryMessages.add(3)).toBe('Add 3 files');
});

it('asks before a post goes out', () => {
  expect(whenMessages.question.text(['bakery', 'bakery_x'])).toBe(
    'It goes out to bakery and bakery_x right away. This cannot be undone.',
  );
});
