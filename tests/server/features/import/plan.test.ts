import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { readColumns } from '../../../../server/features/import/columns.ts';
import { readCsv } from '../../../../server/features/import/csv.ts';
import type { ImportAccount } from '../../../../server/features/import/destinations.ts';
import { indexLibrary, type LibraryFile } from '../../../../server/features/import/library.ts';
import { type ImportContext, planImport } from '../../../../server/features/import/plan.ts';

const account = (id: number, platform: ImportAccount['platform'], label: string): ImportAccount => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  platform,
  label,
  channel: null,
});
const BAKERY = account(1, 'instagram', 'Bakery');
const TWIN = account(2, 'facebook', 'bakery');
const SKY = account(3, 'bluesky', 'Sky');

const file = (name: string, kind: 'image' | 'video' = 'image', path = `uploads/${name}`): LibraryFile => ({
  name,
  item: { path, url: `/${path}`, kind },
  mimeType: kind === 'image' ? 'image/jpeg' : 'video/mp4',
  size: 1000,
  seconds: kind === 'video' ? 20 : null,
});
const LIBRARY = [
  file('loaf.jpg'),
  file('rye, dark.jpg'),
  file('oven.mp4', 'video'),
  file('same.jpg'),
  file('Same.jpg', 'image', 'other/x.jpg'),
];

const CONTEXT: ImportContext = {
  now: Temporal.Instant.from('2031-01-01T00:00:00Z'),
  timezone: 'America/New_York',
  accounts: [BAKERY, TWIN, SKY],
  library: indexLibrary(LIBRARY),
  platforms: [],
  chosenAccounts: null,
  dateOrder: null,
};

function plan(text: string, more: Partial<ImportContext> = {}) {
  const columns = readColumns(readCsv(text));
  if (typeof columns === 'string') throw new Error(columns);
  return planImport(columns, { ...CONTEXT, ...more });
}
const problems = (text: string, more: Partial<ImportContext> = {}) =>
  plan(text, more).answer.problems.map(({ line, column, text: words }) => [line, column, words]);

