import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { readColumns } from '../../../../server/features/import/columns.ts';
import { readCsv } from '../../../../server/features/import/csv.ts';
import type { ImportAccount } from '../../../../server/features/import/destinations.ts';
import { indexLibrary, type LibraryFile } from '../../../../server/features/import/library.ts';
import { type ImportContext, planImport } from '../../../../server/features/import/plan.ts';
import { looksLikeMoment, orderOf, readMoment } from '../../../../server/features/import/times.ts';
import { decodeImportFile } from '../../../../shared/posts/import/decode.ts';
import { exampleCsv } from '../../../../shared/posts/import/example.ts';
import { IMPORT_MAX_BYTES, IMPORT_MAX_CELL, IMPORT_MAX_POSTS } from '../../../../shared/posts/import/limits.ts';

const account = (id: number, platform: ImportAccount['platform'], label: string): ImportAccount => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  platform,
  label,
  channel: null,
  defaults: {},
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
          options: {},
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

  it('has columns for what is chosen on each platform', () => {
    const heading = 'text,platforms,Bluesky: Who can reply,bluesky:languages,mastodon.sensitive';
    const [found] = plan(`${heading}\nBread,"bluesky, mastodon",Nobody,"en, de",`).posts;
    expect(found?.fields.options).toEqual({ bluesky: { replies: 'nobody', languages: ['en', 'de'] } });
    expect(problems(`${heading}\nBread,bluesky,Friends,,`)).toEqual([
      [2, 'Bluesky: Who can reply', '"Who can reply" must be everyone, some or nobody, not "Friends".'],
    ]);
    expect(() => plan('text,bluesky:title\nBread,x')).toThrow(
      /The column "bluesky:title": Bluesky has no option "title"/,
    );
    expect(() => plan('text,bluesky:replies,bsky:replies\nBread,,')).toThrow(/mean the same/);
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

  it('asks how dates are meant that can be read either way', () => {
    const text = 'date,time,text,platforms\n03/04/2031,9:00,Bread,facebook\n';
    expect([plan(text).answer.needsDateOrder, plan(text).hasErrors]).toEqual([true, true]);
    const told = plan(text, { dateOrder: 'dmy' });
    expect([told.hasErrors, told.posts[0]?.time]).toEqual([false, '2031-04-03T13:00:00Z']);
    expect(problems(`${text}13/04/2031,9:00,Rye,facebook\n04/13/2031,9:00,Spelt,facebook\n`)).toEqual([
      [4, 'date', '"04/13/2031" does not exist. Check the day and the month.'],
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
      [11, null, 'LinkedIn: It has 3001 characters; the limit is 3000.'],
      [12, null, 'Instagram needs a picture or a video.'],
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
      'The first line has no known heading for the text. Begin the file with headings such as date, time, text.',
    ],
    ['text,message\nx,y', 'The columns "text" and "message" mean the same. Remove one of them.'],
  ])('is refused in words where its columns say nothing: %j', (text, words) =>
    expect(readColumns(readCsv(text))).toBe(words),
  );
});

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);
const bytes = (text: string) => new TextEncoder().encode(text);

describe('the lines of a file', () => {
  it('are counted as a text editor does, cells with several lines included', () => {
    expect(readCsv('text,media\r\n"One\r\ntwo",a.png\r\n\r\nThree,b.png\r\n')).toEqual([
      { line: 1, cells: ['text', 'media'] },
      { line: 2, cells: ['One\r\ntwo', 'a.png'] },
      { line: 5, cells: ['Three', 'b.png'] },
    ]);
    expect(readCsv('a,b\r"x\ny",2\rz,3').map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  it.each([
    ['a;b\n1,5;2', ['a|b', '1,5|2']],
    ['a\tb\n1,1\t2', ['a|b', '1,1|2']],
    ['sep=;\r\na;b,c', ['a|b,c']],
    ['say "hi",b', ['say "hi"|b']],
  ])('have the delimiter that the file has: %j', (text, rows) =>
    expect(cellsOf(text)).toEqual(rows.map((row) => row.split('|'))),
  );

  it('are what was written, whatever it was', () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .filter((text) => !/^\s*$/.test(text) && text.trim() === text);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n'),
        (rows, delimiter, end) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const text = `sep=${delimiter}\n${rows.map((row) => row.map(quoted).join(delimiter)).join(end)}${end}`;
          expect(cellsOf(text)).toEqual(rows);
        },
      ),
    );
  });

  it.each([
    ['text\n"Never closed', 'Line 2: A quotation mark (") is opened and never closed.'],
    [
      'text\n"a" b\nc',
      'Line 2: Text follows a closing quotation mark ("). Write quotation marks inside a cell twice ("").',
    ],
    [','.repeat(51), 'Line 1: It has more than 50 columns.'],
    [`text\n${'a'.repeat(IMPORT_MAX_CELL + 1)}`, 'Line 2: A cell has more than 70,000 characters.'],
    ['a\n'.repeat(IMPORT_MAX_POSTS + 2), 'The file has more than 1,000 posts. Split it into several files.'],
    ['\n'.repeat(60_000), 'The file has more than 1,000 posts. Split it into several files.'],
  ])('are refused in words where they cannot be read', (text, words) => expect(() => readCsv(text)).toThrow(words));

  it.each(['"a', '"" "', ','])('end soon for a hostile file of %j', (part) => {
    const text = `a,b\n"${part.repeat(IMPORT_MAX_BYTES / part.length)}`;
    const start = process.cpuUsage();
    expect(() => readCsv(text)).toThrow();
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5);
  });

  it('of the example are read back', () => {
    const lines = readCsv(exampleCsv(new Date('2031-01-09T12:00:00Z')));
    expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 5]);
    expect(lines[2]?.cells[2]).toBe('Three loaves, one dough:\nrye, spelt and wheat.');
  });
});

