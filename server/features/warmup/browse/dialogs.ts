import { harmlessButton } from '../../../instagram/read-page.ts';
import { SELECTORS } from '../../../instagram/site.ts';
import { READING_MS } from '../pace.ts';
import { SessionEnd } from '../session-end.ts';
import { click, disappears, findTarget, type Target } from './click.ts';
import { type HumanInput, pause } from './human-input.ts';

/** More consecutive dialogs than this are no longer considered harmless. */
const DIALOGS_MAX = 5;

/**
 * Dismisses requests for cookies, notifications or saving the log-in with the button that declines. Returns the number
 * dismissed. SessionEnd if something else blocks the page, or a harmless dialog does not go away.
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
  // look() ends the session at unknown obstacles.
  const { isHarmless } = await input.look();
  if (isHarmless) throw new SessionEnd('unknown_notice');
  return dismissed;
}

/** The uncovered button with exactly this label. */
function findButton(input: HumanInput, label: string): Promise<Target | null> {
  const find = (selectors: typeof SELECTORS, wanted: string) => {
    // The page behind the dialog may also have a button with this label.
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
