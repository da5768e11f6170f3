import { writerLabel } from '../../../shared/ai/providers.ts';
import { costInWords } from '../../../shared/posts/reason-words.ts';
import { SAMPLE_NICHE, type TemplateSample } from '../../../shared/posts/template-sample.ts';
import type { Style } from '../../../shared/posts/template-style.ts';

/** Messages of Content Templates (§2) and every row of §8 under "Templates". */

/** §9: weekdays are numbered from Sunday, 0. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

export const templatesMessages = {
  title: 'Content Style Templates',
  subtitle: 'Configure AI content styles for each day of the week',
  loading: 'Loading templates...',
  empty: {
    title: 'No templates yet',
    description:
      'Until you add one, posts are written in a plain style. Create your first template with the form on this page.',
  },
  form: {
    title: 'Create New Template',
    name: 'Name',
    namePlaceholder: 'e.g., Motivational Monday',
    description: 'Description',
    descriptionPlaceholder: 'What posts in this style are like',
    prompt: 'Prompt Template',
    promptPlaceholder: 'Write a post about {niche} that...',
    promptHint: 'Use {niche} for dynamic substitution. {niche} becomes your project’s niche.',
    day: 'Day of Week (Optional)',
    dayHint:
      'With Content Rotation on, each day uses its own template. Templates without a day are used on the other days.',
    noDay: 'No particular day',
    preview: 'Preview',
    previewOf: `For the niche “${SAMPLE_NICHE}”:`,
    previewEmpty: 'Enter a prompt to see a preview.',
    submit: 'Create Template',
  },
  list: {
    title: (count: number) => (count === 1 ? '1 template' : `${count} templates`),
    active: 'Active',
    edit: 'Edit',
    delete: 'Delete',
    showAll: 'Show all',
    showLess: 'Show less',
  },
  edit: {
    title: 'Edit Template',
    description: 'Changes apply to new posts.',
    cancel: 'Cancel',
    save: 'Save Changes',
    saveAsNew: 'Save as New Template',
    gone: 'This template was deleted in another window. Your changes are still here: save them as a new template.',
    changed: (fields: string) => `${fields} changed in another window. Save again to replace the other version:`,
    noDay: 'no particular day',
    nothing: 'nothing',
  },
} as const;

/** What the built-in writer makes of each style, after "posts are". */
const MADE_OF: Record<Style, string> = {
  quote: 'quotations from your sources',
  how_to: 'steps from your sources',
  tips: 'tips from your sources',
  question: 'questions that your sources ask, with their answers',
  facts: 'facts and figures from your sources',
  opinion: 'quotations from your sources',
  insight: 'short passages from your sources',
  story: 'stories from your sources',
  general: 'passages from your sources, each in a different form',
};

/** What the built-in writer makes of a template while no model is chosen. */
export const builtInMessages = {
  needsModel: 'Needs a model',
  fits: (style: Style) => `Works without a model: posts are ${MADE_OF[style]}, word for word.`,
  beyond: (style: Style) =>
    `Without one, posts are ${MADE_OF[style]}. ${style === 'general' ? 'The prompt' : 'The rest of the prompt'} is ignored.`,
  noModel: 'No model is chosen, so the built-in writer writes the posts.',
  choose: 'Choose a model in Settings',
} as const;

/** A sample post of a template. */
export const sampleMessages = {
  see: 'See a sample',
  title: 'Sample post',
  description: (name: string) => `Made with “${name.trim()}”. Nothing is saved or scheduled.`,
  loading: 'Writing a sample…',
  writing: 'The model is writing a sample…',
  failed: 'No sample was written',
  about: ({ from, niche }: TemplateSample) =>
    from === 'project'
      ? `About “${niche}”, from what its posts have quoted so far.`
      : `This is an example about “${niche}”. Once your newest project has posts, samples are about its niche.`,
  by: ({ writer, costUsd }: TemplateSample) =>
    `Written by ${writer === 'built-in' ? 'the built-in writer' : writerLabel(writer)}${costUsd === null ? '' : ` for about ${costInWords(costUsd)}`}. Most posts also get a picture.`,
  ask: 'Write it with the model',
  askAgain: 'Write another with the model',
  cost: 'A sample costs what a post costs, and counts toward your monthly cap.',
} as const;

export const fieldErrors = {
  name: 'Enter a name.',
  nameTooLong: 'Shorten the name to 200 characters.',
  prompt: 'Enter a prompt.',
  promptTooLong: 'Shorten the prompt to 10,000 characters.',
} as const;

type Message = { title: string; description?: string; variant?: 'destructive' };

export const templatesToasts = {
  invalid: { title: 'Validation Error', description: 'Name and prompt template are required', variant: 'destructive' },
  created: { title: 'Template created successfully' },
  updated: { title: 'Template updated successfully' },
  deleted: (name: string) => ({ title: 'Template deleted successfully', description: name }),
  restored: { title: 'Template restored' },
  discarded: { title: 'Changes discarded' },
  gone: (name: string) => ({ title: 'Template not found', description: `“${name}” was deleted in another window.` }),
  failed: (reason: string) => ({ title: 'Error', description: reason, variant: 'destructive' as const }),
  undo: 'Undo',
  tryAgain: 'Try again',
} as const satisfies Record<string, Message | string | ((words: string) => Message)>;
