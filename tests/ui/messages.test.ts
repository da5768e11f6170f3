import { describe, expect, it } from 'vitest';
import { countsLine } from '@/features/accounts/history/messages.ts';
import { mediaProblems, wordProblems } from '@/features/compose/messages.ts';
import { generationAnswered, runEndNote, uploadProblem as videoProblem } from '@/features/create/messages.ts';
import { sizeLabel, typeLabel } from '@/features/media/media-file.ts';
import { mediaToasts, uploadProblem } from '@/features/media/messages.ts';
import { writtenBy } from '@/features/scheduler/messages.ts';
import { heldInWords } from '../../shared/publishing/held-in-words.ts';

const counts = (postsSeen: number, storiesSeen: number, reelsSeen: number, likes: number) =>
  countsLine({ postsSeen, storiesSeen, reelsSeen, likes, seconds: 600 });
const answered = (created: number, message?: string) =>
  runEndNote({ kind: 'answered', result: { success: true, created, message } });

describe('a message', () => {
  it.each([
    [counts(12, 3, 2, 0), '12 posts, 3 stories, 2 Reels, no likes'],
    [wordProblems.tooLong('X/Twitter', 1200), 'X/Twitter: 1,200 characters too long.'],
    [mediaProblems.too_many('Bluesky', 1), 'Bluesky allows at most 1 picture.'],
    [answered(1), '1 post written and scheduled.'],
    [mediaToasts.notAllUploaded(0, 3).title, '3 files not uploaded'],
    [mediaToasts.notAllUploaded(1, 1).description, '1 file uploaded. See the Media Library for details.'],
    [heldInWords('mastodon', { takenBack: 2, left: 0 }), '2 posts taken back from Mastodon.'],
    [heldInWords('mastodon', { takenBack: 0, left: 1 }), expect.stringContaining('Mastodon publishes it at')],
    [heldInWords('mastodon', { takenBack: 0, left: 2 }), expect.stringContaining('Mastodon publishes them at')],
    [heldInWords('mastodon', { takenBack: 0, left: 0 }), null],
  ])('counts: %j', (message, words) => {
    expect(message).toEqual(words);
  });

  it.each([
    [generationAnswered({ success: false, created: 0, message: 'Nothing new.' }).description, 'Nothing new.'],
    [answered(3, 'One source was left out.'), '3 posts written and scheduled. One source was left out.'],
    [runEndNote({ kind: 'failed', reason: undefined }), /: the generation did not respond\.$/],
    ...[uploadProblem, videoProblem].flatMap((problem): [string, string | RegExp][] => [
      [problem({ kind: 'refused', status: 400, message: 'The bucket is full.' }), 'The bucket is full.'],
      [problem({ kind: 'refused', status: 500, message: null }), / could not be saved \(500\)\. Try again/],
    ]),
  ])('gives the reason that the agent gave, where it gave one: %j', (message, words) => {
    expect(message).toMatch(words);
  });

  it.each([
    [writtenBy('openai:gpt-5', 'Tips'), 'gpt-5 (OpenAI), template "Tips"'],
    [typeLabel({ mime_type: null }), 'File'],
    [sizeLabel({ size_bytes: 0 }), 'Unknown'],
  ])('names also what it does not know: %j', (message, words) => {
    expect(message).toBe(words);
  });
});