describe('a file of posts', () => {
  it('becomes posts with all that a line says', () => {
    const lineWith = (media: string) =>
      'Date,Time,Text,Platforms,Accounts,Media,Alt text,Hashtags,First comment,Notes\n' +
      `2031-01-16,9:30 AM,"Bread, warm.",Instagram,@bakery,${media},A loaf | Dark rye,bread #Rye,Recipe below,x`;
    expect(plan(lineWith('loaf.jpg | rye, dark.jpg'))).toMatchObject({ hasErrors: true, posts: [{}] });
    const quoted = plan(lineWith('"loaf.jpg | rye, dark.jpg"'));
    expect(quoted.hasErrors).toBe(false);
    expect(quoted.posts).toEqual([
      {
        time: '2031-01-16T14:30:00Z',
        fields: {
          caption: 'Bread, warm.',
          hashtags: ['#bread', '#Rye'],
          alternatives: {},
          account_versions: {},
          first_comment: 'Recipe below',
          as_document: null,
          link_card: null,
          platforms: ['instagram'],
          account_ids: [BAKERY.id],
          media: [
            { path: 'uploads/loaf.jpg', url: '/uploads/loaf.jpg', kind: 'image', alt: 'A loaf' },
            { path: 'uploads/rye, dark.jpg', url: '/uploads/rye, dark.jpg', kind: 'image', alt: 'Dark rye' },
          ],
        },
      },
    ]);
    expect(quoted.answer.ignored).toEqual(['Notes']);
  });

  it('is read as Buffer and Hootsuite write it, and needs to be told where it goes', () => {
    const buffer = plan(
      'Text,Image URL,Tags,Posting Time\nWarm bread,https://cdn.example/p/loaf.jpg?v=1,campaign,2031-01-16 09:30\n',
      { platforms: ['facebook'] },
    );
    expect([buffer.hasErrors, buffer.answer.ignored]).toEqual([false, ['Tags']]);
    expect(buffer.posts[0]).toMatchObject({
      time: '2031-01-16T14:30:00Z',
      fields: { caption: 'Warm bread', platforms: ['facebook'], media: [{ path: 'uploads/loaf.jpg' }] },
    });
    const hootsuite = '01/16/2031 09:30,Warm bread,https://bakery.example\n01/17/2031 09:30,More bread,\n';
    expect(plan(hootsuite).answer.needsPlatforms).toBe(true);
    const told = plan(hootsuite, { platforms: ['linkedin'], chosenAccounts: null });
    expect([told.hasErrors, told.answer.posts.map(({ line, text }) => [line, text])]).toEqual([
      false,
      [
        [1, 'Warm bread\n\nhttps://bakery.example'],
        [2, 'More bread'],
      ],
    ]);
  });

  it('goes to the accounts that were chosen, unless a line names its own', () => {
    const text = [
      ...['date,time,text,platforms,accounts', '2031-01-16,9:00,Both,"instagram,bluesky",', '2031-01-16,9:00,None,,'],
      ...['2031-01-16,9:00,Own,,Sky', '2031-01-16,9:00,By hand,linkedin,'],
    ].join('\n');
    const { answer, posts } = plan(text, { chosenAccounts: [TWIN.id, BAKERY.id, 'gone'] });
    expect(posts.map(({ fields }) => [fields.caption, fields.platforms, fields.account_ids])).toEqual([
      ['Both', ['instagram'], [BAKERY.id]],
      ['None', ['instagram', 'facebook'], [BAKERY.id, TWIN.id]],
      ['Own', ['bluesky'], [SKY.id]],
      ['By hand', ['linkedin'], null],
    ]);
    expect(answer.openPlatforms).toEqual(['instagram', 'linkedin', 'bluesky']);
    const about = answer.problems.filter(({ text: words }) => words.includes('left out'));
    const words = 'Bluesky is left out: you chose none of its accounts.';
    expect(about).toEqual([{ line: 2, column: null, text: words, isWarning: true }]);
  });

  it('is refused where none of the chosen accounts is of a line’s platforms', () => {
    const text = 'date,time,text,platforms\n2031-01-16,9:00,Bread,bluesky\n';
    const { hasErrors } = plan(text, { chosenAccounts: [TWIN.id] });
    expect([hasErrors, problems(text, { chosenAccounts: [TWIN.id] })]).toEqual([
      true,
      [[2, null, 'Bluesky is left out: you chose none of its accounts.']],
    ]);
    expect(plan(text, { chosenAccounts: null }).posts[0]?.fields.account_ids).toBeNull();
  });

  it('asks how dates are meant that can be read either way', () => {
    const text = 'date,time,text,platforms\n03/04/2031,9:00,Bread,facebook\n';
    expect([plan(text).answer.needsDateOrder, plan(text).hasErrors]).toEqual([true, true]);
    const told = plan(text, { dateOrder: 'dmy' });
    expect([told.hasErrors, told.posts[0]?.time]).toEqual([false, '2031-04-03T13:00:00Z']);
    expect(problems(`${text}13/04/2031,9:00,Rye,facebook\n04/13/2031,9:00,Spelt,facebook\n`)).toEqual([
      [4, 'date', '"04/13/2031" is not a date that can be read. Write it as 2031-01-16.'],
    ]);
  });

  it('makes drafts of lines without a date, which need no platform', () =>
    expect(plan('text\nJust a thought').answer).toMatchObject({
      needsPlatforms: false,
      problems: [],
      posts: [{ time: null }],
    }));

  it('names what is wrong by line and column', () => {
    const text = [
      'date,time,text,platforms,accounts,media,alt text',
      '2030-12-31,9:00,Old,facebook,,,',
      '2031-01-16,9:00,Bread,myspace,,,',
      '2031-01-16,9:00,Bread,,Nobody,,',
      '2031-01-16,9:00,Bread,,bakery,,',
      '2031-01-16,9:00,Bread,"instagram,bluesky",instagram:bakery,loaf.jpg,',
      '2031-01-16,9:00,Bread,facebook,,nothing.jpg,',
      '2031-01-16,9:00,Bread,facebook,,same.jpg,',
      '2031-01-16,9:00,Bread,facebook,,loaf.jpg,One|Two',
      '2031-01-16,9:00,,facebook,,,',
      `2031-01-16,9:00,${'x'.repeat(3001)},linkedin,,,`,
      '2031-01-16,9:00,Bread,instagram,,,',
      '2031-01-16,9:00,Bread,facebook,,,,more',
    ].join('\n');
    expect(problems(text)).toEqual([
      [2, 'date', 'Its time is in the past.'],
      [3, 'platforms', expect.stringMatching(/^There is no platform "myspace"\. Platforms are instagram, /)],
      [4, 'accounts', 'There is no account "Nobody".'],
      [5, 'accounts', 'Several accounts are called "bakery". Write instagram:bakery.'],
      [6, 'accounts', 'No account of Bluesky is named. Name one, or leave Bluesky out.'],
      [7, 'media', '"nothing.jpg" is not in the Media Library. Upload it there first.'],
      [8, 'media', 'The Media Library has several files called "same.jpg". Rename one of them.'],
      [9, 'alt text', 'It has 2 alt texts for 1 file.'],
      [10, 'text', 'It has neither text nor media.'],
      [11, null, 'LinkedIn: It has 3001 of 3000 characters.'],
      [12, null, 'Instagram takes no post without a picture or video.'],
      [13, null, 'It has more cells than there are headings. Put text that has commas in it in quotation marks.'],
    ]);
  });

  it('warns of a line that was pasted twice', () => {
    const text = 'date,time,text,platforms\n2031-01-16,9:00,Bread,facebook\n2031-01-16,9:00,Bread,facebook\n';
    expect(plan(text)).toMatchObject({
      hasErrors: false,
      answer: { problems: [{ line: 3, text: 'It is the same as line 2.', isWarning: true }] },
    });
  });

  it('says how many errors are left out of a long list', () => {
    const { problems: some, moreErrors } = plan(`text,platforms\n${'Bread,myspace\n'.repeat(900)}`).answer;
    expect([some.length, moreErrors]).toEqual([500, 400]);
  });

  it.each([
    ['', 'The file is empty.'],
    [
      'name,age\nx,1',
      'The first line has no heading that is known for the text. Begin the file with headings such as date, time, text.',
    ],
    ['text,message\nx,y', 'The columns "text" and "message" mean the same. Remove one of them.'],
  ])('is refused in words where its columns say nothing: %j', (text, words) =>
    expect(readColumns(readCsv(text))).toBe(words),
  );
});
