import { describe, expect, test } from 'vitest';
import type { ReadableSource, WrittenPost } from '../../../../server/generation/post.ts';
import type { PostForm } from '../../../../shared/posts/post-reasons.ts';
import type { Run } from './checks/run.ts';
import { CHECKS, expectGoodPosts } from './post-checks.ts';

const TITLE = 'What bakers know';
const QUOTE = '“Dough waits for nobody.”';
const CLAIM = 'Nobody ever learned to bake from a clock.';
const SOURCE: ReadableSource = {
  ok: true,
  url: 'https://bread.example/a',
  title: TITLE,
  text: `${QUOTE}\n\n— Ana Lima, baker in Porto\n\n## Watch the dough\n\n${CLAIM} It was warm last week. This takes time. By Nora Whitlock. Warm dough rises in two hours on a summer morning.`,
  language: 'en',
  picture: null,
};

function postOf(made: PostForm['made'], shown: string, passage = shown): WrittenPost {
  const caption = [shown, `Source: ${TITLE}\n${SOURCE.url}`].join('\n\n');
  return {
    contentType: 'image',
    caption,
    hashtags: ['#HomeBaking', '#Dough', '#Bakers'],
    alternatives: { linkedin: { caption, hashtags: ['#HomeBaking'] } },
    slides: [],
    sources: [{ url: SOURCE.url, title: TITLE, passage }],
    form: { asked: 'quote', made },
  };
}

const SPOKEN = postOf('quote', `${QUOTE} — Ana Lima, baker in Porto`, QUOTE);
const CLAIMED = postOf('quote', `“${CLAIM}”`, CLAIM);
const PLAIN = postOf('insight', CLAIM);

function runOf(...posts: WrittenPost[]): Run {
  return { posts, sources: [SOURCE], niche: 'Home Baking', template: { name: 'Quotes', prompt: '' } };
}

/** The second post with something replaced in its caption, and in the passage where it stands there. */
function said(from: string, to: string): Run {
  const notes = CLAIMED.sources.map((note) => ({ ...note, passage: note.passage.replace(from, to) }));
  return runOf(SPOKEN, { ...CLAIMED, caption: CLAIMED.caption.replace(from, to), sources: notes });
}

const tagged = (...hashtags: string[]) => runOf({ ...CLAIMED, hashtags });
const onLinkedIn = (caption: string) => runOf({ ...CLAIMED, alternatives: { linkedin: { caption, hashtags: [] } } });

const FAULTS: [check: keyof typeof CHECKS, what: string, run: Run][] = [
  ['wholeSentences', 'a cut word', said(`${CLAIM}”`, 'Nobody ever learned to ba”')],
  ['wholeSentences', 'an open quotation', said(`“${CLAIM}”`, `Yes.\n\n“${CLAIM}`)],
  ['wholeSentences', 'a teaser', said(`“${CLAIM}”`, `${CLAIM}\n\nThe rest is in the shop…`)],
  ['noClutter', 'markup', said('Nobody ever', 'Nobody&nbsp;ever')],
  ['noClutter', 'an unfilled phrase', said('Nobody ever', '{niche} ever')],
  ['noClutter', 'the site', said(CLAIM, 'Subscribe to our newsletter.')],
  ['noClutter', 'the author', said(CLAIM, 'By Nora Whitlock.')],
  ['sourced', 'another claim', said('from a clock', 'from a book')],
  ['sourced', 'a passage that the post does not hold', runOf({ ...CLAIMED, caption: SPOKEN.caption })],
  ['nothingInvented', 'a sentence of nobody', said(`“${CLAIM}”`, `“${CLAIM}”\n\nBread cures every illness.`)],
  ['nothingInvented', 'an opener', said(`“${CLAIM}”`, `Worth repeating:\n\n“${CLAIM}”`)],
  ['credited', 'no credit', said(`Source: ${TITLE}\n`, '')],
  ['credited', 'no link', said(`\n${SOURCE.url}`, '')],
  ['credited', 'the title as opening', said(`“${CLAIM}”`, `${TITLE}\n\n“${CLAIM}”`)],
  ['standsAlone', 'a beginning that points back', said(CLAIM, 'This takes time.')],
  ['keeps', 'last week', said(CLAIM, 'It was warm last week.')],
  ['inStyle', 'no quotation marks', said(`“${CLAIM}”`, CLAIM)],
  ['inStyle', 'a quotation after what is none', runOf(PLAIN, SPOKEN)],
  ['inStyle', 'a list of one', runOf({ ...CLAIMED, form: { asked: 'quote', made: 'list' } })],
  ['inStyle', 'no question', runOf({ ...CLAIMED, form: { asked: 'quote', made: 'question' } })],
  ['inStyle', 'a number that is none', runOf({ ...CLAIMED, form: { asked: 'quote', made: 'fact' } })],
  ['inStyle', 'nothing said', runOf({ ...CLAIMED, form: undefined })],
  ['namesSpeakers', 'a quotation of nobody', runOf(postOf('quote', QUOTE))],
  ['different', 'the same post', runOf(CLAIMED, CLAIMED)],
  ['different', 'the same sentence', runOf(CLAIMED, PLAIN)],
  ['fittingHashtags', 'none', tagged()],
  ['fittingHashtags', 'one twice', tagged('#HomeBaking', '#Dough', '#dough')],
  ['fittingHashtags', 'not the niche', tagged('#Dough', '#HomeBaking', '#Bakers')],
  ['fittingHashtags', 'a common word', tagged('#HomeBaking', '#Dough', '#This')],
  ['fittingHashtags', 'a unit', tagged('#HomeBaking', '#Dough', '#Grams')],
  ['fittingHashtags', 'a word of another language', tagged('#HomeBaking', '#Dough', '#ConsejosDeHomeBaking')],
  ['withinLimits', 'no text', onLinkedIn('')],
  ['withinLimits', 'too much text', onLinkedIn('Words to keep: '.repeat(300))],
  ['withinLimits', 'more than the caption says', onLinkedIn(`“${CLAIM}”\n\nBread cures every illness.`)],
];

test('a good run passes the whole table', () => {
  expectGoodPosts(runOf(SPOKEN, CLAIMED));
});

describe('each check finds its fault', () => {
  test.each(FAULTS)('%s: %s', (name, _, run) => {
    expect(CHECKS[name](run)).not.toEqual([]);
  });

  test('none is without one', () => {
    expect(new Set(FAULTS.map(([name]) => name))).toEqual(new Set(Object.keys(CHECKS)));
  });
});