describe('a file as a spreadsheet saves it', () => {
  it.each([
    ['UTF-8 with a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('text\nBäckerei 🍞')])],
    ['UTF-16', Buffer.from('\ufefftext\nBäckerei 🍞', 'utf16le')],
    ['UTF-16 with the high byte first', Buffer.from('\ufefftext\nBäckerei 🍞', 'utf16le').swap16()],
  ])('is read: %s', (_name, file) => expect(decodeImportFile(file)).toBe('text\nBäckerei 🍞'));

  it('is read as Windows-1252 where it is no Unicode', () =>
    expect(decodeImportFile(new Uint8Array([...bytes('B'), 0xe4, 0x80]))).toBe('Bä€'));

  it.each([
    [new Uint8Array(IMPORT_MAX_BYTES + 1), 'The file is larger than 2 MB. Split it into several files.'],
    [
      bytes('PK\u0003\u0004…'),
      'This is a spreadsheet, not a CSV file. Save the table as CSV (UTF-8) and choose that file.',
    ],
    [new Uint8Array([65, 0, 66]), 'This is not a text file. Save the table as CSV (UTF-8) and choose that file.'],
  ])('is refused in words where it is no table', (file, words) => expect(() => decodeImportFile(file)).toThrow(words));
});

const NEW_YORK = 'America/New_York';
const MORNING = { time: '2031-01-16T14:30:00Z' };

describe('when a line goes out', () => {
  it.each([
    { when: '2031-01-16T14:30:00Z' },
    { when: '2031-01-16 09:30' },
    { when: '1/16/2031 9:30 AM' },
    { when: '16.1.2031 9:30' },
    { when: 'Jan 16, 2031 9:30 am' },
    { date: '2031-01-16', time: '9:30' },
    { date: '2031-01-16 09:30' },
  ])('is read from %j', (cells) => expect(readMoment(cells, 'mdy', NEW_YORK)).toEqual(MORNING));

  it('is never for a line without a date', () => expect(readMoment({}, 'mdy', NEW_YORK)).toEqual({ time: null }));

  it('has the day first where the file has', () => {
    expect(readMoment({ when: '03/04/2031 12:00' }, 'dmy', 'UTC')).toEqual({ time: '2031-04-03T12:00:00Z' });
    expect(readMoment({ when: '03/04/2031 12:00' }, 'mdy', 'UTC')).toEqual({ time: '2031-03-04T12:00:00Z' });
    expect(readMoment({ time: '03/04/2031 12:00' }, 'dmy', 'UTC')).toEqual({ time: '2031-04-03T12:00:00Z' });
    expect(readMoment({ when: '12 AM' }, 'mdy', 'UTC')).toEqual({ problem: 'It has a time but no date.' });
  });

  it.each([
    [{ date: '2031-02-30', time: '9:00' }, '"2031-02-30" does not exist. Check the day and the month.'],
    [{ date: 'tomorrow', time: '9:00' }, '"tomorrow" is not a date that can be read. Write it as 2031-01-16.'],
    [{ date: '2031-01-16', time: '13 PM' }, '"13 PM" is not a time that can be read. Write it as 14:30.'],
    [{ date: '2031-01-16' }, 'It has a date but no time.'],
    [{ time: '9:00' }, 'It has a time but no date.'],
    [{ when: '2031-13-16T09:30:00Z' }, '"2031-13-16T09:30:00Z" is not a date and time that exists.'],
    [
      { date: '2031-03-09', time: '2:30' },
      '02:30 does not exist on 2031-03-09 in America/New_York: the clocks go forward. Choose another time.',
    ],
  ])('is refused in words where it cannot be: %j', (cells, problem) =>
    expect(readMoment(cells, 'mdy', NEW_YORK)).toEqual({ problem }),
  );

  it('is the first of two where the clocks go back', () =>
    expect(readMoment({ when: '2031-11-02 01:30' }, 'mdy', NEW_YORK)).toEqual({ time: '2031-11-02T05:30:00Z' }));

  it('is what any minute was written as', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1_800_000_000, max: 4_000_000_000 }), fc.boolean(), (seconds, isDayFirst) => {
        const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
          .round('minute')
          .toZonedDateTimeISO('UTC');
        const two = (number: number) => String(number).padStart(2, '0');
        const [first, second] = isDayFirst ? [at.day, at.month] : [at.month, at.day];
        const when = `${two(first)}/${two(second)}/${at.year} ${two(at.hour)}:${two(at.minute)}`;
        expect(readMoment({ when }, isDayFirst ? 'dmy' : 'mdy', 'UTC')).toEqual({ time: at.toInstant().toString() });
      }),
    ));

  it('costs little for hostile cells', () => {
    const start = process.cpuUsage();
    for (const part of [' ', '1', '1:', '1 ', '/', 'a', 'T', '1/1/2031 ']) {
      const cell = part.repeat(70_000 / part.length);
      readMoment({ when: cell, time: cell }, 'mdy', 'UTC');
      looksLikeMoment(cell);
    }
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(2);
  });
});

describe('the order of day and month', () => {
  const dates = (...cells: string[]) => orderOf(cells.map((date) => ({ date })));
  it('shows in any date that has only one', () => {
    expect([dates('03/04/2031', '13/04/2031'), dates('03/04/2031', '04/13/2031 9:00')]).toEqual(['dmy', 'mdy']);
    expect(dates('03/04/2031')).toBeNull();
    expect(dates('04/04/2031', '2031-01-16', '1.2.2031', '')).toBe('none');
  });
});
