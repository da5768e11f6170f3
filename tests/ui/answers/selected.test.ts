import { expect, it } from 'vitest';
import { linesOf } from '@/features/answers/conversation/selected.ts';
import type { Answer, Reply } from '../../../shared/answers/answers.ts';

const at = (minute: number) => new Date(Date.UTC(2031, 0, 1, 12, minute)).toISOString();
const answer = (id: string, parentId: string | null, minute: number, more: Partial<Answer> = {}) =>
  ({ id, parentId, text: id, writtenAt: at(minute), isOwn: false, ...more }) as Answer;
const reply = (id: string, answerId: string, minute: number, state: Reply['state'] = 'sent') =>
  ({ id, answerId, text: id, createdAt: at(minute), state }) as Reply;

const ANSWERS = [
  answer('question', null, 1),
  answer('another', null, 2),
  answer('ours', 'question', 3, { isOwn: true }),
  answer('thanks', 'ours', 4),
  answer('elsewhere', 'another', 5),
  answer('later', 'thanks', 7),
  answer('back', 'thanks', 6, { isOwn: true, text: ' written ' }),
];
const REPLIES = [
  reply('written', 'thanks', 6),
  reply('draft', 'thanks', 8, 'draft'),
  reply('taken back', 'thanks', 8, 'removed'),
  reply('to another', 'another', 9),
];
const shown = (id: string, isWhole = false) => {
  const main = ANSWERS.find((one) => one.id === id) as Answer;
  const thread = { answer: main, postText: null, answers: ANSWERS, replies: REPLIES, maxLength: null };
  const { lines, others } = linesOf(thread, isWhole);
  return { others, lines: lines.map((line) => (line.is === 'answer' ? line.answer.id : line.reply.id)) };
};

it('shows what an answer answers and what answers it, with what was written back from here once', () => {
  expect(shown('thanks')).toEqual({ lines: ['question', 'ours', 'thanks', 'written', 'later'], others: 2 });
  expect(shown('another')).toEqual({ lines: ['another', 'elsewhere', 'to another'], others: 5 });
});

it('shows all that stands below the post on request', () => {
  const all = ['question', 'another', 'ours', 'thanks', 'elsewhere', 'written', 'later', 'to another'];
  expect(shown('another', true)).toEqual({ lines: all, others: 5 });
});

it('comes to an end where answers answer each other', () => {
  const [one, two] = [answer('one', 'two', 1), answer('two', 'one', 2)];
  const thread = { answer: one, postText: null, answers: [one, two], replies: [], maxLength: null };
  expect(linesOf(thread, false).lines).toHaveLength(2);
});
