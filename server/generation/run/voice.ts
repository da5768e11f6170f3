import type { VoiceExample } from '../../../shared/ai/voice.ts';
import type { Writer, WrittenPost } from '../post.ts';
import type { Project } from '../stores/run-store.ts';
import type { WorkspaceSettings, WorkspaceStore } from '../stores/workspace-store.ts';

/** The platforms and accounts of posts. */
type Goal = Pick<Project, 'platforms' | 'account_ids'>;

/** The number of captions that a model is shown, and the maximum characters of each. */
const EXAMPLES = 3;
const EXAMPLE_MAX_CHARS = 700;
/** Characters of an example that are stored with the post, to identify it. */
const KEPT_CHARS = 120;

/**
 * The user's captions that the writer may be shown: none without a model, or if the settings do not allow them where it
 * runs.
 */
export async function voiceFor(
  { place }: Pick<Writer, 'place'>,
  { project, settings }: { project: Goal; settings: Pick<WorkspaceSettings, 'voice_examples'> },
  workspace: WorkspaceStore,
): Promise<VoiceExample[]> {
  const mayUse = settings.voice_examples === 'all' || (settings.voice_examples === 'local' && place === 'here');
  if (!place || !mayUse) return [];
  const examples = await workspace.voiceExamples(project, EXAMPLES);
  return examples.map(({ id, text }) => ({ id, text: text.slice(0, EXAMPLE_MAX_CHARS) }));
}

/** The examples to store with a post that a model wrote. The built-in writer, including as a fallback, uses none. */
export function voiceOf(
  post: Pick<WrittenPost, 'writer'>,
  examples: readonly VoiceExample[],
): VoiceExample[] | undefined {
  if (examples.length === 0 || post.writer !== undefined) return undefined;
  return examples.map(({ id, text }) => ({ id, text: text.replace(/\s+/g, ' ').slice(0, KEPT_CHARS) }));
}
