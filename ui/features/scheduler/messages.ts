import type { GenerationResult } from '../../../shared/generation.ts';

/** Every word of the Scheduler (§2) and every row of §8 under "Scheduler". */

export const schedulerMessages = {
  title: 'Content Scheduler',
  subtitle: 'What is written, and when it goes out.',
  onThisPage: 'On this page',
  autopilot: {
    title: 'AI Autopilot',
    text: 'Reads the two sources of your newest project, writes the posts that today still lacks, gives each a picture and the next free time in your posting hours.',
    generate: 'Generate Content Now',
    busy: 'Generating...',
  },
  content: {
    title: 'Generated Content',
    loading: 'Loading content...',
    empty: {
      title: 'No content generated yet',
      description: 'Click "Generate Content Now" to create your first post',
    },
    created: 'Created: ',
    copy: 'Copy',
    copyWhat: ' caption and hashtags',
    showAll: 'Show all',
    showLess: 'Show less',
    sources: (count: number) => `Drawn from ${count === 1 ? '1 passage' : `${count} passages`}`,
  },
  timeline: {
    title: 'Scheduled Posts Timeline',
    loading: 'Loading the timeline...',
    empty: { title: 'No scheduled posts yet', description: 'Content will appear here when scheduled' },
    scheduledFor: 'Scheduled for: ',
    contentGone: 'The content of this post is gone.',
    showEarlier: (count: number) => `Show earlier (${count})`,
  },
  media: {
    picture: (caption: string) => `Picture of the post "${caption}"`,
    unavailable: 'The picture could not be loaded.',
    carousel: 'Slides',
    slide: (index: number, count: number) => `${index} of ${count}`,
    previous: 'Previous slide',
    next: 'Next slide',
  },
  showMore: (count: number) => `Show more (${count} left)`,
} as const;

export const schedulerToasts = {
  loadFailed: 'Failed to load content',
  generateFailed: 'Failed to generate content',
  copied: 'Copied to clipboard!',
  copyFailed: 'The browser did not allow copying. Select the text and copy it yourself.',
} as const;

/** The one line about a run that answered: posts, or why there are none. */
export function generationAnswered(result: GenerationResult): string {
  if (result.success) return `Content generated successfully using ${result.template ?? 'General'} template`;
  return result.message || 'No content generated';
}

/** "built-in" is the writer that works without a model; anything else is a model's name. */
export function writtenBy(writer: string, template: string | null): string {
  const by = writer === 'built-in' ? 'Built-in writer' : writer;
  return template ? `${by}, template "${template}"` : by;
}
