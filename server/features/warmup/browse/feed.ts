import { SELECTORS } from '../../../instagram/site.ts';
import type { Sight } from '../next-step.ts';
import { OFF_CENTRE, STRETCH } from '../pace.ts';
import { click, findTarget, type Target } from './click.ts';
import { ask, type HumanInput, type Point, scrollBy, waitForCondition } from './human-input.ts';

/** After this many scrolls towards a post, something must be in the way. */
const TURNS_MAX = 30;
/** Posts read at once; a feed keeps a dozen in its page. */
const POSTS_MAX = 200;
/** After this many scrolls without movement, the post is viewed where it is. */
const STUCK_MAX = 2;

/**
 * A post of the feed; `key` is its address. `middle` is the centre of its picture, in pixels from the window's top left
 * corner.
 */
type Post = { key: string; isVideo: boolean; middle: Point; bottom: number };

export type Feed = {
  /** Scrolls to the next unseen post; null if there is none. */
  next(): Promise<Extract<Sight, 'photo' | 'video'> | null>;
  /** Double-clicks the picture of the current post; returns false, without a click, if something covers it. */
  like(): Promise<boolean>;
};

export function openFeed(input: HumanInput): Feed {
  const seen = new Set<string>();
  let current: string | null = null;

  const arrive = ({ key, isVideo }: Post) => {
    seen.add(key);
    current = key;
    return isVideo ? 'video' : 'photo';
  };

  return {
    async next() {
      let stuck = 0;
      let former: number | undefined;
      for (let turn = 0; turn < TURNS_MAX; turn++) {
        const { posts, height } = await readFeed(input);
        const post = posts.find(({ key, bottom }) => !seen.has(key) && bottom > 0);
        if (!post) {
          await scrollBy(input, height * STRETCH);
          if (!(await hasUnseen(input, [...seen]))) return null;
          continue;
        }
        const distance = post.middle.y - height / 2;
        stuck = former === post.middle.y ? stuck + 1 : 0;
        former = post.middle.y;
        const isInView = post.middle.y > 0 && post.middle.y < height;
        if (Math.abs(distance) <= height * OFF_CENTRE || (stuck >= STUCK_MAX && isInView)) return arrive(post);
        if (stuck > STUCK_MAX) return null;
        const stretch = Math.min(Math.abs(distance), height * STRETCH);
        await scrollBy(input, Math.sign(distance) * stretch);
      }
      return null;
    },
    async like() {
      const picture = current && (await findPicture(input, current));
      return picture ? click(input, picture, 2) : false;
    },
  };
}

/** The topmost element at the centre of a photo; null if a click there would hit anything but the photo. */
function findPicture(input: HumanInput, key: string): Promise<Target | null> {
  const find = (selectors: typeof SELECTORS, wanted: string) => {
    const sizeOf = (element: Element) => element.clientWidth * element.clientHeight;
    const article = [...document.querySelectorAll(selectors.post)].find((one) => {
      const address = one.querySelector(selectors.postLink)?.getAttribute('href') ?? '';
      return /\/(?:p|reel)\/[^/?]+/.exec(address)?.[0] === wanted;
    });
    if (!article || article.querySelector('video')) return null;
    const [photo] = [...article.querySelectorAll('img')].sort((one, other) => sizeOf(other) - sizeOf(one));
    const { left = 0, top = 0, width = 0, height = 0 } = photo?.getBoundingClientRect() ?? {};
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const button = hit?.closest(`a, ${selectors.button}`);
    const isPhoto = !button || (button.tagName !== 'A' && button.contains(photo ?? null));
    return hit && article.contains(hit) && isPhoto ? hit : null;
  };
  return findTarget(input, find, SELECTORS, key);
}

function readFeed(input: HumanInput): Promise<{ posts: Post[]; height: number }> {
  const read = (selectors: typeof SELECTORS, postsMax: number) => {
    const sizeOf = (element: Element) => element.clientWidth * element.clientHeight;
    const articles = [...document.querySelectorAll(selectors.post)].slice(0, postsMax);
    const posts = articles.flatMap((article) => {
      const address = article.querySelector(selectors.postLink)?.getAttribute('href') ?? '';
      const key = /\/(?:p|reel)\/[^/?]+/.exec(address)?.[0];
      const video = article.querySelector('video');
      const [largest] = [...article.querySelectorAll('img')].sort((one, other) => sizeOf(other) - sizeOf(one));
      const media = video ?? largest;
      if (!key || !media) return [];
      const { left, top, width, height, bottom } = media.getBoundingClientRect();
      const middle = { x: left + width / 2, y: top + height / 2 };
      return [{ key: key.slice(0, 100), isVideo: video !== null, middle, bottom }];
    });
    return { posts, height: innerHeight };
  };
  return ask(input, read, SELECTORS, POSTS_MAX);
}

/** Waits for an unseen post. */
function hasUnseen(input: HumanInput, seen: string[]): Promise<boolean> {
  return waitForCondition(
    input,
    (selectors, known) =>
      [...document.querySelectorAll(selectors.post)].some((article) => {
        const address = article.querySelector(selectors.postLink)?.getAttribute('href') ?? '';
        const key = /\/(?:p|reel)\/[^/?]+/.exec(address)?.[0];
        return key !== undefined && !known.includes(key) && article.getBoundingClientRect().bottom > 0;
      }),
    SELECTORS,
    seen,
  );
}
