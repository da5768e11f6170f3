import type { Difference } from '@/features/compose/draft/draft.ts';
import { PLATFORM_LIMITS } from '../../../shared/posts/platform-limits.ts';
import { labelsOf, type Platform, platformLabel, platformName } from '../../../shared/posts/platforms.ts';

export const composeMessages = {
  newPost: 'New post',
  editPost: 'Edit post',
  publishedPost: 'Published post',
  loading: 'Loading the post...',
  loadFailed: 'Could not load the post',
  notFound: { title: 'Post not found', description: 'It has been deleted.' },
  toScheduler: 'Open the Scheduler',
  duplicate: 'Duplicate',
  postAgain: 'Post again',
  options: {
    title: 'Options',
    usual: 'Default',
    none: 'None',
    needsAttention: 'Needs attention',
    reset: 'Reset to default',
    resetOf: (label: string) => `Reset to default: ${label}`,
    open: 'Open options',
    postsAs: (name: string, handle: string) => `Will be published as ${name} (${handle}).`,
    chosenInApp: (label: string) => `The post goes to your inbox in the ${label} app. You choose all of this there.`,
  },
  readOnly: {
    published: 'This post is published and can no longer be changed.',
    publishing: 'This post is being published right now and can no longer be changed.',
  },
  status: {
    empty: 'Nothing to save yet',
    saved: 'Saved',
    saving: 'Saving…',
    unsaved: 'Not saved yet',
    changes: 'Unsaved changes',
    failed: (reason: string) => `Not saved: ${reason}`,
    kept: 'Your changes are kept in this browser.',
    conflict: 'Not saved: changed in another window',
    gone: 'Not saved: the post was deleted',
    retry: 'Try again',
  },
  restored: { text: 'Your unsaved changes were restored.', discard: 'Discard them' },
  offered: {
    title: 'You have an unsaved post',
    text: (beginning: string, when: string) => `“${beginning}”, written ${when}.`,
    pictures: (when: string) => `Written ${when}.`,
    take: 'Continue writing',
    discard: 'Discard',
  },
  conflict: {
    title: 'This post was changed in another window',
    what: (differences: Difference[]) => `${sentence(differences.map((name) => DIFFERENCES[name]))}.`,
    theirs: 'Their text:',
    theirMedia: (count: number) =>
      count === 0 ? 'Their version has no media.' : `Their version has ${count} ${count === 1 ? 'file' : 'files'}.`,
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
    published: 'This post was published while you were writing. Your changes cannot be saved to it.',
    copyMine: 'Save mine as a new post',
  },
  gone: 'This post was deleted elsewhere. Your text is still here.',
  postTo: 'Post to',
  accounts: {
    loadFailed: 'The accounts could not be loaded.',
    none: 'No accounts yet. You can still prepare the post and publish it yourself.',
    direct: 'Posts automatically',
    byHand: 'You post it yourself',
    reconnect: 'Connect again',
    showMore: 'More platforms',
  },
  text: {
    for: 'Text for',
    all: 'All platforms',
    custom: 'custom',
    label: 'Text',
    placeholder: 'What would you like to share?',
    inherits: (name: string) => `${name} uses the shared text. Type here to customize it.`,
    inheritsPlatform: (name: string, platform: Platform) =>
      `${name} uses the ${platformLabel(platform)} text. Type here to customize it.`,
    own: (name: string) => `Custom text for ${name}.`,
    reset: 'Reset',
    resetWhat: (name: string) => `Reset the text for ${name}`,
    keepOwn: (names: string[]) => `${list(names)} ${names.length === 1 ? 'has a custom text' : 'have custom texts'}.`,
    room: (platform: Platform, limit: number) =>
      `${platformLabel(platform)}: up to ${limit.toLocaleString('en')} characters`,
    count: (length: number, limit: number) => `${length.toLocaleString('en')}/${limit.toLocaleString('en')}`,
    addPart: 'Add to thread',
    partName: (place: number, count: number) => `Post ${place} of ${count}`,
    partPlaceholder: 'Write the next post of the thread',
    partUp: (place: number) => `Move post ${place} up`,
    partDown: (place: number) => `Move post ${place} down`,
    partRemove: (place: number) => `Remove post ${place}`,
    partMoved: (place: number, count: number) => `Moved to ${place} of ${count}`,
    partRemoved: 'Removed from the thread',
    partsElsewhere: 'Platforms without threads get it as one post.',
    undo: 'Undo',
    posts: (count: number) => `${count} posts`,
    countOfThread: (count: string, posts: number) => `${count} · ${posts} posts`,
    customize: (name: string) => `Customize for ${name}`,
    counters: 'Length on each platform',
    emoji: 'Emoji',
  },
  people: {
    title: 'People to mention',
    found: (count: number) =>
      `${count} ${count === 1 ? 'person' : 'people'} found. Choose with the arrow keys and Enter.`,
    nobody: (platforms: readonly Platform[]) =>
      `No one found on ${new Intl.ListFormat('en', { type: 'disjunction' }).format(platforms.map(platformName))}.`,
    failed: (platform: Platform) => `${platformName(platform)} cannot be searched right now. Type the name yourself.`,
  },
  hashtags: {
    label: 'Hashtags',
    placeholder: '#sourdough #baking',
    suggestions: 'Used before',
    add: (tag: string) => `Add ${tag}`,
  },
  firstComment: {
    label: 'First comment',
    hint: `${labelsOf(({ replies }) => replies === 'thread')} get it as a reply; ${labelsOf(({ replies }) => replies === 'comment')} as a comment, on ${labelsOf(({ noComment }) => noComment?.not_offered !== undefined)} from some accounts only. On ${labelsOf(({ replies }) => replies === null)}, you post it yourself after publishing.`,
    add: 'Add a first comment',
  },
  emoji: {
    title: 'Choose an emoji',
    search: 'Search emoji',
    loading: 'Loading emoji...',
    none: 'No emoji found',
    groups: 'Groups',
  },
  writer: {
    menu: 'Writer',
    busy: 'Writing…',
    shorten: 'Shorten',
    lengthen: 'Lengthen',
    tones: 'Change the tone',
    tone: {
      friendly: 'Friendly',
      professional: 'Professional',
      playful: 'Playful',
      confident: 'Confident',
      plain: 'Plain',
    },
    hashtags: 'Suggest hashtags',
    platform: (platform: Platform) => `Adapt for ${platformLabel(platform)}`,
    done: 'Text rewritten',
    hashtagsDone: 'Hashtags added',
    undo: 'Undo',
    nothing: 'The writer has no suggestion for this text.',
    changed: 'The text was changed while the writer was working, so its version was not used.',
  },
  preview: {
    title: 'Preview',
    choose: 'Choose where to post to see a preview.',
  },
  problems: {
    title: 'Before it is published',
    fits: 'Ready for every platform.',
    leaveOut: (platform: Platform) => `Deselect ${platformLabel(platform)}`,
    shorten: (platform: Platform) => `Shorten for ${platformLabel(platform)}`,
    customize: (name: string) => `Customize for ${name}`,
    fewerHashtags: (count: number) => `Keep the first ${count}`,
    addMedia: 'Add media',
    makeVideo: 'Make a video',
    pad: 'Add borders',
    mentionAtHome: (home: Platform, isSentThere: boolean) =>
      isSentThere ? `Mention on ${platformName(home)} only` : 'Write the name without @',
    crop: (place: number, count: number) => (count === 1 ? 'Crop the picture…' : `Crop picture ${place}…`),
  },
  again: 'You have posted this text before.',
  broughtBack: (from: string) => `Brought back: ${from}`,
  leave: {
    title: 'Leave without saving?',
    text: 'Your changes to this scheduled post are kept in this browser and restored when you open it again.',
    stay: 'Keep editing',
    leave: 'Leave',
  },
} as const;

