import { PATHS, SELECTORS } from '../../../instagram/site.ts';
import { drawFrom } from '../draw.ts';
import type { Sight } from '../next-step.ts';
import { GRID_STRETCH } from '../pace.ts';
import type { Place } from '../plan.ts';
import { click, findClickable } from './click.ts';
import { openFeed } from './feed.ts';
import {
  appears,
  arrivesAt,
  ask,
  type HumanInput,
  pathOf,
  pressKey,
  scrollBy,
  scrollToTop,
  waitForCondition,
} from './human-input.ts';
import { visitPath } from './navigate.ts';

/** Attempts to click something that moves. */
const CLICKS_MAX = 3;

/** Instagram's places as a session visits them. */
export type Places = {
  /** Goes to a place; returns false if it has nothing to show. */
  go(place: Place): Promise<boolean>;
  /** Brings the next item of the place into view; null if there is none. */
  advance(place: Place): Promise<Sight | null>;
  /** Likes the feed post in view; returns false, without a click, if that cannot be done safely. */
  like(): Promise<boolean>;
};

/**
 * `siteUrl` is Instagram's address without a trailing slash. `recheckPage` dismisses obstacles and returns their
 * number, or throws SessionEnd.
 */
export function openPlaces(input: HumanInput, siteUrl: string, recheckPage: () => Promise<number>): Places {
  const feed = openFeed(input);
  const visit = (path: string) => visitPath(input, siteUrl, path, recheckPage);
  /** Nothing has been viewed at the current place yet. */
  let isNew = true;

  const go: { [place in Place]: () => Promise<boolean> } = {
    async feed() {
      await visit(PATHS.feed);
      return appears(input, SELECTORS.post);
    },
    async stories() {
      await visit(PATHS.feed);
      await appears(input, `${SELECTORS.post}, ${SELECTORS.story}`);
      await scrollToTop(input);
      return (await openStory(input)) && arrivesAt(input, PATHS.stories);
    },
    async reels() {
      await visit(PATHS.reels);
      return appears(input, SELECTORS.reel);
    },
    async explore() {
      await visit(PATHS.explore);
      return appears(input, SELECTORS.gridPost);
    },
  };

  const advance: { [place in Place]: () => Promise<Sight | null> } = {
    feed: () => feed.next(),
    async stories() {
      const isAnother = isNew || (await turnPage(input, 'ArrowRight'));
      return isAnother && pathOf(input.page).startsWith(PATHS.stories) ? 'story' : null;
    },
    async reels() {
      return isNew || (await turnPage(input, 'ArrowDown')) ? 'reel' : null;
    },
    async explore() {
      if (!isNew) await scrollBy(input, (await windowHeight(input)) * drawFrom(GRID_STRETCH, input.random));
      return (await showsGrid(input)) ? 'grid' : null;
    },
  };

  return {
    async go(place) {
      if (pathOf(input.page).startsWith(PATHS.stories)) await leaveStories(input);
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

/** Presses a key for the next item, which has its own address; returns false if there is none. */
async function turnPage(input: HumanInput, key: 'ArrowRight' | 'ArrowDown'): Promise<boolean> {
  const former = pathOf(input.page);
  await pressKey(input, key);
  return waitForCondition(input, (path) => location.pathname !== path, former);
}

/** Clicks the first story of the row above the feed, which may still be moving; returns false if there is none. */
async function openStory(input: HumanInput): Promise<boolean> {
  for (let attempt = 0; attempt < CLICKS_MAX; attempt++) {
    const options = { holding: SELECTORS.storyPicture, outside: `article, ${SELECTORS.dialog}` };
    const story = await findClickable(input, SELECTORS.story, options);
    if (!story) return false;
    if (await click(input, story)) return true;
  }
  return false;
}

async function leaveStories(input: HumanInput): Promise<void> {
  await input.look();
  await pressKey(input, 'Escape');
  await waitForCondition(input, (stories) => !location.pathname.startsWith(stories), PATHS.stories);
}

function windowHeight(input: HumanInput): Promise<number> {
  return ask(input, () => innerHeight);
}

/** Waits until the grid has pictures in the window. */
function showsGrid(input: HumanInput): Promise<boolean> {
  return waitForCondition(
    input,
    (selector) =>
      [...document.querySelectorAll(selector)].some((post) => {
        const { top, bottom } = post.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      }),
    SELECTORS.gridPost,
  );
}
