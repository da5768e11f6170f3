import type { Style } from '../../../shared/posts/template-style.ts';
import type { Format } from './draft.ts';

type Formats = { own: readonly Format[]; near: readonly Format[] };

/** The formats that a template without a style alternates between. */
const GENERAL: readonly Format[] = ['insight', 'list', 'fact', 'question', 'steps', 'quote', 'story', 'tip'];

/**
 * The formats of a style: `own` ones are what the template asks for; a `near` one is used, and the post says so, when
 * the sources have none of those. `first` is drawn for each post without a style.
 */
export function formatsOf(style: Style, first: (formats: readonly Format[]) => Format | undefined): Formats {
  if (style !== 'general') return FORMATS_OF[style];
  return { own: [first(GENERAL) ?? 'insight'], near: ['insight', ...GENERAL] };
}

const FORMATS_OF: Record<Exclude<Style, 'general'>, Formats> = {
  quote: { own: ['quote'], near: ['insight', 'fact', 'story', 'list', 'steps'] },
  tips: { own: ['list', 'tip'], near: ['steps', 'insight', 'fact'] },
  how_to: { own: ['steps', 'tip'], near: ['list', 'insight', 'fact'] },
  question: { own: ['question'], near: ['insight', 'fact', 'story', 'list', 'steps'] },
  facts: { own: ['fact'], near: ['insight', 'story', 'list', 'steps'] },
  story: { own: ['story'], near: ['insight', 'fact', 'list', 'steps'] },
  opinion: { own: ['quote'], near: ['insight', 'fact', 'story', 'list', 'steps'] },
  insight: { own: ['insight'], near: ['fact', 'tip', 'story', 'list', 'steps'] },
};
