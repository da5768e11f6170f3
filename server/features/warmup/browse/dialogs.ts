import { harmlessButton } from '../../../instagram/read-page.ts';
import { SELECTORS } from '../../../instagram/site.ts';
import { READING_MS } from '../pace.ts';
import { SessionEnd } from '../session-end.ts';
import { click, disappears, findTarget, type Target } from './click.ts';
import { type HumanInput, pause } from './human-input.ts';

/** More than so many, one after the other, are no longer harmless. */
const DIALOGS_MAX = 5;

/**
 * Dismisses what asks for cookies, for notifications or to save the log-in, by the button that declines. Answers how
 * many it has dismissed. SessionEnd when there is something else that one does not get past, or something harmless that
 * does not go.
 */
export async function dismissHarmless(input: HumanInput): Promise<number> {
  let dismissed = 0;
  for (let attempt = 0; attempt < DIALOGS_MAX; attempt++) {
    const { boxes } = await input.look();
    const label = boxes.map(harmlessButton).find((one) => one !== null);
    const button = label ? await findButton(input, label) : null;
    if (!button) return dismissed;
    await pause(input, READING_MS);
    if ((await click(input, button)) && (await disappears(input, button))) dismissed += 1;
  }
  // The look itself ends the session at what is not known.
  const { isHarmless } = await input.look();
  if (isHarmless) throw new SessionEnd('unknown_notice');
  return dismissed;
}

/** The button of this label, word for word, that nothing covers. */
function findButton(input: HumanInput, label: string): Promise<Target | null> {
  const find = (selectors: typeof SELECTORS, wanted: string) => {
    // The page itself may have a button of that label, too.
    const places = [...document.querySelectorAll(selectors.dialog), document];
    const buttons = places.flatMap((place) => [...place.querySelectorAll(selectors.button)]);
    const isWanted = (button: Element) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const isFree = button.contains(hit) && !button.closest('article');
      return isFree && button.textContent?.slice(0, wanted.length) === wanted;
    };
    return buttons.find(isWanted) ?? null;
  };
  return findTarget(input, find, SELECTORS, label);
}
