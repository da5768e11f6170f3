import { expect, it } from 'vitest';
import { noticeInWords, type UntoldAnswer } from '../../../../../server/features/publishing/answers/notice.ts';

const by = (author: string, post_id: string | null = 'p1', kind = 'comment'): UntoldAnswer => ({
  id: `of ${author}`,
  kind,
  author,
  words: 'Lovely!',
  post_id,
});
const UNREAD = '/answers?state=unread';

it.each([
  ['nothing', [], null],
  ['one answer', [by('Jo')], ['New answer from Jo', 'Lovely!', `${UNREAD}&answer=of Jo`]],
  ['a mention', [by('Jo', null, 'mention')], ['Jo mentioned you', 'Lovely!', `${UNREAD}&answer=of Jo`]],
  ['two on a post', [by('Jo'), by('Jo')], ['2 new answers on one post', 'From Jo.', `${UNREAD}&post=p1`]],
  [
    'several on two',
    ['A', 'B', 'C', 'D'].map((name, n) => by(name, `p${n % 2}`)),
    ['4 new answers on 2 posts', 'From A, B, and 2 others.', UNREAD],
  ],
  ['a mention among them', [by('A'), by('B', null, 'mention')], ['2 new answers', 'From A and B.', UNREAD]],
])('tells of %s', (_, answers, told) => {
  const notice = noticeInWords(answers);
  expect(notice && [notice.title, notice.body, notice.path]).toEqual(told);
});
