import { PRODUCT_NAME } from '@/lib/messages.ts';

export const dashboardMessages = {
  welcome: 'Welcome to',
  product: PRODUCT_NAME,
  subtitle: 'Your AI-powered content automation platform for social media',
  captions: {
    ready: 'Ready to publish',
    stuck: (count: number) =>
      count === 1 ? '1 needs your attention' : `${count.toLocaleString('en')} need your attention`,
    content: 'AI-generated pieces',
    media: 'Images & videos stored',
    connected: 'Connected platforms',
    inactive: (count: number) => `${count.toLocaleString('en')} not logged in or connected`,
  },
  needsYou: {
    title: 'Needs your attention',
    held: 'Instagram stopped the warm-up. Automatic warm-ups are paused.',
    noCaption: 'Post without text',
    details: 'Details',
    nowhere: 'This post had nowhere to go. Choose a platform or an account for it.',
    more: (count: number) => `${count} more in the Scheduler`,
  },
  best: {
    title: 'Best posts',
    text: 'Likes, reposts and replies of the last 30 days, as the platforms report them.',
    loading: 'Loading figures...',
    failed: 'The figures could not be loaded.',
    empty:
      'No figures yet. Posts that go out directly get their figures from the platform. Posts marked by hand have none.',
    posts: 'Posts',
    templates: 'By template',
    hours: 'By hour of day',
    post: 'Post',
    template: 'Template',
    hour: (zone: string) => `Hour (${zone})`,
    count: 'Posts',
    likes: 'Likes',
    reposts: 'Reposts',
    replies: 'Replies',
    average: 'Average',
    noTemplate: 'None',
    unreported: 'not reported',
  },
  noActivity: 'No activity yet. Start by creating your first content!',
  unknown: '–',
  unknownSpoken: 'Not available',
};
