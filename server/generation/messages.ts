import { platformLabel } from '../../shared/posts/platforms.ts';
import { costInWords } from '../../shared/posts/reason-words.ts';

export const MESSAGES = {
  noProject: 'Create a content project first.',
  alreadyRunning: (niche: string) =>
    `Posts for “${niche}” are already being made and will appear on the Scheduler page in a moment. If not, try again in a minute.`,
  madeAlready: 'The post had already been made when the agent was interrupted.',
  nothingNew:
    'No new post could be made: everything was too similar to posts from the last 30 days. Change the sources or the template, then try again.',
  fewer: (made: number, asked: number) =>
    `Made ${made} of ${asked} posts. The others were too similar to earlier ones.`,
  stopped: (made: number, asked: number, reason: string) => `Made ${made} of ${asked} posts, then: ${reason}`,
  carried: (made: number, asked: number) =>
    `Made ${made} of ${asked} posts: the sources have nothing new left. Add another source for the others.`,
  usedUp:
    'No post was made: the sources have nothing left that was not posted in the last 30 days. Add another source, or change one.',
  invitations: 'No source could be read, so the posts ask your followers instead, as you chose.',
  builtInWriter: 'Written by the built-in writer, because no AI model is set.',
  modelWriter: (model: string, costUsd: number | null) =>
    `Written by ${model}${costUsd ? ` for about ${costInWords(costUsd)}` : ''}.`,
  writtenInstead: (instead: number, made: number, model: string) =>
    instead === made
      ? `${model} returned nothing usable, so the built-in writer wrote instead.`
      : `The built-in writer wrote ${instead} of ${made} posts, because ${model} returned nothing usable for ${instead === 1 ? 'it' : 'them'}.`,
  unreadableSource: (url: string, reason: string) => `Skipped ${url}: ${reason}`,
  allPaused: 'Every content project is paused. Resume one in the Content Creator.',
  projectGone: 'This project no longer exists. Restore it in the Content Creator, or choose another one.',
  nothingRead: (sources: readonly { url: string; reason: string | null }[]) =>
    ['No source could be read, so no posts were made.', ...new Set(sources.map(({ reason }) => reason))]
      .filter(Boolean)
      .join(' '),
  needsVideo: (platforms: readonly string[], isAll = false) =>
    `${takeOnlyVideos(platforms)}, and this project has none, so ${
      isAll ? 'no posts were made' : `no posts were made for ${platforms.length === 1 ? 'it' : 'them'}`
    }. Add a video to the project, or let the agent make them${isAll ? ', or choose other platforms' : ''}.`,
  videoMade: 'The agent makes the videos for these posts before they are due.',
  videoApart: (platforms: readonly string[]) =>
    `${takeOnlyVideos(platforms)}, so the video is posted there separately, without pictures.`,
  leftOut: (platforms: readonly string[], posts: number) =>
    `${names(platforms)} ${platforms.length === 1 ? 'was' : 'were'} left out of ${
      posts === 1 ? 'one post' : `${posts} posts`
    } with more pictures than ${platforms.length === 1 ? 'it accepts' : 'they accept'}.`,

  signIn: 'Sign in first: this needs the access token of a member.',
  wrongSecret: 'This is not the secret of the project. Switch its writing off and on again.',
  notAMember: 'This account does not belong to the workspace. Ask its owner to add you.',
  postOnly: 'Send a POST request.',
  badJson: 'The request body is not valid JSON. Send none, or an object with reason, count and project.',
  badRequest: (what: string) => `The request body is not valid: ${what}.`,
  badTimezone: (zone: string) => `The time zone “${zone}” is unknown. Choose another one in Settings.`,
  backendFailed: (what: string) => `The workspace's backend failed while ${what}. Try again in a moment.`,
  lostClaim: 'This run took too long and another one has taken over. Its posts will appear on the Scheduler page.',
  noFreeSlot:
    'No free time was found for the posts. Widen the posting hours in Settings, or remove some scheduled posts.',
} as const;

function takeOnlyVideos(platforms: readonly string[]): string {
  return `${names(platforms)} ${platforms.length === 1 ? 'accepts' : 'accept'} only videos`;
}

function names(platforms: readonly string[]): string {
  return new Intl.ListFormat('en').format(platforms.map(platformLabel));
}