export const composeToasts = {
  draftSaved: 'Draft saved',
  changesSaved: 'Changes saved',
  duplicated: 'Post duplicated',
  duplicateGone: 'This post no longer exists.',
  copyNotSaved: 'The post was duplicated without your unsaved changes.',
} as const;

const DIFFERENCES: Record<Difference, string> = {
  text: 'the text',
  versions: 'the custom texts',
  firstComment: 'the first comment',
  destinations: 'the accounts',
  media: 'the media',
  linkCard: 'the link card',
  options: 'the options',
};

/** "the text", "the media" becomes "The text and the media differ". */
function sentence(parts: string[]): string {
  const words = list(parts);
  const verb = parts.length === 1 && !/s$/.test(words) ? 'differs' : 'differ';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${verb}`;
}

function list(parts: readonly string[]): string {
  return new Intl.ListFormat('en').format(parts);
}

export const wordProblems = {
  tooLong: (name: string, over: number) =>
    `${name}: ${over.toLocaleString('en')} ${over === 1 ? 'character' : 'characters'} too long.`,
  thread: (names: string[], parts: number) => `Will be published as a thread of ${parts} posts on ${list(names)}.`,
  threadTooLong: (name: string, parts: number) => `${name}: too long, even for a thread of ${parts} posts.`,
  hashtags: (name: string, limit: number) => `${name}: at most ${limit} hashtags.`,
  title: (name: string, platform: Platform) =>
    `${name}: the first line is the title. Use at most ${PLATFORM_LIMITS[platform].titleLength} characters and no < or >.`,
  comment: (platform: Platform, limit: number) =>
    `${platformLabel(platform)}: the first comment can have at most ${limit.toLocaleString('en')} characters.`,
} as const;

export const mediaProblems = {
  needs_media: (name: string) => `${name} needs a picture or a video.`,
  needs_video: (name: string) => `${name} only accepts videos.`,
  too_many: (name: string, limit: number) => `${name} allows at most ${limit} ${limit === 1 ? 'picture' : 'pictures'}.`,
  video_among_others: (name: string) => `${name} allows one video on its own, without other media.`,
} as const;

export const whenMessages = {
  title: 'When',
  modes: { now: 'Now', time: 'At a time', slot: 'Next free slot', draft: 'Save as draft' },
  unschedule: 'Back to drafts',
  slotLoading: 'Looking for a free slot…',
  slotFailed: 'The next free slot could not be found.',
  slotNone: 'There is no free slot within the next year.',
  slot: (time: string) => `Next free slot: ${time}`,
  learnedTime: (time: string) => `Suggested time: ${time}`,
  zone: (zone: string) => `In ${zone}.`,
  past: 'Choose a time in the future.',
  noDate: 'Choose a date and a time.',
  skipped: 'The clocks skip this time. Choose another.',
  publish: 'Publish now…',
  schedule: 'Schedule',
  saveDraft: 'Save draft',
  save: 'Save changes',
  saveAndMove: 'Save and move',
  saveAndUnschedule: 'Save as draft',
  busy: 'One moment…',
  scheduled: (time: string) => `Scheduled for ${time}`,
  moved: (time: string) => `Moved to ${time}`,
  unscheduled: 'Moved back to drafts',
  undo: 'Undo',
  undone: 'The post is a draft again',
  published: 'Publishing now',
  needsDestination: 'Choose where to post first.',
  needsContent: 'Write something or add a picture first.',
  notSaved: 'The post could not be saved, so it was not scheduled.',
  notSavedToRepeat: 'Your changes could not be saved, so the post does not repeat yet.',
  refused: 'This post was changed elsewhere. Check it, then try again.',
  question: {
    title: 'Publish now?',
    text: (names: string[]) => `It will be published to ${list(names)} right away. This cannot be undone.`,
    keep: 'Not yet',
    confirm: 'Publish',
  },
} as const;
