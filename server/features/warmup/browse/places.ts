import { PATHS, SELECTORS } from '../../../instagram/site.ts';
import { drawFrom } from '../draw.ts';
import type { Sight } from '../next-step.ts';
import { GRID_STRETCH } from '../pace.ts';
import type { Place } from '../plan.ts';
import { click, findClickable } from './click.ts';
import { openFeed } from './feed.ts';
import { appears, arrivesAt, ask, comesTrue, type Hand, pathOf, pressKey, scrollBy, scrollToTop } from './hand.ts';
import { visitPath } from './navigate.ts';

/** How often one tries to hit something that moves. */
const CLICKS_MAX = 3;

/** Instagram as a session uses it. */
export type Places = {
  /** Goes to a place; false when there is nothing of its kind. */
  go(place: Place): Promise<boolean>;
  /** Brings the next thing of that place into view; null when there is none. */
  advance(place: Place): Promise<Sight | null>;
  /** Likes the post of the feed that is in view; false, and nothing done, when that cannot be done safely. */
  like(): Promise<boolean>;
};

/**
 * `siteUrl` is Instagram's address without a slash at its end. `lookAround` dismisses what lies in front of a page and says how much, or throws what ends
 * the session.
 */
export function openPlaces(hand: Hand, siteUrl: string, lookAround: () => Promise<number>): Places {
  const feed = openFeed(hand);
  const visit = (path: string) => visitPath(hand, siteUrl, path, lookAround);
  /** Nothing was seen yet of the place that was gone to. */
  let isNew = true;

  const go: { [place in Place]: () => Promise<boolean> } = {
    async feed() {
      await visit(PATHS.feed);
      return appears(hand, SELECTORS.post);
    },
    async stories() {
      await visit(PATHS.feed);
      await appears(hand, `${SELECTORS.post}, ${SELECTORS.story}`);
      await scrollToTop(hand);
      return (await openStory(hand)) && arrivesAt(hand, PATHS.stories);
    },
    async reels() {
      await visit(PATHS.reels);
      return appears(hand, SELECTORS.reel);
    },
    async explore() {
      await visit(PATHS.explore);
      return appears(hand, SELECTORS.gridPost);
    },
  };

  const advance: { [place in Place]: () => Promise<Sight | null> } = {
    feed: () => feed.next(),
    async stories() {
      const isAnother = isNew || (await turnOver(hand, 'ArrowRight'));
      return isAnother && pathOf(hand.page).startsWith(PATHS.stories) ? 'story' : null;
    },
    async reels() {
      return isNew || (await turnOver(hand, 'ArrowDown')) ? 'reel' : null;
    },
    async explore() {
      if (!isNew) await scrollBy(hand, (await windowHeight(hand)) * drawFrom(GRID_STRETCH, hand.random));
      return (await showsGrid(hand)) ? 'grid' : null;
    },
  };

  return {
    async go(place) {
      if (pathOf(hand.page).startsWith(PATHS.stories)) await leaveStories(hand);
      isNew = true;
      return go[place]();
    },
    async advance(place) {
      const sight = await advance[place]();
      isNew = false;
      return sight;
    },
    like: () => feed.like(),
  };
}

/** Presses a key that shows the next one, which has an address of its own; false when there is none. */
async function turnOver(hand: Hand, key: 'ArrowRight' | 'ArrowDown'): Promise<boolean> {
  const former = pathOf(hand.page);
  await pressKey(hand, key);
  return comesTrue(hand, (path) => location.pathname !== path, former);
}

/** Clicks on the first story of the row above the feed, which may still be moving; false when there is none. */
async function openStory(hand: Hand): Promise<boolean> {
  for (let attempt = 0; attempt < CLICKS_MAX; attempt++) {
    const options = { holding: SELECTORS.storyPicture, outside: `article, ${SELECTORS.dialog}` };
    const story = await findClickable(hand, SELECTORS.story, options);
    if (!story) return false;
    if (await click(hand, story)) return true;
  }
  return false;
}

async function leaveStories(hand: Hand): Promise<void> {
  await hand.look();
  await pressKey(hand, 'Escape');
  await comesTrue(hand, (stories) => !location.pathname.startsWith(stories), PATHS.stories);
}

function windowHeight(hand: Hand): Promise<number> {
  return ask(hand, () => innerHeight);
}

/** Waits until the grid has pictures in the window. */
function showsGrid(hand: Hand): Promise<boolean> {
  return comesTrue(
    hand,
    (selector) =>
      [...document.querySelectorAll(selector)].some((post) => {
        const { top, bottom } = post.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      }),
    SELECTORS.gridPost,
  );
}
