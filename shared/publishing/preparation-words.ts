import { type Platform, platformName } from '../posts/platforms.ts';
import type { Preparation } from './publishing-api.ts';

const WORKING = {
  open: (name: string) => `Opening ${name}...`,
  composer: (name: string) => `Opening the composer of ${name}...`,
  media: () => 'Adding the pictures and videos...',
  text: () => 'Filling in the text...',
  options: () => 'Setting the options...',
  upload: (name: string, percent?: number) =>
    percent === undefined ? `Waiting until ${name} has the files...` : `Uploading to ${name}: ${percent}%...`,
} as const;

const WAITING = {
  log_in: (name: string) => `Log in to ${name} in the window. It continues after that.`,
  cookies: () => 'Answer the question about cookies in the window. It continues after that.',
} as const;

type Stopped = Extract<Preparation, { is: 'stopped' }>;
const NO_PLACE = {
  open: 'The page did not open as expected.',
  composer:
    'The composer could not be found. If you see a login page there, log in; otherwise open the composer yourself. Then press Prepare again.',
  media: 'The part of the page for adding files has changed. Add them yourself.',
  text: 'The field for the text could not be found. Paste the text yourself.',
  options: 'The part of the page with the options has changed. Set them yourself.',
  upload: 'The page after the upload has changed. Continue there yourself.',
} as const satisfies { [at in Stopped['at']]: string };
const WHY: { [why in Exclude<Stopped['why'], 'unknown'>]: string } = {
  other_text: 'The field already contains another text, which was not changed.',
  text_differs: 'The page changed the text. Check it, or paste it again.',
  files: 'The page does not accept these files as they are. Add them yourself.',
  not_shown: 'The page did not show the files in time. Check whether they are there.',
  person: 'No one responded in the window. Press Prepare again when you are there.',
};

/** How far a composer is filled in, and what the user does next, in whole sentences. */
export function preparationInWords(platform: Platform, preparation: Preparation): string {
  const name = platformName(platform);
  switch (preparation.is) {
    case 'working':
      return WORKING[preparation.step](name, preparation.percent);
    case 'waiting':
      return WAITING[preparation.for](name);
    case 'ready':
      return readyInWords(preparation);
    case 'stopped': {
      const why = preparation.why === 'unknown' ? NO_PLACE[preparation.at] : WHY[preparation.why];
      return [why, preparation.hasText && 'The text is filled in.', 'Nothing was published.'].filter(Boolean).join(' ');
    }
    case 'gone':
      return 'The composer is closed. If you published the post, press Posted here.';
    case 'posted':
      return preparation.isMarked
        ? 'It is live, and marked as published.'
        : 'The page shows a new post. If it is this one, mark it as published.';
  }
}

function readyInWords({ press, isGrey, percent = 100 }: Extract<Preparation, { is: 'ready' }>): string {
  if (percent < 100) return `Filled in, and uploading: ${percent}%. Complete the rest in the window.`;
  if (press === null) return 'Filled in: complete the rest in the window, and publish it there.';
  if (isGrey) return `Filled in, but “${press}” is still greyed out: check in the window what is missing.`;
  return `Filled in: press “${press}” in the window.`;
}
