import { PRODUCT_NAME } from '@/lib/messages.ts';

/** The dashboard's words (§2). */
export const dashboardMessages = {
  welcome: 'Welcome to',
  product: PRODUCT_NAME,
  subtitle: 'Your AI-powered content automation platform for social media',
  needsYou: { title: 'Needs your attention', held: 'Instagram stopped the warm-up. Automatic warm-ups are paused.' },
  noActivity: 'No activity yet. Start by creating your first content!',
  unknown: '–',
  unknownSpoken: 'Not available',
};
