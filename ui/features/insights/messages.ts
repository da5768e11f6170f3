import { counted } from '@/lib/format.ts';
import { EVERGREEN_SUCCESS } from '../../../shared/memory/evergreen.ts';

const number = (value: number) => value.toLocaleString('en');

const SUM_UNITS = {
  reach: ['person reached', 'people reached'],
  impressions: ['view', 'views'],
  engagement: ['interaction', 'interactions'],
} as const;

export const insightsMessages = {
  title: 'Insights',
  subtitle: 'What your posts reached, and what works for your accounts.',
  loading: 'Loading insights...',
  failed: 'The numbers could not be loaded.',
  zone: (zone: string) => `Days and hours in ${zone}.`,
  exports: {
    title: 'Export',
    csv: 'Posts as CSV',
    csvName: (from: string, to: string) => `posts ${from} to ${to}.csv`,
    pdf: (month: string, isGoingOn: boolean) => `Report of ${month}${isGoingOn ? ' so far' : ''} as PDF`,
    pdfName: (month: string) => `report ${month}.pdf`,
    failed: 'Not exported',
  },
  filter: {
    label: 'What to look at',
    range: 'Time',
    ranges: { '7': 'Last 7 days', '28': 'Last 28 days', '90': 'Last 90 days', '365': 'Last year', own: 'Custom dates' },
    own: 'Dates',
    from: 'First day',
    to: 'Last day',
    platform: 'Platform',
    allPlatforms: 'All platforms',
    account: 'Account',
    allAccounts: 'All accounts',
    accountOn: (account: string, platform: string) => `${account} (${platform})`,
    project: 'Project',
    allProjects: 'All projects',
    clear: 'Clear',
  },
  nothing: {
    ever: {
      title: 'Nothing published yet',
      description:
        'Once a post is published, its views, likes and comments appear here, along with what works for you.',
    },
    write: 'Write a post',
    inRange: {
      title: 'Nothing was published in this period',
      description: 'Choose other dates, or show the last year.',
    },
    widen: 'Show the last year',
  },
  notices: {
    soon: 'No figures yet. The first arrive about an hour after a post is published.',
    off: 'Figures are not collected, so nothing new is shown here. Turn on “Collect figures” in Settings.',
    turnOn: 'Settings',
    paused: 'Automation is paused, so no new figures are collected.',
    resume: 'Jobs',
    account: (account: string, platform: string) => `${account} (${platform})`,
    silent: (names: readonly string[], others: number) =>
      `Not known for ${[...names, ...(others > 0 ? [counted(others, 'other')] : [])].join(', ')}: Local Agent gets no figures for posts there. An account must be connected for posting, and some platforms report nothing.`,
    lacks: (lines: readonly string[], others: number) =>
      `No permission to read ${[...lines, ...(others > 0 ? [`figures of ${counted(others, 'other account')}`] : [])].join('; ')}. Open the account under Accounts, Posting, to allow it.`,
    lacksOf: (what: string, account: string) => `${what} of ${account}`,
    accounts: 'Accounts',
  },
  numbers: {
    label: 'Numbers',
    names: {
      reach: 'Reach',
      impressions: 'Views',
      engagement: 'Engagement',
      followers: 'Followers',
      posts: 'Posts',
    },
    unknown: 'not known',
    noChange: 'no comparison',
    same: 'as before',
    /** In percent, compared with the same number of days before. */
    change: (percent: number) => {
      if (percent >= 200) return `${number(Math.round(percent / 100 + 1))} times as much as before`;
      return percent > 0 ? `${percent}% more than before` : `${-percent}% less than before`;
    },
    chart: (name: string, grain: 'day' | 'week' | 'month') => `${name} by ${grain}`,
    time: { day: 'Day', week: 'Week', month: 'Month' },
    weekFrom: (date: string) => `Week from ${date}`,
    posts: (count: number) => (count === 0 ? 'no posts' : counted(count, 'post')),
    sum: (metric: keyof typeof SUM_UNITS, value: number | null, known: number, posts: number) => {
      if (value === null) return `not known (${counted(posts, 'post')})`;
      const [one, many] = SUM_UNITS[metric];
      const of = known < posts ? `${number(known)} of ${counted(posts, 'post')}` : counted(posts, 'post');
      return `${counted(value, one, many)} (${of})`;
    },
    followers: (count: number | null) => (count === null ? 'not known' : counted(count, 'follower')),
    notes: {
      posts: 'Published posts, counted once for each account.',
      followers: (known: number, all: number) =>
        known < all
          ? `Followers of ${number(known)} of ${counted(all, 'account')}; the others do not report them.`
          : 'Followers of all accounts.',
      sum: (metric: keyof typeof SUM_UNITS, known: number, posts: number) => {
        const what = {
          reach: 'How many accounts saw the posts',
          impressions: 'How often the posts were seen or played',
          engagement: 'Likes, comments, shares, saves and clicks of the posts',
        }[metric];
        const of = known < posts ? ` Known for ${number(known)} of ${counted(posts, 'post')}.` : '';
        return `${what}, by the day they were published.${of}`;
      },
    },
    byAccount: 'Followers by account',
    removed: 'removed',
    difference: (count: number) => `${count > 0 ? '+' : '−'}${number(Math.abs(count))}`,
  },
  best: {
    title: 'Best posts',
    text: 'Compared with what is usual for the account.',
    failed: 'The best posts could not be loaded.',
    empty:
      'No post stands out yet. A post can be compared once it is a day old and its account has five posts with figures.',
    untitled: 'Post without text',
    times: (times: string) => `${times}× usual`,
    where: (account: string, time: string) => `${account} · ${time}`,
    /** "31 saves, usually 10" */
    reason: (figure: string, usual: string) => `${figure}, usually ${usual}`,
  },
  bringBack: {
    title: 'Bring back what worked',
    text: `These did at least ${EVERGREEN_SUCCESS} times as well as usual, and have rested. Bringing one back creates a draft, reworded if a model is chosen.`,
    notLoaded: 'These posts could not be loaded.',
    press: 'Bring back',
    pressOf: (post: string) => `Bring back: ${post}`,
    writing: 'Writing…',
    failed: 'Not brought back',
  },
  when: {
    title: 'When',
    text: 'How posts did by the time they were published. The line marks what is usual.',
    failed: 'This could not be loaded.',
    hour: { chart: 'Result by hour of the day', head: (zone: string) => `Hour (${zone})` },
    weekday: { chart: 'Result by day of the week', head: 'Day' },
    result: 'Result',
    usual: 'usual',
    standOut: (by: 'hour' | 'weekday', names: readonly string[], isKnown: boolean) => {
      const one = by === 'hour' ? 'hour' : 'day';
      if (!isKnown) return `Too few posts to say which ${one} is good.`;
      if (names.length === 0) return `No ${one} clearly stands out; the differences may be chance.`;
      return `Better than usual: ${names.slice(0, 3).join(', ')}.`;
    },
  },
  worked: {
    title: 'What worked',
    text: 'A typical post of each group compared with what is usual for its account, with the likely range.',
    failed: 'This could not be loaded.',
    choose: 'Compare by',
    subjects: {
      template: 'Template',
      project: 'Topic',
      media: 'Media',
      length: 'Length',
      hashtag: 'Hashtag',
      label: 'Label',
    },
    caption: (subject: string) => `Results by ${subject.toLowerCase()}`,
    post: 'post',
    posts: 'Posts',
    success: 'Result',
    none: {
      template: 'No posts.',
      project: 'No posts.',
      media: 'No posts.',
      length: 'No posts.',
      hashtag: 'No post in this period has a hashtag.',
      label: 'No post in this period has a label.',
    },
    others: (more: string) => `And ${more} with fewer posts.`,
    noPosts: 'no posts',
    few: (known: number, posts: number) =>
      known < posts
        ? `figures of ${number(known)} of ${counted(posts, 'post')}: too few to say`
        : `${counted(posts, 'post')}: too few to say`,
    result: (median: string, low: string, high: string) => `${median}× usual (${low} to ${high})`,
    withPosts: (result: string, posts: number) => `${result}, ${counted(posts, 'post')}`,
    verdicts: { better: 'Better than usual', worse: 'Worse than usual' },
    weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    lengths: {
      none: 'No text',
      short: 'Short (up to 100 characters)',
      medium: 'Medium (101 to 280)',
      long: 'Long (281 to 1,000)',
      very_long: 'Very long (over 1,000)',
    },
    media: { text: 'Text', image: 'Picture', carousel: 'Several pictures', video: 'Video' },
    noTemplate: 'No template',
    noProject: 'No topic',
    goneProject: 'Deleted topic',
  },
  posts: {
    title: 'Posts',
    text: 'Everything published in this period, once for each account.',
    failed: 'The posts could not be loaded.',
    caption: 'Published posts with their figures',
    post: 'Post',
    published: 'Published',
    engagement: 'Engagement',
    success: 'Result',
    growth: 'Growth',
    times: (times: string) => `${times}×`,
    sort: 'Sort posts',
    sortBy: (column: string) => `Sort by ${column.toLowerCase()}`,
    untitled: 'Post without text',
    byHand: 'by hand',
    removed: 'account removed',
    unknown: 'not known',
    pages: 'Pages',
    position: (from: number, to: number, all: number) => `${number(from)} to ${number(to)} of ${number(all)}`,
    previous: 'Previous',
    next: 'Next',
  },
} as const;
