import type { Answer, AnswerThread, Reply } from '../../../../shared/answers/answers.ts';

/** A line of a conversation: an answer, or a reply sent from here. */
export type Line = { is: 'answer'; answer: Answer } | { is: 'reply'; reply: Reply };

/**
 * The part of a post's conversation that belongs to one answer: its ancestors, its descendants, and the replies sent
 * from here, in order of time. `others` counts the remaining answers. `isWhole` includes everything.
 */
export function linesOf(
  { answer, answers, replies }: AnswerThread,
  isWhole: boolean,
): { lines: Line[]; others: number } {
  const all = answers.some(({ id }) => id === answer.id) ? answers : [...answers, answer];
  const byId = new Map(all.map((one) => [one.id, one]));
  const chosen = new Set<string>();
  for (
    let at: Answer | undefined = answer;
    at && !chosen.has(at.id);
    at = at.parentId ? byId.get(at.parentId) : undefined
  ) {
    chosen.add(at.id);
  }
  // Sorted by time, so an answer comes after its parent.
  const below = new Set([answer.id]);
  for (const one of all) {
    if (one.parentId === null || !below.has(one.parentId)) continue;
    below.add(one.id);
    chosen.add(one.id);
  }
  const shownReplies = replies.filter(
    ({ state, answerId }) => state !== 'draft' && state !== 'removed' && (isWhole || chosen.has(answerId)),
  );
  // The platform's answers also include replies sent from here.
  const isSame = (one: Answer) =>
    one.isOwn && shownReplies.some((reply) => reply.answerId === one.parentId && reply.text.trim() === one.text.trim());
  const shown = all.filter((one) => (isWhole || chosen.has(one.id)) && !isSame(one));
  const lines: Line[] = [
    ...shown.map((one) => ({ is: 'answer', answer: one }) as const),
    ...shownReplies.map((reply) => ({ is: 'reply', reply }) as const),
  ];
  const timeOf = (line: Line) => Date.parse(line.is === 'answer' ? line.answer.writtenAt : line.reply.createdAt);
  return {
    lines: lines.sort((a, b) => timeOf(a) - timeOf(b)),
    others: all.length - all.filter(({ id }) => chosen.has(id)).length,
  };
}
