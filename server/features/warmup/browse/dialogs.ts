import { HARMLESS_BUTTONS, PATHS, plainWords, SELECTORS } from '../../../instagram/site.ts';
import { READING_MS } from '../pace.ts';
import { clickAt, comesTrue, type Hand, type Point, pathOf, pause } from './hand.ts';

const HARMLESS = new Set(HARMLESS_BUTTONS.map(plainWords));
/** More than so many, one after the other, are no longer harmless. */
const DIALOGS_MAX = 5;

/**
 * Dismisses what asks for cookies, for notifications or to save the log-in, by the button that declines. Any other dialog is left alone. Answers how
 * many it has dismissed.
 */
export async function dismissHarmless(hand: Hand): Promise<number> {
  for (let dismissed = 0; dismissed < DIALOGS_MAX; dismissed++) {
    const { dialogs, buttons } = await readButtons(hand);
    const button = buttons.find(({ label }) => HARMLESS.has(plainWords(label)));
    if (!button) return dismissed;
    const path = pathOf(hand.page);
    await pause(hand, READING_MS);
    await clickAt(hand, button);
    await comesTrue(
      hand,
      (selector, former, formerPath) =>
        document.querySelectorAll(selector).length !== former || location.pathname !== formerPath,
      SELECTORS.dialog,
      dialogs,
      path,
    );
  }
  return DIALOGS_MAX;
}

/** The buttons of the dialogs, and of the whole page where that is one question, as far as nothing lies over them. */
async function readButtons({ page }: Hand): Promise<{ dialogs: number; buttons: (Point & { label: string })[] }> {
  const isQuestion = pathOf(page).startsWith(PATHS.onetap);
  return page.evaluate(
    (selectors, anywhere) => {
      const dialogs = [...document.querySelectorAll(selectors.dialog)];
      const places = anywhere ? [document] : dialogs;
      const buttons = places.flatMap((place) => [...place.querySelectorAll(selectors.button)]);
      return {
        dialogs: dialogs.length,
        buttons: buttons.flatMap((button) => {
          const { left, top, width, height } = button.getBoundingClientRect();
          const x = left + width / 2;
          const y = top + height / 2;
          const isFree = button.contains(document.elementFromPoint(x, y));
          return isFree ? [{ label: button.textContent ?? '', x, y }] : [];
        }),
      };
    },
    SELECTORS,
    isQuestion,
  );
}
